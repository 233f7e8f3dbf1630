// Seals plain requests, and opens sealed ones.
import type { Parameters } from '@custody-wallet/types'
import { type Operation, operations } from '@custody-wallet/types/operations'
import { copyParameters, explain, computeSize } from '@custody-wallet/types/validate'

import { encodeUtf8 } from '../bytes/encodings.ts'
import { EncryptionError, Rejection } from '../errors.ts'
import { quote } from '../json/writer.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import { type Limits, requestLimits } from '../limits.ts'
import type { Dialect, SealedId } from '../profile/profile.ts'
import type { Context, SuiteOptions } from '../suite.ts'
import { getOperation, isValidParameters, toPlainFields, writeRequestText, toSafeNames } from './fields.ts'
import type { EnvelopeFrame, QueryFrame, RequestFrame } from './frames.ts'
import type { OpenedRequest, SealedRequest, SealOptions } from './messages.ts'
import { parseContent, decryptEnvelope, decryptQuery } from './verified.ts'

/** Seals a plain request for the other party. */
export async function sealRequest<Id extends SealedId>(
  profile: Dialect,
  operation: Id,
  parameters: Parameters[Id],
  { now, segments, ...options }: SealOptions & { readonly now: number },
): Promise<SealedRequest<Id>> {
  const { method, family, schemas } = getOperation(operation)
  const ownFields = copyParameters(parameters)
  if (!isValidParameters(operation, ownFields))
    throw new EncryptionError('PARAMETERS_INVALID', {
      operation,
      issues: explain(schemas.parameters, ownFields),
    })
  const path = buildPath(operation, { ...profile.segments, ...segments })
  const plaintext = encodeUtf8(writeRequestText(operation, ownFields, profile, now))
  const time = family === 'v1' ? Math.floor(now / unitsOfTime[profile.time.unit]) : now
  const context = createRequestContext(profile.party.peer, profile.appId, path, String(time))
  const limitsByOperation = getRequestLimits(operation)
  if (plaintext.length > limitsByOperation.content) throw createTooLongError(operation)
  const seal = family === 'v1' ? sealEnvelope : sealQuery
  const { request, length, ...message } = await seal(profile, plaintext, context, {
    ...options,
    now,
    limits: limitsByOperation,
  })
  if (length > limitsByOperation.data) throw createTooLongError(operation)
  return { operation, method, path, ...message, binding: { operation, path, time: context.time, request } }
}

async function sealQuery({ suite, appId }: Dialect, plaintext: Uint8Array, context: Context, options: SuiteOptions) {
  const data = await suite.query.seal(plaintext, context, options)
  const query = new URLSearchParams({ app_id: appId, data }).toString()
  return { query, request: data, length: data.length }
}

async function sealEnvelope({ suite, appId }: Dialect, plaintext: Uint8Array, context: Context, options: SuiteOptions) {
  const [data, sign] = await Promise.all([
    suite.envelope.seal(plaintext, options),
    suite.envelope.sign(plaintext, context, options),
  ])
  const body = `{"app_id":${JSON.stringify(appId)},"time":${context.time},"sign":${quote(sign)},"data":${quote(data)}}`
  return { query: '', body, request: sign, length: data.length }
}

const createTooLongError = (operation: SealedId): EncryptionError =>
  new EncryptionError('PARAMETERS_INVALID', {
    operation,
    issues: [{ pointer: '', message: 'is too long for one message' }],
  })

interface OpenRequestOptions extends KeyOptions {
  readonly frame: RequestFrame
  readonly now: number
  /** Called with the names of fields that a genuine request has, but its call does not. */
  readonly onIgnored: (fields: readonly string[]) => void
}

