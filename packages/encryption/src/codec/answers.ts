// Answers, from plain to sealed and back. An answer whose sender is not proven is an error, never data.
import type { Answers } from '@custody-wallet/types'
import { explain, parseStrictly } from '@custody-wallet/types/validate'

import { decodeUtf8, encodeUtf8 } from '../bytes/encodings.ts'
import { EncryptionError, Rejection } from '../errors.ts'
import { readJson } from '../json/reader.ts'
import { isJsonObject, isMembers } from '../json/value.ts'
import { quoted, writeJson } from '../json/writer.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import { answerLimits } from '../limits.ts'
import type { Assurance, Binding, OpenedAnswer } from '../party/party.ts'
import type { Profile, SealedId } from '../profile/profile.ts'
import type { Context, SuiteOptions } from '../suite.ts'
import { type AnswerFrame, readAnswerFrame } from './frames.ts'
import { factsOf, fitsAnswer, ownMembers } from './members.ts'
import { plainContent } from './values.ts'
import { contentOf, verifiedEnvelope, verifiedQuery } from './verified.ts'

type AnswerOptions = KeyOptions & { readonly now: number }

/** Seals a plain answer for the other party. The text is the HTTP body. */
export async function sealResponse<Id extends SealedId>(
  profile: Profile,
  binding: Binding<Id>,
  answer: Answers[Id],
  options: AnswerOptions,
): Promise<string> {
  const { operation } = binding
  const own = ownMembers(answer)
  if (!fitsAnswer(operation, own))
    throw new TypeError(`The handler of ${operation} returned an answer that does not fit the contract.`)
  const body = await sealedBody(profile, binding, own, { ...options, limits: answerLimits })
  const length = Buffer.byteLength(body)
  if (length > answerLimits.body) throw tooLong(operation, `${length} bytes sealed`, answerLimits.body)
  return body
}

const tooLong = (operation: SealedId, length: string, most: number): TypeError =>
  new TypeError(
    `The handler of ${operation} returned an answer that is too long: ${length}, of at most ${most}.`,
  )

// The sealed text is longer, and sealing one that cannot fit would take seconds under classic.
function plaintextOf(operation: SealedId, text: string): Uint8Array {
  const bytes = encodeUtf8(text)
  if (bytes.byteLength <= answerLimits.content) return bytes
  throw tooLong(operation, `${bytes.byteLength} bytes`, answerLimits.content)
}

async function sealedBody(
  profile: Profile,
  binding: Binding,
  answer: unknown,
  options: SuiteOptions,
): Promise<string> {
  const { family } = factsOf(binding.operation)
  if (family === 'v1') return sealEnvelope(profile, binding, answer, options)
  if (profile.answers === 'plain') return writeJson(answer)
  // Sealed MPC answers have an envelope; plain ones have it only for failures.
  const content =
    family === 'mpc' && !isFailure(answer) ? { code: '0', msg: 'success', data: answer } : answer
  const context = answerContext(profile.party.peer, profile, binding)
  const data = await profile.suite.query.seal(
    plaintextOf(binding.operation, writeJson(content)),
    context,
    options,
  )
  return `{"data":${quoted(data)}}`
}

const isFailure = (answer: unknown): boolean => isMembers(answer) && 'code' in answer

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
  const plaintext = plaintextOf(binding.operation, writeJson(data ?? {}, numbers))
  const outcome = { code: String(code), msg: String(msg) }
  const context = answerContext(profile.party.peer, profile, binding, outcome)
  const [sealed, sign] = await Promise.all([
    profile.suite.envelope.seal(plaintext, options),
    profile.suite.envelope.sign(plaintext, context, options),
  ])
  return `{"code":${outcome.code},"msg":${JSON.stringify(outcome.msg)},"data":${quoted(sealed)},"sign":${quoted(sign)}}`
}

/** Opens an answer. An answer whose sender is not proven is an error, never data. */
export async function openResponse<Id extends SealedId>(
  profile: Profile,
  binding: Binding<Id>,
  body: Uint8Array,
  options: AnswerOptions,
): Promise<OpenedAnswer<Id>> {
  if (body.byteLength > answerLimits.body) throw new Rejection('limit')
  const { operation } = binding
  const { family, schemas } = factsOf(operation)
  const open = openers[family === 'v1' ? 'envelope' : profile.answers]
  const opened = await open(profile, binding, body, { ...options, limits: answerLimits })
  const { answer, assurance } = opened
  if (fitsAnswer(operation, answer)) return { answer, assurance }
  throw new EncryptionError('ANSWER_INVALID', { operation, issues: explain(schemas.answer, answer) })
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

async function openPlain({ codes }: Profile, { operation }: Binding, body: Uint8Array) {
  return { answer: withCode(parse(body), operation, codes.reading), assurance: 'transport' } as const
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
  const isEnveloped = factsOf(operation).family === 'mpc' && isMembers(answer)
  return {
    answer: isEnveloped && codeOf(answer['code']) === '0' ? answer['data'] : answer,
    assurance: profile.suite.query.assurance,
  } as const
}

async function openEnvelope(profile: Profile, binding: Binding, body: Uint8Array, options: SuiteOptions) {
  const { operation } = binding
  const { content, wireNumbers } = factsOf(operation).answer
  const frame = readAnswerFrame(body, profile.codes.reading)
  const { code: codeText, msg } = frame
  const code = Number(codeText)
  if (frame.data === '' || frame.sign === '')
    return { answer: blankAnswer(profile, operation, frame), assurance: 'transport' } as const
  // If no signature covers the code, anyone between the parties may have written the failure.
  if (code !== 0 && !profile.suite.binds.has('answer')) throw unauthenticated(operation, codeText)
  const context = answerContext(profile.party.own, profile, binding, { code: codeText, msg })
  const plaintext = await verifiedEnvelope(profile.suite, frame, context, options)
  if (code !== 0) return { answer: { code, msg }, assurance: 'signature' } as const
  const opened = contentOf(plaintext)
  const plain = content === 'none' ? noContent(opened) : { data: plainContent(opened, new Set(wireNumbers)) }
  return { answer: { code, msg, ...plain }, assurance: 'signature' } as const
}

// Blank members prove nothing. They mean "success without content" if the profile accepts that, and never data.
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

function noContent(content: ReturnType<typeof contentOf>): object {
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

// Deployments send codes as numbers or as text; the contract shows text for v2.
function withCode(answer: unknown, operation: SealedId, reading: 'as-shown' | 'either'): unknown {
  if (reading === 'as-shown' || factsOf(operation).family !== 'v2' || !isMembers(answer)) return answer
  return typeof answer['code'] === 'number' ? { ...answer, code: String(answer['code']) } : answer
}

// The exact reader takes five times as long, and answers other than envelopes have no fractions.
function parse(body: Uint8Array): unknown {
  const value = parseStrictly(body)
  if (value === undefined) throw new Rejection('json')
  return value
}

/** Context of an answer: that of its request, and its code and message if the suite binds them. */
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
