// Requests, from plain to sealed and back.
import type { Parameters } from '@custody-wallet/types'
import { type Operation, operations } from '@custody-wallet/types/operations'
import { explain, sizeOf } from '@custody-wallet/types/validate'

import { encodeUtf8 } from '../bytes/encodings.ts'
import { EncryptionError, Rejection } from '../errors.ts'
import { quoted } from '../json/writer.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import { type Limits, requestLimits } from '../limits.ts'
import type { OpenedRequest, SealedRequest, SealOptions } from '../party/party.ts'
import type { Profile, SealedId } from '../profile/profile.ts'
import type { Context, SuiteOptions } from '../suite.ts'
import type { EnvelopeFrame, QueryFrame, RequestFrame } from './frames.ts'
import { factsOf, fitsParameters, ownMembers, plainMembers, requestText, shownNames } from './members.ts'
import { contentOf, verifiedEnvelope, verifiedQuery } from './verified.ts'

/** Seals a plain request for the other party. */
export async function sealRequest<Id extends SealedId>(
  profile: Profile,
  operation: Id,
  parameters: Parameters[Id],
  { now, segments, ...options }: SealOptions & { readonly now: number },
): Promise<SealedRequest<Id>> {
  const { method, family, schemas } = factsOf(operation)
  const own = ownMembers(parameters)
  if (!fitsParameters(operation, own))
    throw new EncryptionError('PARAMETERS_INVALID', { operation, issues: explain(schemas.parameters, own) })
  const path = pathOf(operation, { ...profile.segments, ...segments })
  const plaintext = encodeUtf8(requestText(operation, own, profile, now))
  const time = family === 'v1' ? Math.floor(now / unitsOfTime[profile.time.unit]) : now
  const context = requestContext(profile.party.peer, profile.appId, path, String(time))
  const limits = requestLimitsOf(operation)
  if (plaintext.length > limits.content) throw tooLong(operation)
  const seal = family === 'v1' ? sealEnvelope : sealQuery
  const { request, length, ...carried } = await seal(profile, plaintext, context, { ...options, now, limits })
  if (length > limits.data) throw tooLong(operation)
  return { operation, method, path, ...carried, binding: { operation, path, time: context.time, request } }
}

async function sealQuery(
  { suite, appId }: Profile,
  plaintext: Uint8Array,
  context: Context,
  options: SuiteOptions,
) {
  const data = await suite.query.seal(plaintext, context, options)
  const query = new URLSearchParams({ app_id: appId, data }).toString()
  return { query, request: data, length: data.length }
}

async function sealEnvelope(
  { suite, appId }: Profile,
  plaintext: Uint8Array,
  context: Context,
  options: SuiteOptions,
) {
  const [data, sign] = await Promise.all([
    suite.envelope.seal(plaintext, options),
    suite.envelope.sign(plaintext, context, options),
  ])
  const body = `{"app_id":${JSON.stringify(appId)},"time":${context.time},"sign":${quoted(sign)},"data":${quoted(data)}}`
  return { query: '', body, request: sign, length: data.length }
}

const tooLong = (operation: SealedId): EncryptionError =>
  new EncryptionError('PARAMETERS_INVALID', {
    operation,
    issues: [{ pointer: '', message: 'is too long for one message' }],
  })

interface OpeningOptions extends KeyOptions {
  readonly frame: RequestFrame
  readonly now: number
  /** Called with the names of members that a genuine request has and its call does not know. */
  readonly onIgnored: (members: readonly string[]) => void
}

