import type { DepositNotification } from '@custody-wallet/types'

import { type Case, expectChange, sendAll, sentences } from './case.ts'
import type { Changes } from './delivery.ts'
import type { Account } from './observer.ts'
import { pickOtherCoin, pickOtherMemo, getAccountFields, type Session } from './session.ts'

/** How the first deposit differs from the second one, which must be credited. */
interface Difference {
  readonly deposit?: Partial<DepositNotification>
  readonly changes?: Changes
  /** Account of the second deposit (default: the first account). */
  readonly account?: Account
}

interface KeyPart {
  readonly part: string
  readonly sentence: string
  /** A string is the reason why the case has no verdict. */
  readonly differ: (session: Session) => Difference | string
}

const parts: readonly KeyPart[] = [
  {
    part: 'app_id',
    sentence: sentences.envelope,
    differ: ({ otherAppId }) =>
      otherAppId === undefined
        ? 'Set --other-app-id to a second app_id of the receiver with the same keys.'
        : { changes: { appId: otherAppId } },
  },
  {
    part: 'coin',
    sentence: sentences.content,
    differ: ({ accounts: [{ symbol }] }) => ({ deposit: { symbol: pickOtherCoin(symbol) } }),
  },
  {
    part: 'txid',
    sentence: sentences.content,
    differ: (session) => ({ deposit: { txid: session.deposit().txid } }),
  },
  {
    part: 'address',
    sentence: sentences.addresses,
    differ: ({ accounts: [, second] }) => ({ deposit: getAccountFields(second) }),
  },
  {
    part: 'memo',
    sentence: sentences.memo,
    differ: ({ memoAccount }) =>
      memoAccount
        ? { deposit: { memo: pickOtherMemo(memoAccount.memo) }, account: memoAccount }
        : 'Set --memo-account to an account of a coin with memos.',
  },
]

export const keyCases: readonly Case[] = parts.map(({ part, sentence, differ }, at) => ({
  id: `key/${at + 1}`,
  title: `credits a deposit that differs from another one only in its ${part}`,
  sentence,
  async run(session) {
    const difference = differ(session)
    if (typeof difference === 'string') return { obstacle: difference }
    const { account = session.accounts[0], changes, deposit: differing } = difference
    const deposit = { ...session.deposit(), ...getAccountFields(account) }
    const { request_id } = session.deposit()
    // The receiver may or may not know the account of the first deposit.
    await session.send({ ...deposit, ...differing, request_id }, changes)
    return expectChange(session, '0.5', sendAll(session, deposit), { account })
  },
}))