/** Opens a sealed request. An authentic request that does not fit the call is returned with its issues. */
export async function openRequest<Id extends SealedId>(
  profile: Dialect,
  operation: Id,
  path: string,
  { frame, now, onIgnored, ...options }: OpenRequestOptions,
): Promise<OpenedRequest<Id>> {
  const isEnvelope = frame.kind === 'envelope'
  const { family, schemas } = getOperation(operation)
  if ((family === 'v1') !== isEnvelope) throw new Rejection('framing')
  if (!isOperationPath(operation, path)) throw new Rejection('context')
  if (isEnvelope) checkTime(frame, profile)
  if (frame.appId !== profile.appId) throw new Rejection('merchant')
  const suiteOptions = { ...options, now, limits: getRequestLimits(operation) }
  const { content, time } = isEnvelope
    ? await openEnvelope(profile, path, frame, suiteOptions)
    : await openQuery(profile, path, frame, suiteOptions)
  const { parameters, ignoredFields, time: contentTime } = toPlainFields(operation, content, profile)
  // The seal of a query may bind a time, which must equal the time in the content.
  if (time !== undefined && contentTime !== undefined && time !== contentTime) throw new Rejection('context')
  if (ignoredFields.length > 0) onIgnored(toSafeNames(ignoredFields))
  const { envelope, query } = profile.suite
  const request = isEnvelope ? envelope.canonicalize(frame.sign) : query.canonicalize(frame.data)
  const binding = { operation, path, time: time ?? contentTime ?? '', request }
  const assurance = isEnvelope ? 'signature' : query.assurance
  const message = { operation, appId: frame.appId, assurance, binding } as const
  if (isValidParameters(operation, parameters)) return { ...message, parameters }
  return { ...message, issues: explain(schemas.parameters, parameters) }
}

async function openQuery(profile: Dialect, path: string, { appId, data }: QueryFrame, options: SuiteOptions) {
  const { time: _time, ...context } = createRequestContext(profile.party.own, appId, path, '')
  const { plaintext, time } = await decryptQuery(profile.suite, data, context, options)
  return { content: parseContent(plaintext), time }
}

async function openEnvelope(profile: Dialect, path: string, frame: EnvelopeFrame, options: SuiteOptions) {
  const context = createRequestContext(profile.party.own, frame.appId, path, frame.time)
  const plaintext = await decryptEnvelope(profile.suite, frame, context, options)
  return { content: parseContent(plaintext), time: frame.time }
}

const createRequestContext = (audience: string, appId: string, path: string, time: string): Context => ({
  direction: 'request',
  audience,
  appId,
  path,
  time,
})

const unitsOfTime = { milliseconds: 1, seconds: 1000 } as const

// Milliseconds have 12 digits since 1973, and seconds have 10 until 2286.
function checkTime({ time, hasQuotedTime }: EnvelopeFrame, { time: { unit, reading }, numbers }: Dialect): void {
  const sentUnit = time.length < 12 ? 'seconds' : 'milliseconds'
  if (reading === 'unit' && sentUnit !== unit) throw new Rejection('framing')
  if (hasQuotedTime && numbers === 'documented') throw new Rejection('framing')
}

/**
 * Builds the path of a call with the segments of a profile. Throws a `TypeError` for a missing or invalid segment.
 */
export function buildPath(operation: SealedId, segments: Readonly<Record<string, string>>): string {
  const template = getOperation(operation).path
  if (!template.includes('{')) return template
  return template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const text = segments[name]
    if (text === undefined || !isSegment(text))
      throw new TypeError(
        `segments.${name} must be a string of letters, digits and .~_- to call ${operation}. Set it in the profile or in the options.`,
      )
    return text
  })
}

/** Tells whether a path belongs to a call, with any value in its segments. */
function isOperationPath(operation: SealedId, path: string): boolean {
  const template = getOperation(operation).path
  if (path === template || !template.includes('{')) return path === template
  const [expected, found] = [template.split('/'), path.split('/')]
  const isMatch = (part: string, at: number) => (part.startsWith('{') ? isSegment(found[at] ?? '') : part === found[at])
  return expected.length === found.length && expected.every(isMatch)
}

const isSegment = (text: string): boolean => /^[\w.~-]+$/.test(text) && !/^\.+$/.test(text)

/** Bytes for a string that the contract does not limit. Addresses and ids of all known coins are shorter. */
const openTextBytes = 192

/** Bytes for longer strings, escapes, and fields that the codec fills in or a reader ignores. */
const extraBytes = 2048

const computeContentLimit = ({ schemas }: Operation): number => {
  const { bytes, open } = computeSize(schemas.parameters)
  return Math.min(requestLimits.content, bytes + open * openTextBytes + extraBytes)
}

const limitsByOperation: ReadonlyMap<string, Limits> = new Map(
  Object.values(operations).map((operation) => [
    operation.id,
    { ...requestLimits, content: computeContentLimit(operation) },
  ]),
)

/** Returns the limits of a call's requests. Longer messages are rejected before a key is used. */
export const getRequestLimits = (id: SealedId): Limits => limitsByOperation.get(id) ?? requestLimits
