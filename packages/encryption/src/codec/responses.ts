// Seals plain responses, and opens sealed ones. A response whose sender is not proven is an error, never data.
import type { Responses } from '@custody-wallet/types'
import { explain, parseStrictly, isObject } from '@custody-wallet/types/validate'

import { decodeUtf8, encodeUtf8 } from '../bytes/encodings.ts'
import { EncryptionError, Rejection } from '../errors.ts'
import { readJson, isJsonObject } from '../json/reader.ts'
import { quote, writeJson } from '../json/writer.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import { responseLimits } from '../limits.ts'
import type { Dialect, SealedId } from '../profile/profile.ts'
import type { Context, SuiteOptions } from '../suite.ts'
import { getOperation, isValidResponse } from './fields.ts'
import { type ResponseFrame, readResponseFrame } from './frames.ts'
import type { Assurance, Binding, OpenedResponse } from './messages.ts'
import { toPlainContent } from './values.ts'
import { parseContent, decryptEnvelope, decryptQuery } from './verified.ts'

type ResponseOptions = KeyOptions & { readonly now: number }

/** Seals a plain response for the other party. Returns the HTTP body. */
export async function sealResponse<Id extends SealedId>(
  profile: Dialect,
  binding: Binding<Id>,
  response: Responses[Id],
  options: ResponseOptions,
): Promise<string> {
  const { operation } = binding
  // The checks and the writer both use the copy: otherwise the checks would read inherited fields that the writer skips.
  const ownFields: unknown = isObject(response) ? { ...response } : response
  if (!isValidResponse(operation, ownFields))
    throw new TypeError(`The handler of ${operation} returned a response that does not fit the contract.`)
  const body = await sealBody(profile, binding, ownFields, { ...options, limits: responseLimits })
  const length = Buffer.byteLength(body)
  if (length > responseLimits.body) throw createTooLongError(operation, `${length} sealed bytes`, responseLimits.body)
  return body
}

const createTooLongError = (operation: SealedId, length: string, most: number): TypeError =>
  new TypeError(
    `The handler of ${operation} returned a response that is too long: ${length}; at most ${most} are allowed.`,
  )

// Under classic, sealing a response that is too long anyway would take seconds.
function encodePlaintext(operation: SealedId, text: string): Uint8Array {
  const bytes = encodeUtf8(text)
  if (bytes.byteLength <= responseLimits.content) return bytes
  throw createTooLongError(operation, `${bytes.byteLength} bytes`, responseLimits.content)
}

async function sealBody(profile: Dialect, binding: Binding, response: unknown, options: SuiteOptions): Promise<string> {
  const { family } = getOperation(binding.operation)
  if (family === 'v1') return sealEnvelope(profile, binding, response, options)
  if (profile.responses === 'plain') return writeJson(response)
  // Sealed MPC responses have an envelope; plain ones have it only for failures.
  const content = family === 'mpc' && !isFailure(response) ? { code: '0', msg: 'success', data: response } : response
  const context = createResponseContext(profile.party.peer, profile, binding)
  const data = await profile.suite.query.seal(encodePlaintext(binding.operation, writeJson(content)), context, options)
  return `{"data":${quote(data)}}`
}

const isFailure = (response: unknown): boolean => isObject(response) && 'code' in response

async function sealEnvelope(
  profile: Dialect,
  binding: Binding,
  response: unknown,
  options: SuiteOptions,
): Promise<string> {
  const { code, msg, data } = isObject(response) ? response : {}
  const isBlank = data === undefined && profile.blankResponse === 'accept'
  if (isBlank) return JSON.stringify({ code, msg, data: '', sign: '' })
  const numbers = new Set<string>(getOperation(binding.operation).response.wireNumbers)
  const plaintext = encodePlaintext(binding.operation, writeJson(data ?? {}, numbers))
  const outcome = { code: String(code), msg: String(msg) }
  const context = createResponseContext(profile.party.peer, profile, binding, outcome)
  const [ciphertext, sign] = await Promise.all([
    profile.suite.envelope.seal(plaintext, options),
    profile.suite.envelope.sign(plaintext, context, options),
  ])
  return `{"code":${outcome.code},"msg":${JSON.stringify(outcome.msg)},"data":${quote(ciphertext)},"sign":${quote(sign)}}`
}

/** Opens a response. Throws if its sender is not proven. */
export async function openResponse<Id extends SealedId>(
  profile: Dialect,
  binding: Binding<Id>,
  body: Uint8Array,
  options: ResponseOptions,
): Promise<OpenedResponse<Id>> {
  if (body.byteLength > responseLimits.body) throw new Rejection('limit')
  const { operation } = binding
  const { family, schemas } = getOperation(operation)
  const open = openers[family === 'v1' ? 'envelope' : profile.responses]
  const message = await open(profile, binding, body, { ...options, limits: responseLimits })
  const { response, assurance } = message
  if (isValidResponse(operation, response)) return { response, assurance }
  throw new EncryptionError('RESPONSE_INVALID', { operation, issues: explain(schemas.response, response) })
}

