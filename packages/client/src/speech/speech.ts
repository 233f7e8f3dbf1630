import type { OperationId } from '@custody-wallet/types/operations'

import type { Assurance } from '../calls/types.ts'
import type { Source } from '../errors/tree.ts'

/** A call as a caller makes it. Nobody has checked the parameters yet. */
export interface Asked {
  readonly operation: OperationId
  readonly parameters: unknown
  /** Path segments, where they are not those of the client. */
  readonly segments?: Readonly<Record<string, string>> | undefined
}

/** What goes over the wire. */
export interface Outgoing {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** An answer that was opened, proven as far as it can be, and fits the contract. */
export interface Reading {
  readonly answer: unknown
  readonly assurance: Assurance
}

/** An answer with the HTTP response that carried it. */
export interface Outcome extends Reading {
  readonly operation: OperationId
  readonly status: number
  readonly headers: Headers
}

/** A call that is ready to go. The same call may go several times. */
export interface Prepared {
  /** What one attempt sends. */
  request(signal: AbortSignal): Outgoing | Promise<Outgoing>
  /** Reads an answer, or throws what is wrong with it. */
  read(body: Uint8Array, signal: AbortSignal, source: Source): Reading | Promise<Reading>
  /** Whether the reason for a refusal was removed meanwhile, so that the call may go once more. */
  readonly mend?: ((refusal: Refusal) => boolean) | undefined
}

/** How an attempt came out that did not succeed: an answer, or an error. */
export type Refusal = { readonly outcome: Outcome } | { readonly error: unknown }

/** A way to say calls and to understand answers: sealed, plain, or that of the token call. */
export interface Speech {
  prepare(asked: Asked, signal: AbortSignal): Promise<Prepared>
}

/** The token call in its own speech, all others in another. */
export const bothOf = (token: Speech, others: Speech): Speech => ({
  prepare: (asked, signal) => (asked.operation === 'getToken' ? token : others).prepare(asked, signal),
})
