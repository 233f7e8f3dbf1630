import type { Parameters } from '@custody-wallet/types'
import { checkUrl, type Urls } from '@custody-wallet/types/http'
import { findMismatches } from '@custody-wallet/types/mismatches'
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'
import { copyParameters } from '@custody-wallet/types/validate'

import type { OpenedResponse } from '../codec/messages.ts'
import { EncryptionError } from '../errors.ts'
import type { KeyOptions } from '../keys/interfaces.ts'
import type { OpenOptions, Party } from '../party/party.ts'
import type { SealedId } from '../profile/profile.ts'

/** A call of the plain view. Its parameters are checked before they are sealed. */
export interface PlainCall {
  readonly operation: SealedId
  readonly parameters: unknown
  /** Path segments, if they differ from those of the profile. */
  readonly segments?: Readonly<Record<string, string>> | undefined
}

/** A sealed call to send, and the function that opens its response. Retry with the same bytes. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /**
   * Opens the body of a response with HTTP status 200. The result fits the contract, belongs to this call, and is verified
   * as far as the profile allows.
   */
  readonly open: (body: Uint8Array, options?: OpenOptions) => Promise<OpenedResponse>
}

const accept = { accept: 'application/json' } as const
const acceptJson = { ...accept, 'content-type': 'application/json' } as const

/**
 * Makes the function that seals calls and opens their responses, on which `createSealingFetch`, `createSealingMiddleware`
 * and the sealed client are built.
 */
export function createExchange(
  party: Party,
  { urls }: { readonly urls: Urls },
): (call: PlainCall, options?: KeyOptions) => Promise<Exchange> {
  const addresses = checkUrls(urls)
  return async ({ operation, parameters: input, segments = {} }, options = {}) => {
    const parameters = copyParameters(input)
    markTyped(parameters)
    const request = await party.sealRequest(operation, parameters, { ...options, segments })
    const { method, path, query, body } = request
    return {
      method,
      url: `${getAddress(addresses, operation)}${path}${query && `?${query}`}`,
      headers: body === undefined ? accept : acceptJson,
      ...(body !== undefined && { body }),
      async open(bytes, openOptions) {
        const response = await party.openResponse(request, bytes, openOptions)
        const issues = findMismatches(operation, parameters, response.response)
        if (issues.length > 0) throw new EncryptionError('RESPONSE_MISMATCHED', { operation, issues })
        return response
      },
    }
  }
}

// The party checks the parameters before it seals them.
function markTyped(_parameters: unknown): asserts _parameters is Parameters[SealedId] {}

const servers = {
  open_platform_url: 'openPlatform',
  base_url: 'base',
  v1_url: 'v1',
} as const satisfies Record<Operation['server'], keyof Urls>

export function checkUrls({ openPlatform = '', base = '', v1 = '' }: Partial<Urls> = {}): Urls {
  return {
    openPlatform: checkUrl(openPlatform, 'urls.openPlatform'),
    base: checkUrl(base, 'urls.base'),
    v1: checkUrl(v1, 'urls.v1'),
  }
}

/** Returns the address that serves a call. */
export const getAddress = (urls: Urls, operation: OperationId): string => urls[servers[operations[operation].server]]

/** The body of a request. */
export interface OnceBody {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly duplex: 'half'
  readonly headers: { readonly 'content-length': string }
}

/**
 * Makes a body that can be sent only once: a stream. After HTTP 421, the `fetch` of Node automatically sends a request
 * again, with an empty body, unless its body is a stream.
 */
export function createOnceBody(text: string): OnceBody {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  return { body, duplex: 'half', headers: { 'content-length': String(bytes.byteLength) } }
}
