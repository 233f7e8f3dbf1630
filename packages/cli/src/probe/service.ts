// Messages that are sealed by hand: a probe sends what the codec would not, and looks at what comes back.
import {
  createParty,
  isEncryptionError,
  type Knobs,
  type Profile,
  type SealedId,
} from '@custody-wallet/encryption'
import { pathOf, requestLimits } from '@custody-wallet/encryption/internal'
import { readBody, type Urls } from '@custody-wallet/types/http'
import { operations } from '@custody-wallet/types/operations'

import { memberOf } from '../values.ts'

/** How the service took a message. */
export interface Got {
  /**
   * `understood`: it answered with success, or with a failure that is neither of the two below. `refused`: the code of a
   * damaged message. `invalid`: the code of a message without parameters. `unopened`: an answer that does not open.
   * `lost`: no answer of the service.
   */
  readonly outcome: 'understood' | 'refused' | 'invalid' | 'unopened' | 'lost'
  readonly status: number
  readonly code: string | undefined
  /** Members of the body, with their types as HTTP carries them. */
  readonly outer: Readonly<Record<string, unknown>>
  /** Content of the answer, if it opened. */
  readonly data: unknown
}

/** Variations of a message. */
export interface Variation {
  /** Sends a query as a form. */
  readonly form?: boolean
  /** Changes the last character of the sealed text. */
  readonly damaged?: boolean
  /** Time of an envelope, or of the content of a query. */
  readonly time?: number
  readonly segments?: Profile['segments']
}

export interface Service {
  /** The profile with all knobs that were learned so far. */
  readonly profile: Profile
  /** Knobs that were learned, and differ from the profile of the settings. */
  readonly changes: Partial<Knobs>
  readonly learn: (knobs: Partial<Knobs>) => void
  /** Codes that the service gives to damaged and to empty messages. */
  readonly codes: { refused: Set<string>; invalid: Set<string> }
  /** Sends a call with these members. `time`, `charset` and `version` of a query are added unless `members` has them. */
  readonly ask: (id: SealedId, members: object, variation?: Variation) => Promise<Got>
  /** The token call with a timestamp. Resolves with the code of the answer. */
  readonly token: (timestamp: number) => Promise<string | undefined>
  readonly now: () => number
}

export interface ServiceOptions {
  readonly profile: Profile
  readonly urls: Urls
  readonly apiKey: { readonly reveal: () => string }
  readonly fetch: typeof globalThis.fetch
  readonly clock: () => number
  /** Waits until the next call may be made. */
  readonly pace: () => Promise<void>
  readonly timeout: number
}

/** The service of a profile. */
export function serviceOf(options: ServiceOptions): Service {
  const { urls, apiKey, clock, pace } = options
  let changes: Partial<Knobs> = {}
  const current = (): Profile => ({ ...options.profile, ...changes })
  const codes = { refused: new Set<string>(), invalid: new Set<string>() }
  const send = async (url: string, init: RequestInit): Promise<Sent> => {
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
      return current()
    },
    get changes() {
      return changes
    },
    learn(knobs) {
      changes = { ...changes, ...knobs }
    },
    codes,
    now: clock,
    async ask(id, members, variation = {}) {
      const profile = current()
      const message = await sealedBy(profile, id, { members, variation, now: clock() })
      const sent = await send(
        (id in v1 ? urls.v1 : urls.base).replace(/\/$/, '') + message.target,
        message.init,
      )
      return gotFrom(sent, { profile, message, id, codes })
    },
    async token(timestamp) {
      const headers = { 'api-key': apiKey.reveal(), timestamp: String(timestamp) }
      const sent = await send(`${urls.openPlatform.replace(/\/$/, '')}${operations.getToken.path}`, {
        headers,
      })
      return codeOf(outerOf(sent.bytes))
    },
  }
}

const mostBytes = 1024 * 1024

interface Sent {
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
  /** The text that an answer may be bound to. */
  readonly request: string
}

interface Content {
  readonly members: object
  readonly variation: Variation
  readonly now: number
}

async function sealedBy(
  profile: Profile,
  id: SealedId,
  { members, variation, now }: Content,
): Promise<Message> {
  const { suite, appId, party } = profile
  const { family } = operations[id]
  const path = pathOf(id, variation.segments ?? profile.segments)
  const time = variation.time ?? now
  const filled = family === 'v1' ? {} : { time, charset: 'utf-8', ...(family === 'v2' && { version: 'v2' }) }
  const text = JSON.stringify({ ...filled, ...members })
  const plaintext = new TextEncoder().encode(text)
  const context = { direction: 'request', audience: party.peer, appId, path, time: String(time) } as const
  const options = { limits: requestLimits, now, merchant: appId }
  if (family !== 'v1') {
    const data = spelled(await suite.query.seal(plaintext, context, options), variation)
    const query = new URLSearchParams({ app_id: appId, data }).toString()
    const request = suite.query.canonical(data)
    if (variation.form !== true)
      return { target: `${path}?${query}`, init: { method: 'GET' }, path, time: context.time, request }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { target: path, init: { method: 'POST', headers, body: query }, path, time: context.time, request }
  }
  const [data, sign] = await Promise.all([
    suite.envelope.seal(plaintext, options),
    suite.envelope.sign(plaintext, context, options),
  ])
  const body = JSON.stringify({ app_id: appId, time, sign, data: spelled(data, variation) })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return { target: path, init, path, time: context.time, request: suite.envelope.canonical(sign) }
}

// One letter in the middle: the ends of a text can have more than one spelling.
function spelled(text: string, { damaged = false }: Variation): string {
  if (!damaged) return text
  const at = Math.floor(text.length * 0.7)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

interface Asked {
  readonly profile: Profile
  readonly message: Message
  readonly id: SealedId
  readonly codes: Service['codes']
}

async function gotFrom({ status, bytes }: Sent, { profile, message, id, codes }: Asked): Promise<Got> {
  const outer = outerOf(bytes)
  const { path, time, request } = message
  const common = { status, outer }
  if (status !== 200) return { ...common, outcome: 'lost', code: undefined, data: undefined }
  const outcomeOf = (code: string) =>
    codes.refused.has(code) ? 'refused' : codes.invalid.has(code) ? 'invalid' : 'understood'
  try {
    const binding = { operation: id, path, time, request }
    const sealed = { operation: id, method: operations[id].method, path, query: '', binding }
    const { answer } = await createParty(profile).openResponse(sealed, bytes)
    const code = codeOf(answer) ?? '0'
    return { ...common, outcome: outcomeOf(code), code, data: dataOf(answer) }
  } catch (error) {
    if (isEncryptionError(error, 'ANSWER_UNAUTHENTICATED')) {
      const code = error.context.remoteCode
      return { ...common, outcome: outcomeOf(code), code, data: undefined }
    }
    // What breaks the contract was opened, and so the request was understood.
    const isOpened = isEncryptionError(error, 'ANSWER_INVALID')
    return { ...common, outcome: isOpened ? 'understood' : 'unopened', code: codeOf(outer), data: undefined }
  }
}

function outerOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function codeOf(answer: unknown): string | undefined {
  const code = memberOf(answer, 'code')
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined
}

const dataOf = (answer: unknown): unknown =>
  codeOf(answer) === undefined ? answer : memberOf(answer, 'data')
