// Probes send messages that the codec does not write, so this module seals them itself.
import {
  createParty,
  isEncryptionError,
  type ProfileSettings,
  type Profile,
  type SealedId,
} from '@custody-wallet/encryption'
import { buildPath, requestLimits } from '@custody-wallet/encryption/internal'
import { type Fetch, readBody, type Urls } from '@custody-wallet/types/http'
import { operations } from '@custody-wallet/types/operations'

import { readField } from '../json-values.ts'

/** How the service handled a message. */
export interface ProbeResult {
  /**
   * `understood`: success, or a failure other than the next two. `rejected`: the code of a damaged message. `invalid`: the
   * code of a message without parameters. `unopened`: the response does not open. `lost`: no response of the service.
   */
  readonly outcome: 'understood' | 'rejected' | 'invalid' | 'unopened' | 'lost'
  readonly status: number
  readonly code: string | undefined
  /** Fields of the body, with their types as HTTP carries them. */
  readonly outer: Readonly<Record<string, unknown>>
  /** Content of the response, if it opens. */
  readonly data: unknown
}

/** How a message differs from one of the codec. */
export interface Variation {
  /** Whether a query is sent as a form. */
  readonly isForm?: boolean
  /** Whether one character of the sealed text is changed. */
  readonly isDamaged?: boolean
  /** Time of an envelope, or of the content of a query. */
  readonly time?: number
  readonly segments?: Profile['segments']
}

export interface Service {
  /** The profile with all settings found so far. */
  readonly profile: Profile
  /** Settings found so far that differ from the original profile. */
  readonly changes: Partial<ProfileSettings>
  readonly learn: (profileSettings: Partial<ProfileSettings>) => void
  /** Codes of the service for damaged messages and for messages without parameters. */
  readonly codes: { rejected: Set<string>; invalid: Set<string> }
  /** Sends a call with these fields. Adds `time`, `charset` and `version` to a query unless `fields` has them. */
  readonly ask: (id: SealedId, fields: object, variation?: Variation) => Promise<ProbeResult>
  /** Makes the token call with a timestamp. Resolves with the code of the response. */
  readonly token: (timestamp: number) => Promise<string | undefined>
  readonly now: () => number
}

export interface ServiceOptions {
  readonly profile: Profile
  readonly urls: Urls
  readonly apiKey: { readonly reveal: () => string }
  readonly fetch: Fetch
  readonly clock: () => number
  /** Waits until the next call may be made. */
  readonly pace: () => Promise<void>
  readonly timeout: number
}

/** Creates a client that sends probes. */
export function createService(options: ServiceOptions): Service {
  const { urls, apiKey, clock, pace } = options
  let changes: Partial<ProfileSettings> = {}
  const getProfile = (): Profile => ({ ...options.profile, ...changes })
  const codes = { rejected: new Set<string>(), invalid: new Set<string>() }
  const send = async (url: string, init: RequestInit): Promise<SentResponse> => {
    await pace()
    try {
      const signal = AbortSignal.timeout(options.timeout)
      const response = await options.fetch(url, { ...init, signal, redirect: 'error' })
      return { status: response.status, bytes: await readBody(response.body, mostBytes, signal) }
    } catch {
      return { status: 0, bytes: new Uint8Array() }
    }
  }
  return {
    get profile() {
      return getProfile()
    },
    get changes() {
      return changes
    },
    learn(profileSettings) {
      changes = { ...changes, ...profileSettings }
    },
    codes,
    now: clock,
    async ask(id, fields, variation = {}) {
      const profile = getProfile()
      const message = await sealMessage(profile, id, { fields, variation, now: clock() })
      const sentResponse = await send(
        (id in v1 ? urls.v1 : urls.base).replace(/\/$/, '') + message.target,
        message.init,
      )
      return readResult(sentResponse, { profile, message, id, codes })
    },
    async token(timestamp) {
      const headers = { 'api-key': apiKey.reveal(), timestamp: String(timestamp) }
      const sentResponse = await send(`${urls.openPlatform.replace(/\/$/, '')}${operations.getToken.path}`, {
        headers,
      })
      return readCode(parseOuter(sentResponse.bytes))
    },
  }
}

