import { compare } from '@custody-wallet/types/arithmetic'

import type { Delivery } from './delivery.ts'
import { type Change, isSame } from './observer.ts'
import type { Target, Session } from './session.ts'

/** What a case found; undefined if the receiver behaves as required. */
export type Finding =
  | { readonly problem: string }
  /** Why the case has no verdict. */
  | { readonly obstacle: string }
  | undefined

export interface Case {
  readonly id: string
  /** What a receiver that passes does. */
  readonly title: string
  /** The sentence of the interface that requires it. Without one, the case only warns. */
  readonly sentence?: string
  readonly run: (session: Session) => Promise<Finding>
}

export const sentences = {
  response: 'The deposit notification is answered with the request_id it carried.',
  emptyResponse: 'The internal notification is answered with no data.',
  signedResponse:
    "Response `sign`: signature, made with the responding party's private key, over the MD5 of the plaintext response data.",
  signature:
    "Request `sign`: signature, made with the sending party's private key, over the MD5 of the plaintext request data.",
  envelope: 'v1 POST endpoints: envelope fields `app_id` (customer ID), `time` (int64 timestamp), `sign` and `data`.',
  addresses: 'The same txid with different addresses is notified separately.',
  sum: 'The same txid with the same address is notified with the amounts added up.',
  requestId: 'For the same deposit the request_id must stay unchanged; otherwise the deposit is credited twice.',
  content:
    'Deposit notification request content, in order: request_id (unique identifier of one request), from address, to address, transaction id, amount, confirmations, coin name, hot wallet balance, a flag (1 success, 0 failure), memo identifier.',
  memo: 'For a memo-type coin only one address is registered, and the memo is allocated by the receiving party.',
  fees: 'The internal notification is used for transactions that consume miner fees other than cash withdrawal, for example collection and transfer to a cold wallet, mainly to deduct miner fees.',
} as const

/** Compares what some work credits or deducts with the expected amount. */
export async function expectChange(
  session: Session,
  expected: string,
  work: () => Promise<unknown>,
  target: Target = {},
): Promise<Finding> {
  const { what = 'credited' } = target
  const change = await session.change(work, { ...target, expected: [expected] })
  if (change === undefined) return { obstacle: `The probe returned no amount for what is ${what}.` }
  return isSame(change.amount, expected) ? undefined : { problem: describeWrongChange(change, expected, what) }
}

/** Describes an unexpected change. A total that falls means lost data instead of a wrong amount. */
export function describeWrongChange({ amount, totals }: Change, expected: string, what = 'credited'): string {
  const [before, after] = totals
  return compare(after, before) < 0
    ? `the ${what} total fell from ${before} to ${after}: keep it across restarts of the receiver`
    : `${what} ${amount} instead of ${expected}`
}

export const isAccepted = ({ outcome }: Delivery): boolean => outcome === 'signed' || outcome === 'plain'

export const sendAll = (session: Session, ...sequence: readonly Parameters<Session['send']>[0][]) =>
  async function send(): Promise<void> {
    for (const notification of sequence) await session.send(notification)
  }
