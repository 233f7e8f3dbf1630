// Two deposits that differ in one part of what identifies them: each is credited.
import type { DepositNotification } from '@custody-wallet/types'

import { type Case, expectChange, sendAll, sentences } from './case.ts'
import type { Changes } from './delivery.ts'
import type { Account } from './observer.ts'
import { otherCoin, otherMemo, placeOf, type Session } from './session.ts'

/** How a first deposit differs from the second one, which must be credited. */
interface Difference {
  readonly deposit?: Partial<DepositNotification>
  readonly changes?: Changes
  /** Who gets the second deposit; the first account unless given. */
  readonly account?: Account
}

interface KeyPart {
  readonly part: string
  readonly sentence: string
  /** A text says why the case cannot be judged. */
  readonly differ: (session: Session) => Difference | string
}

const parts: readonly KeyPart[] = [
  {
    part: 'app_id',
    sentence: sentences.envelope,
    differ: ({ otherAppId }) =>
      otherAppId === undefined
        ? 'Give --other-app-id, a second app_id of the receiver with the same keys.'
        : { changes: { appId: otherAppId } },
  },
  {
    part: 'coin',
    sentence: sentences.content,
    differ: ({ accounts: [{ symbol }] }) => ({ deposit: { symbol: otherCoin(symbol) } }),
  },
  {
    part: 'txid',
    sentence: sentences.content,
    differ: (session) => ({ deposit: { txid: session.deposit().txid } }),
  },
  {
    part: 'address',
    sentence: sentences.addresses,
    differ: ({ accounts: [, second] }) => ({ deposit: placeOf(second) }),
  },
  {
    part: 'memo',
    sentence: sentences.memo,
    differ: ({ memoAccount }) =>
      memoAccount
        ? { deposit: { memo: otherMemo(memoAccount.memo) }, account: memoAccount }
        : 'Give --memo-account, an account of a coin with memos.',
  },
]

export const keyCases: readonly Case[] = parts.map(({ part, sentence, differ }, at) => ({
  id: `key/${at + 1}`,
  title: `credits a deposit that differs from another one only in its ${part}`,
  sentence,
  async run(session) {
    const difference = differ(session)
    if (typeof difference === 'string') return { unseen: difference }
    const { account = session.accounts[0], changes, deposit: differing } = difference
    const deposit = { ...session.deposit(), ...placeOf(account) }
    const { request_id } = session.deposit()
    // Whether the receiver knows the account of the first one does not matter.
    await session.send({ ...deposit, ...differing, request_id }, changes)
    return expectChange(session, '0.5', sendAll(session, deposit), { account })
  },
}))