/** Opens a sealed request. An authentic request that does not fit the call is returned with its issues. */
export async function openRequest<Id extends SealedId>(
  profile: Profile,
  operation: Id,
  path: string,
  { frame, now, onIgnored, ...options }: OpeningOptions,
): Promise<OpenedRequest<Id>> {
  const isEnvelope = frame.kind === 'envelope'
  const { family, schemas } = factsOf(operation)
  if ((family === 'v1') !== isEnvelope) throw new Rejection('framing')
  if (!isPathOf(operation, path)) throw new Rejection('context')
  if (isEnvelope) checkTime(frame, profile)
  if (frame.appId !== profile.appId) throw new Rejection('merchant')
  const suiteOptions = { ...options, now, limits: requestLimitsOf(operation) }
  const { content, time } = isEnvelope
    ? await openEnvelope(profile, path, frame, suiteOptions)
    : await openQuery(profile, path, frame, suiteOptions)
  const { parameters, ignored, time: filled } = plainMembers(operation, content, profile)
  // The seal of a query may bind a time, and its content has one: both must be equal.
  if (time !== undefined && filled !== undefined && time !== filled) throw new Rejection('context')
  if (ignored.length > 0) onIgnored(shownNames(ignored))
  const { envelope, query } = profile.suite
  const request = isEnvelope ? envelope.canonical(frame.sign) : query.canonical(frame.data)
  const binding = { operation, path, time: time ?? filled ?? '', request }
  const assurance = isEnvelope ? 'signature' : query.assurance
  const opened = { operation, appId: frame.appId, assurance, binding } as const
  if (fitsParameters(operation, parameters)) return { ...opened, parameters }
  return { ...opened, issues: explain(schemas.parameters, parameters) }
}

async function openQuery(profile: Profile, path: string, { appId, data }: QueryFrame, options: SuiteOptions) {
  const { time: _time, ...context } = requestContext(profile.party.own, appId, path, '')
  const { plaintext, time } = await verifiedQuery(profile.suite, data, context, options)
  return { content: contentOf(plaintext), time }
}

async function openEnvelope(profile: Profile, path: string, frame: EnvelopeFrame, options: SuiteOptions) {
  const context = requestContext(profile.party.own, frame.appId, path, frame.time)
  const plaintext = await verifiedEnvelope(profile.suite, frame, context, options)
  return { content: contentOf(plaintext), time: frame.time }
}

const requestContext = (audience: string, appId: string, path: string, time: string): Context => ({
  direction: 'request',
  audience,
  appId,
  path,
  time,
})

const unitsOfTime = { milliseconds: 1, seconds: 1000 } as const

// Milliseconds have 12 digits since 1973, and seconds have 10 until 2286.
function checkTime({ time, quotedTime }: EnvelopeFrame, { time: { unit, reading }, numbers }: Profile): void {
  const read = time.length < 12 ? 'seconds' : 'milliseconds'
  if (reading === 'unit' && read !== unit) throw new Rejection('framing')
  if (quotedTime && numbers === 'as-shown') throw new Rejection('framing')
}

/**
 * The path of a call, with the segments of a profile. A segment that is missing or cannot be in a path is a `TypeError`.
 */
export function pathOf(operation: SealedId, segments: Readonly<Record<string, string>>): string {
  const template = factsOf(operation).path
  if (!template.includes('{')) return template
  return template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const text = segments[name]
    if (text === undefined || !isSegment(text))
      throw new TypeError(
        `segments.${name} must be a text of letters, digits and .~_- to call ${operation}. Set it in the profile or in the options.`,
      )
    return text
  })
}

/** Whether a path is that of a call, with any text in its segments. */
function isPathOf(operation: SealedId, path: string): boolean {
  const template = factsOf(operation).path
  if (path === template || !template.includes('{')) return path === template
  const [expected, found] = [template.split('/'), path.split('/')]
  const agree = (part: string, at: number) =>
    part.startsWith('{') ? isSegment(found[at] ?? '') : part === found[at]
  return expected.length === found.length && expected.every(agree)
}

const isSegment = (text: string): boolean => /^[\w.~-]+$/.test(text) && !/^\.+$/.test(text)

/** Bytes for a text that the contract does not limit. Addresses and ids of all known coins are shorter. */
const openText = 192

/** Bytes for longer texts, escapes, and members that the codec fills in or a reader ignores. */
const extra = 2048

const contentLimit = ({ schemas }: Operation): number => {
  const { bytes, open } = sizeOf(schemas.parameters)
  return Math.min(requestLimits.content, bytes + open * openText + extra)
}

const limits: ReadonlyMap<string, Limits> = new Map(
  Object.values(operations).map((operation) => [
    operation.id,
    { ...requestLimits, content: contentLimit(operation) },
  ]),
)

/** Limits of the requests of one call: longer messages are rejected before a key is used. */
export const requestLimitsOf = (id: SealedId): Limits => limits.get(id) ?? requestLimits
