import {
  isEncryptionError,
  type RejectionReason,
  type RejectionReport,
  type SealedId,
} from '@custody-wallet/encryption'
import { type createExchange, createOnceBody } from '@custody-wallet/encryption/internal'
import type { Fetch } from '@custody-wallet/types/http'

import { ResponseError } from '../errors/errors.ts'
import type { PlainCall, PreparedCall, Protocol } from './protocol.ts'
import { noteReason } from './reasons.ts'

/** Sends the token with a sealed call, and replaces it when the service rejects it. */
export interface TokenAttachment {
  headers(): Promise<Readonly<Record<string, string>>>
  readonly recover: NonNullable<PreparedCall['recover']>
}

export interface SealedProtocolOptions {
  readonly exchange: ReturnType<typeof createExchange>
  readonly maxUrlLength: number
  readonly attachment?: ((operation: SealedId) => TokenAttachment) | undefined
  /** Protocol of the token call, which is not encrypted. */
  readonly tokenCalls: Protocol
}

/** Encrypts and signs calls. Retries send the same bytes, so that receivers recognize them as duplicates. */
export function createSealedProtocol({
  exchange,
  maxUrlLength,
  attachment,
  tokenCalls,
}: SealedProtocolOptions): Protocol {
  return {
    async prepare(call, signal) {
      if (call.operation === 'getToken') return tokenCalls.prepare(call, signal)
      markSealed(call)
      const { operation, parameters } = call
      const { open, ...request } = await translateErrors(operation, () => exchange(call, { signal }), parameters)
      if (request.url.length > maxUrlLength)
        throw (await loadExplanations()).createUrlError(operation, request.url.length, maxUrlLength)
      const read: PreparedCall['read'] = async (body, ending, source) => {
        if (!isMessage(body)) throw new ResponseError('RESPONSE_UNREADABLE', operation, source)
        let reason: RejectionReason | undefined
        const onRejected = (report: RejectionReport): void => void ({ reason } = report)
        try {
          return await translateErrors(operation, () => open(body, { signal: ending, onRejected }))
        } catch (error) {
          noteReason(error, reason)
          throw error
        }
      }
      // The caller's own token is sent as it is, and its rejection does not concern the shared one.
      const tokenPart = call.headers?.['access-token'] === undefined ? attachment?.(operation) : undefined
      if (!tokenPart) return { createRequest: () => request, read }
      return {
        createRequest: async () => ({
          ...request,
          headers: { ...request.headers, ...(await tokenPart.headers()) },
        }),
        read,
        recover: tokenPart.recover,
      }
    },
  }
}

// Safe, because another protocol handles the token call.
function markSealed(_call: PlainCall): asserts _call is PlainCall & { readonly operation: SealedId } {}

const [openingBrace, openingBracket, space] = [123, 91, 32]

// Messages are JSON objects or lists. HTML and empty bodies get an error of their own.
function isMessage(body: Uint8Array): boolean {
  const first = body.find((byte) => byte > space)
  return first === openingBrace || first === openingBracket
}

const loadExplanations = async () => import('../errors/explain.ts')

/** Runs a step of the encryption package, and turns its errors into errors of the client. */
export async function translateErrors<T>(
  operation: SealedId,
  step: () => Promise<T>,
  parameters?: unknown,
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!isEncryptionError(error)) throw error
    throw (await loadExplanations()).translateEncryptionError(operation, error, parameters)
  }
}

/** Wraps `fetch` so that each body can be sent once: on HTTP 421, the `fetch` of Node would send a POST again. */
export const preventResend =
  (fetch: Fetch): Fetch =>
  (url, init) => {
    if (typeof init.body !== 'string') return fetch(url, init)
    const { headers, ...body } = createOnceBody(init.body)
    return fetch(url, {
      ...init,
      ...body,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers },
    })
  }
