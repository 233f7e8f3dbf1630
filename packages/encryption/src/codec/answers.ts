// Answers, from plain to sealed and back.
import type { Answers } from '@custody-wallet/types'
import { answers as predicates, explain } from '@custody-wallet/types/validate'

import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { EncryptionError, Rejection } from '../errors.ts'
import { readJson } from '../json/reader.ts'
import { isJsonObject } from '../json/value.ts'
import { writeJson } from '../json/writer.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import { answerLimits } from '../limits.ts'
import type { Assurance, Binding, OpenedAnswer } from '../party.ts'
import type { Profile, SealedId } from '../profile/profile.ts'
import type { Context, SuiteOptions } from '../suite.ts'
import { type AnswerFrame, readAnswerFrame } from './frames.ts'
import { factsOf } from './members.ts'
import { plainContent } from './values.ts'
import { contentOf, textOf, verifiedEnvelope, verifiedQuery } from './verified.ts'

type Members = Readonly<Record<string, unknown>>
type Options = KeyOptions & { readonly now: number }
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nowhere = (): boolean => false

/** Seals a plain answer for the party that asked; the text is the body that goes out. */
export async function sealResponse<Id extends SealedId>(
  profile: Profile,
  binding: Binding<Id>,
  answer: Answers[Id],
  options: Options,
): Promise<string> {
  if (!predicates[binding.operation](answer))
    throw new TypeError(`The handler of ${binding.operation} gave an answer that does not fit the contract.`)
  const suiteOptions = { ...options, limits: answerLimits }
  const { family } = factsOf(binding.operation)
  if (family === 'v1') return sealEnvelope(profile, binding, answer, suiteOptions)
  if (profile.answers === 'plain') return writeJson(answer, nowhere)
  const sealed = encodeUtf8(writeJson(family === 'mpc' ? wrapped(answer) : answer, nowhere))
  const data = await profile.suite.query.seal(
    sealed,
    answerContext(profile.party.peer, profile, binding),
    suiteOptions,
  )
  return JSON.stringify({ data })
}

// Sealed MPC answers carry the envelope that their plain form does without.
const wrapped = (answer: unknown): unknown =>
  isFailure(answer) ? answer : { code: '0', msg: 'success', data: answer }

const isFailure = (answer: unknown): answer is Members => isMembers(answer) && 'code' in answer

async function sealEnvelope(
  profile: Profile,
  binding: Binding,
  answer: unknown,
  options: SuiteOptions,
): Promise<string> {
  const { code, msg, data } = isMembers(answer) ? answer : {}
  const blank = data === undefined && profile.blankAnswer === 'accept'
  if (blank) return JSON.stringify({ code, msg, data: '', sign: '' })
  const numbers = new Set<string>(factsOf(binding.operation).answer.wireNumbers)
  const plaintext = encodeUtf8(writeJson(data ?? {}, (pointer) => numbers.has(pointer)))
  const context = answerContext(profile.party.peer, profile, binding, {
    code: String(code),
    msg: String(msg),
  })
  const [sealed, sign] = await Promise.all([
    profile.suite.envelope.seal(plaintext, options),
    profile.suite.envelope.sign(plaintext, context, options),
  ])
  return JSON.stringify({ code, msg, data: sealed, sign })
}

/** Opens an answer. An answer that nobody proved is an error, never data. */
export async function openResponse<Id extends SealedId>(
  profile: Profile,
  binding: Binding<Id>,
  body: Uint8Array,
  options: Options,
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
  // A page of records: `JSON.parse`, because the validator refuses every integer that it may have rounded.
  const answer: unknown = parse(decodeUtf8(body))
  return { answer: withCode(answer, operation, codes.reading), assurance: 'transport' } as const
}

async function openSealed(profile: Profile, binding: Binding, body: Uint8Array, options: SuiteOptions) {
  const { operation } = binding
  const outer = readJson(decodeUtf8(body), { longestText: answerLimits.body })
  if (!isJsonObject(outer)) throw new Rejection('framing')
  const code = 'code' in outer ? String(plainContent(outer['code'] ?? null, new Set())) : '0'
  if (code !== '0') throw unauthenticated(operation, code)
  const data = Object.keys(outer).length === 1 ? outer['data'] : undefined
  if (typeof data !== 'string' || data === '') throw new Rejection('unsealed')
  const { time: _time, ...context } = answerContext(profile.party.own, profile, binding)
  const { plaintext } = await verifiedQuery(profile.suite, data, context, options)
  const answer = withCode(parse(textOf(plaintext)), operation, profile.codes.reading)
  return { answer: unwrapped(answer, operation), assurance: 'signature' } as const
}

function unwrapped(answer: unknown, operation: SealedId): unknown {
  if (factsOf(operation).family !== 'mpc' || !isMembers(answer)) return answer
  return String(answer['code']) === '0' ? answer['data'] : answer
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
  if (content === 'none')
    return { answer: { code, msg, ...nothingIn(opened) }, assurance: 'signature' } as const
  return {
    answer: { code, msg, data: plainContent(opened, new Set(wireNumbers)) },
    assurance: 'signature',
  } as const
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

function answerContext(
  audience: string,
  { appId }: Profile,
  { path, time, request }: Binding,
  answer?: { code: string; msg: string },
): Context {
  return {
    direction: 'answer',
    audience,
    appId,
    path,
    time,
    ...(answer && { answer: { ...answer, request } }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Rejection('json')
  }
}

function fits<Id extends SealedId>(operation: Id, value: unknown): value is Answers[Id] {
  return predicates[operation](value)
}