const mostBytes = 1024 * 1024

interface SentResponse {
  readonly status: number
  readonly bytes: Uint8Array
}

const v1 = Object.fromEntries(
  Object.values(operations)
    .filter(({ family }) => family === 'v1')
    .map(({ id }) => [id, true]),
)

interface Message {
  readonly target: string
  readonly init: RequestInit
  readonly path: string
  readonly time: string
  /** The canonical request that a response may be bound to. */
  readonly request: string
}

interface Content {
  readonly fields: object
  readonly variation: Variation
  readonly now: number
}

async function sealMessage(profile: Profile, id: SealedId, { fields, variation, now }: Content): Promise<Message> {
  const { suite, appId, party } = profile
  const { family } = operations[id]
  const path = buildPath(id, variation.segments ?? profile.segments)
  const time = variation.time ?? now
  const commonFields = family === 'v1' ? {} : { time, charset: 'utf-8', ...(family === 'v2' && { version: 'v2' }) }
  const text = JSON.stringify({ ...commonFields, ...fields })
  const plaintext = new TextEncoder().encode(text)
  const context = { direction: 'request', audience: party.peer, appId, path, time: String(time) } as const
  const options = { limits: requestLimits, now, merchant: appId }
  if (family !== 'v1') {
    const data = damageText(await suite.query.seal(plaintext, context, options), variation)
    const query = new URLSearchParams({ app_id: appId, data }).toString()
    const request = suite.query.canonicalize(data)
    if (variation.isForm !== true)
      return { target: `${path}?${query}`, init: { method: 'GET' }, path, time: context.time, request }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { target: path, init: { method: 'POST', headers, body: query }, path, time: context.time, request }
  }
  const [data, sign] = await Promise.all([
    suite.envelope.seal(plaintext, options),
    suite.envelope.sign(plaintext, context, options),
  ])
  const body = JSON.stringify({ app_id: appId, time, sign, data: damageText(data, variation) })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return { target: path, init, path, time: context.time, request: suite.envelope.canonicalize(sign) }
}

// A letter in the middle, because the last letter of base64 can have several spellings.
function damageText(text: string, { isDamaged = false }: Variation): string {
  if (!isDamaged) return text
  const at = Math.floor(text.length * 0.7)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

interface ReadOptions {
  readonly profile: Profile
  readonly message: Message
  readonly id: SealedId
  readonly codes: Service['codes']
}

async function readResult(
  { status, bytes }: SentResponse,
  { profile, message, id, codes }: ReadOptions,
): Promise<ProbeResult> {
  const outer = parseOuter(bytes)
  const { path, time, request } = message
  const common = { status, outer }
  if (status !== 200) return { ...common, outcome: 'lost', code: undefined, data: undefined }
  const determineOutcome = (code: string) =>
    codes.rejected.has(code) ? 'rejected' : codes.invalid.has(code) ? 'invalid' : 'understood'
  try {
    const binding = { operation: id, path, time, request }
    const sealedRequest = { operation: id, method: operations[id].method, path, query: '', binding }
    const { response } = await createParty(profile).openResponse(sealedRequest, bytes)
    const code = readCode(response) ?? '0'
    return { ...common, outcome: determineOutcome(code), code, data: readData(response) }
  } catch (error) {
    if (isEncryptionError(error, 'FAILURE_UNPROVED')) {
      const code = error.context.unprovedCode
      return { ...common, outcome: determineOutcome(code), code, data: undefined }
    }
    // The response opened, so the service understood the request.
    const isOpen = isEncryptionError(error, 'RESPONSE_INVALID')
    return { ...common, outcome: isOpen ? 'understood' : 'unopened', code: readCode(outer), data: undefined }
  }
}

function parseOuter(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function readCode(response: unknown): string | undefined {
  const code = readField(response, 'code')
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined
}

const readData = (response: unknown): unknown =>
  readCode(response) === undefined ? response : readField(response, 'data')
