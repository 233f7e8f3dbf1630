import type { Parameters } from '@custody-wallet/types'
import { checkedAddress, type Urls } from '@custody-wallet/types/http'
import { mismatchesOf } from '@custody-wallet/types/mismatches'
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'

import { EncryptionError } from '../errors.ts'
import { isMembers } from '../json/value.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import type { OpenedAnswer, Party } from '../party/party.ts'
import type { SealedId } from '../profile/profile.ts'

/** A call of the plain view. Its parameters are checked before anything is sealed. */
export interface PlainCall {
  readonly operation: SealedId
  readonly parameters: unknown
  /** Path segments, where they are not those of the profile. */
  readonly segments?: Readonly<Record<string, string>> | undefined
}

/** One sealed call: what to send, and how to open the answer. Receivers recognise a repetition by its bytes. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /**
   * Opens the body of an answer with HTTP status 200. The result is verified as far as the profile can, fits the
   * contract and belongs to this call.
   */
  readonly open: (body: Uint8Array, options?: KeyOptions) => Promise<OpenedAnswer>
}

const accept = { accept: 'application/json' } as const
const acceptJson = { ...accept, 'content-type': 'application/json' } as const

/**
 * Makes the function that seals calls and opens their answers. `sealingFetch`, `sealingMiddleware` and the sealed
 * client are built on it.
 */
export function createExchange(
  party: Party,
  urls: Urls,
): (call: PlainCall, options?: KeyOptions) => Promise<Exchange> {
  const addresses = checkedUrls(urls)
  return async ({ operation, parameters: given, segments = {} }, options = {}) => {
    const parameters = copyOf(given)
    markTyped(parameters)
    const sealed = await party.sealRequest(operation, parameters, { ...options, segments })
    const { method, path, query, body } = sealed
    return {
      method,
      url: `${addressOf(addresses, operation)}${path}${query && `?${query}`}`,
      headers: body === undefined ? accept : acceptJson,
      ...(body !== undefined && { body }),
      async open(bytes, opening) {
        const opened = await party.openResponse(sealed, bytes, opening)
        const issues = mismatchesOf(operation, parameters, opened.answer)
        if (issues.length > 0) throw new EncryptionError('ANSWER_MISMATCHED', { operation, issues })
        return opened
      },
    }
  }
}

// The answer is compared with what was sealed, and a caller may change its object meanwhile. Parameters are texts,
// numbers and lists of them.
function copyOf(given: unknown): unknown {
  if (!isMembers(given)) return given
  const copy = ([name, value]: [string, unknown]) =>
    [name, Array.isArray(value) ? [...value] : value] as const
  return Object.fromEntries(Object.entries(given).map(copy))
}

// For the compiler alone: the party checks the parameters before it seals them.
function markTyped(_parameters: unknown): asserts _parameters is Parameters[SealedId] {}

const servers = {
  open_platform_url: 'openPlatform',
  base_url: 'base',
  v1_url: 'v1',
} as const satisfies Record<Operation['server'], keyof Urls>

/** Checks the addresses of a service. */
export function checkedUrls({ openPlatform = '', base = '', v1 = '' }: Partial<Urls> = {}): Urls {
  return {
    openPlatform: checkedAddress(openPlatform, 'urls.openPlatform'),
    base: checkedAddress(base, 'urls.base'),
    v1: checkedAddress(v1, 'urls.v1'),
  }
}

/** Address that serves a call. */
export const addressOf = (urls: Urls, operation: OperationId): string =>
  urls[servers[operations[operation].server]]

/** A text as the body of a request. */
export interface OnceBody {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly duplex: 'half'
  readonly headers: { readonly 'content-length': string }
}

/**
 * Makes a body that can be sent once. On HTTP 421, the `fetch` of Node repeats a request by itself, and the body of a
 * POST is then empty; it does not repeat a request whose body is a stream.
 */
export function onceBody(text: string): OnceBody {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  return { body, duplex: 'half', headers: { 'content-length': String(bytes.byteLength) } }
}
