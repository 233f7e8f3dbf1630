// What all cases share: what a case is, the sentences of the interface, and the comparison with what was credited.
import { compare } from '@custody-wallet/types/arithmetic'

import type { Delivery } from './delivery.ts'
import { type Change, isSame } from './observer.ts'
import type { Place, Session } from './session.ts'

/** What a case found; nothing where the receiver does what it must. */
export type Finding =
  | { readonly problem: string }
  /** Why the case cannot be judged. */
  | { readonly unseen: string }
  | undefined

export interface Case {
  readonly id: string
  /** What a receiver does that passes. */
  readonly title: string
  /** The sentence of the interface that requires it. A case without one only warns. */
  readonly sentence?: string
  readonly run: (session: Session) => Promise<Finding>
}

export const sentences = {
  response: 'The deposit notification is responded with the request_id it carried.',
  emptyAnswer: 'The internal notification is responded with no data.',
  signedAnswer:
    "Response `sign`: signature, made with the responding party's private key, over the MD5 of the plaintext response data.",
  signature:
    "Request `sign`: signature, made with the sending party's private key, over the MD5 of the plaintext request data.",
  envelope:
    'v1 POST endpoints: envelope fields `app_id` (customer ID), `time` (int64 timestamp), `sign` and `data`.',
  addresses: 'The same txid with different addresses is notified separately.',
  sum: 'The same txid with the same address is notified with the amounts added up.',
  requestId:
    'For the same deposit the request_id must stay unchanged; otherwise the deposit is credited twice.',
  content:
    'Deposit notification request content, in order: request_id (unique identifier of one request), from address, to address, transaction id, amount, confirmations, coin name, hot wallet balance, a flag (1 success, 0 failure), memo identifier.',
  memo: 'For a memo-type coin only one address is registered, and the memo is allocated by the receiving party.',
  fees: 'The internal notification is used for transactions that consume miner fees other than cash withdrawal, for example collection and transfer to a cold wallet, mainly to deduct miner fees.',
} as const

/** What is credited or deducted by some work, compared with what should be. */
export async function expectChange(
  session: Session,
  expected: string,
  work: () => Promise<unknown>,
  place: Place = {},
): Promise<Finding> {
  const { what = 'credited' } = place
  const change = await session.change(work, { ...place, expected: [expected] })
  if (change === undefined) return { unseen: `The probe does not tell what is ${what}.` }
  return isSame(change.amount, expected) ? undefined : { problem: otherChange(change, expected, what) }
}

/** An unexpected change in words. An amount that was credited never falls, so a fall is no amount. */
export function otherChange({ amount, totals }: Change, expected: string, what = 'credited'): string {
  const [before, after] = totals
  return compare(after, before) < 0
    ? `what is ${what} fell from ${before} to ${after}: keep it when the receiver starts again`
    : `${what} ${amount} instead of ${expected}`
}

export const isAccepted = ({ outcome }: Delivery): boolean => outcome === 'signed' || outcome === 'plain'

export const sendAll = (session: Session, ...sequence: readonly Parameters<Session['send']>[0][]) =>
  async function send(): Promise<void> {
    for (const notification of sequence) await session.send(notification)
  }