type Opener = (
  profile: Dialect,
  binding: Binding,
  body: Uint8Array,
  options: SuiteOptions,
) => Promise<{ readonly response: unknown; readonly assurance: Assurance }>

const openers = { envelope: openEnvelope, plain: openPlain, sealed: openSealed } satisfies Record<string, Opener>

async function openPlain({ codes }: Dialect, { operation }: Binding, body: Uint8Array) {
  return { response: normalizeCode(parse(body), operation, codes.reading), assurance: 'transport' } as const
}

async function openSealed(profile: Dialect, binding: Binding, body: Uint8Array, options: SuiteOptions) {
  const { operation } = binding
  const outer = readJson(decodeUtf8(body), { longestText: responseLimits.body })
  if (!isJsonObject(outer)) throw new Rejection('framing')
  const code = 'code' in outer ? readCode(toPlainContent(outer['code'] ?? null)) : '0'
  if (code !== '0') throw createUnauthenticatedError(operation, code)
  const data = Object.keys(outer).length === 1 ? outer['data'] : undefined
  if (typeof data !== 'string' || data === '') throw new Rejection('unsealed')
  const { time: _time, ...context } = createResponseContext(profile.party.own, profile, binding)
  const { plaintext } = await decryptQuery(profile.suite, data, context, options)
  const response = normalizeCode(parse(plaintext), operation, profile.codes.reading)
  const isEnveloped = getOperation(operation).family === 'mpc' && isObject(response)
  return {
    response: isEnveloped && readCode(response['code']) === '0' ? response['data'] : response,
    assurance: profile.suite.query.assurance,
  } as const
}

async function openEnvelope(profile: Dialect, binding: Binding, body: Uint8Array, options: SuiteOptions) {
  const { operation } = binding
  const { content, wireNumbers } = getOperation(operation).response
  const frame = readResponseFrame(body, profile.codes.reading)
  const { code: codeText, msg } = frame
  const code = Number(codeText)
  if (frame.data === '' || frame.sign === '')
    return { response: readBlankResponse(profile, operation, frame), assurance: 'transport' } as const
  // If no signature covers the code, anyone between the parties may have written the failure.
  if (code !== 0 && !profile.suite.boundParts.has('response')) throw createUnauthenticatedError(operation, codeText)
  const context = createResponseContext(profile.party.own, profile, binding, { code: codeText, msg })
  const plaintext = await decryptEnvelope(profile.suite, frame, context, options)
  if (code !== 0) return { response: { code, msg }, assurance: 'signature' } as const
  const message = parseContent(plaintext)
  const plain = content === 'none' ? readNoContent(message) : { data: toPlainContent(message, new Set(wireNumbers)) }
  return { response: { code, msg, ...plain }, assurance: 'signature' } as const
}

// Blank fields prove nothing, so they never give data. If the profile accepts them, they mean a success without content.
function readBlankResponse(
  { blankResponse }: Dialect,
  operation: SealedId,
  { code, msg, data, sign }: ResponseFrame,
): unknown {
  const isAllowed =
    blankResponse === 'accept' && getOperation(operation).response.content === 'none' && data === '' && sign === ''
  if (code !== '0') throw createUnauthenticatedError(operation, code)
  if (!isAllowed) throw new Rejection('unsealed')
  return { code: 0, msg }
}

function readNoContent(content: ReturnType<typeof parseContent>): object {
  if (!isJsonObject(content) || Object.keys(content).length > 0) throw new Rejection('json')
  return {}
}

function readCode(code: unknown): string {
  if (typeof code !== 'string' && typeof code !== 'number') throw new Rejection('json')
  return String(code)
}

const createUnauthenticatedError = (operation: SealedId, code: unknown): EncryptionError =>
  new EncryptionError('FAILURE_UNPROVED', {
    operation,
    unprovedCode: /^-?\w{1,16}$/.test(String(code)) ? String(code) : '?',
  })

// Deployments send codes as numbers or strings; the contract has strings for v2.
function normalizeCode(response: unknown, operation: SealedId, reading: 'documented' | 'either'): unknown {
  if (reading === 'documented' || getOperation(operation).family !== 'v2' || !isObject(response)) return response
  return typeof response['code'] === 'number' ? { ...response, code: String(response['code']) } : response
}

// The exact reader takes five times as long, and only envelopes contain fractions.
function parse(body: Uint8Array): unknown {
  const value = parseStrictly(body)
  if (value === undefined) throw new Rejection('json')
  return value
}

/** Builds the context of a response: that of its request, with code and message if it is an envelope. */
function createResponseContext(
  audience: string,
  { appId }: Dialect,
  { path, time, request }: Binding,
  response?: { code: string; msg: string },
): Context {
  return {
    direction: 'answer',
    audience,
    appId,
    path,
    time,
    ...(response && { response: { ...response, request } }),
  }
}
