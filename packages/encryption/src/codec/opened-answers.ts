// Answers, from sealed to plain. An answer that nobody proved is an error, never data.
import type { Answers } from '@custody-wallet/types'
import { answers as predicates, explain, parseStrictly } from '@custody-wallet/types/validate'

import { decodeUtf8 } from '../bytes/encodings.ts'
import { EncryptionError, Rejection } from '../errors.ts'
import { readJson } from '../json/reader.ts'
import { isJsonObject } from '../json/value.ts'
import { answerLimits } from '../limits.ts'
import type { Assurance, Binding, OpenedAnswer } from '../party.ts'
import type { Profile, SealedId } from '../profile/profile.ts'
import type { SuiteOptions } from '../suite.ts'
import { answerContext, type AnswerOptions, isMembers } from './answer-context.ts'
import { type AnswerFrame, readAnswerFrame } from './frames.ts'
import { factsOf } from './members.ts'
import { plainContent } from './values.ts'
import { contentOf, verifiedEnvelope, verifiedQuery } from './verified.ts'

/** Opens an answer. An answer that nobody proved is an error, never data. */
export async function openResponse<Id extends SealedId>(
  profile: Profile,
  binding: Binding<Id>,
  body: Uint8Array,
  options: AnswerOptions,
): Promise<OpenedAnswer<Id>> {
  if (body.byteLength > answerLimits.body) throw new Rejection('limit')
  const suiteOptions = { ...options, limits: answerLimits }
  const { operation } = binding
  const { answer, assurance } = await openers[openerOf(profile, operation)](
    profile,
    binding,
    body,
    suiteOptions,
  )
  if (fits(operation, answer)) return { answer, assurance }
  throw new EncryptionError('ANSWER_INVALID', {
    operation,
    issues: explain(factsOf(operation).schemas.answer, answer),
  })
}

type Opener = (
  profile: Profile,
  binding: Binding,
  body: Uint8Array,
  options: SuiteOptions,
) => Promise<{ readonly answer: unknown; readonly assurance: Assurance }>

const openers = { envelope: openEnvelope, plain: openPlain, sealed: openSealed } satisfies Record<
  string,
  Opener
>

const openerOf = (profile: Profile, operation: SealedId): keyof typeof openers =>
  factsOf(operation).family === 'v1' ? 'envelope' : profile.answers

async function openPlain({ codes }: Profile, { operation }: Binding, body: Uint8Array) {
  const answer: unknown = parse(body)
  return { answer: withCode(answer, operation, codes.reading), assurance: 'transport' } as const
}

async function openSealed(profile: Profile, binding: Binding, body: Uint8Array, options: SuiteOptions) {
  const { operation } = binding
  const outer = readJson(decodeUtf8(body), { longestText: answerLimits.body })
  if (!isJsonObject(outer)) throw new Rejection('framing')
  const code = 'code' in outer ? codeOf(plainContent(outer['code'] ?? null)) : '0'
  if (code !== '0') throw unauthenticated(operation, code)
  const data = Object.keys(outer).length === 1 ? outer['data'] : undefined
  if (typeof data !== 'string' || data === '') throw new Rejection('unsealed')
  const { time: _time, ...context } = answerContext(profile.party.own, profile, binding)
  const { plaintext } = await verifiedQuery(profile.suite, data, context, options)
  const answer = withCode(parse(plaintext), operation, profile.codes.reading)
  return { answer: unwrapped(answer, operation), assurance: profile.suite.query.assurance } as const
}

function unwrapped(answer: unknown, operation: SealedId): unknown {
  if (factsOf(operation).family !== 'mpc' || !isMembers(answer)) return answer
  return codeOf(answer['code']) === '0' ? answer['data'] : answer
}

async function openEnvelope(profile: Profile, binding: Binding, body: Uint8Array, options: SuiteOptions) {
  const { operation } = binding
  const { content, wireNumbers } = factsOf(operation).answer
  const frame = readAnswerFrame(body, profile.codes.reading)
  const { code: codeText, msg } = frame
  const code = Number(codeText)
  if (frame.data === '' || frame.sign === '')
    return { answer: blankAnswer(profile, operation, frame), assurance: 'transport' } as const
  // Where no signature covers the code, a failure is one that anybody on the way may have written.
  if (code !== 0 && !profile.suite.binds.has('answer')) throw unauthenticated(operation, codeText)
  const context = answerContext(profile.party.own, profile, binding, { code: codeText, msg })
  const plaintext = await verifiedEnvelope(profile.suite, frame, context, options)
  if (code !== 0) return { answer: { code, msg }, assurance: 'signature' } as const
  const opened = contentOf(plaintext)
  const plain = content === 'none' ? nothingIn(opened) : { data: plainContent(opened, new Set(wireNumbers)) }
  return { answer: { code, msg, ...plain }, assurance: 'signature' } as const
}

// Blank seals prove nothing: they pass for "done, and there is no content" where the profile says so, and never as data.
function blankAnswer(
  { blankAnswer }: Profile,
  operation: SealedId,
  { code, msg, data, sign }: AnswerFrame,
): unknown {
  const allowed =
    blankAnswer === 'accept' && factsOf(operation).answer.content === 'none' && data === '' && sign === ''
  if (code !== '0') throw unauthenticated(operation, code)
  if (!allowed) throw new Rejection('unsealed')
  return { code: 0, msg }
}

function nothingIn(content: ReturnType<typeof contentOf>): object {
  if (!isJsonObject(content) || Object.keys(content).length > 0) throw new Rejection('json')
  return {}
}

function codeOf(code: unknown): string {
  if (typeof code !== 'string' && typeof code !== 'number') throw new Rejection('json')
  return String(code)
}

const unauthenticated = (operation: SealedId, code: unknown): EncryptionError =>
  new EncryptionError('ANSWER_UNAUTHENTICATED', {
    operation,
    remoteCode: /^-?\w{1,16}$/.test(String(code)) ? String(code) : '?',
  })

// Deployments differ in whether a code is a number or a text; the contract shows text on v2.
function withCode(answer: unknown, operation: SealedId, reading: 'as-shown' | 'either'): unknown {
  if (reading === 'as-shown' || factsOf(operation).family !== 'v2' || !isMembers(answer)) return answer
  return typeof answer['code'] === 'number' ? { ...answer, code: String(answer['code']) } : answer
}

// The exact reader takes five times as long, and an answer that is not an envelope has no number with a fraction.
function parse(body: Uint8Array): unknown {
  const value = parseStrictly(body)
  if (value === undefined) throw new Rejection('json')
  return value
}

function fits<Id extends SealedId>(operation: Id, value: unknown): value is Answers[Id] {
  return predicates[operation](value)
}
