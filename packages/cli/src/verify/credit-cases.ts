import type { DepositNotification } from '@custody-wallet/types'

import { type Case, expectChange, type Finding, sendAll, sentences } from './case.ts'
import type { Account } from './observer.ts'
import { pickOtherCoin, pickOtherMemo, getAccountFields, type Session } from './session.ts'

/** Checks that messages credit 0.5 to the first account and 0.5 to another one. */
async function expectBoth(
  session: Session,
  account: Account,
  ...sequence: readonly DepositNotification[]
): Promise<Finding> {
  let finding: Finding
  const first = await expectChange(session, '0.5', async () => {
    finding = await expectChange(session, '0.5', sendAll(session, ...sequence), { account })
  })
  return first ?? finding
}

export const creditCases: readonly Case[] = [
  {
    id: 'credit/1',
    title: 'credits the user of the address and no other',
    sentence: sentences.content,
    run(session) {
      const [, second] = session.accounts
      return expectBoth(session, second, session.deposit(), session.deposit(getAccountFields(second)))
    },
  },
  {
    id: 'credit/2',
    title: 'credits the difference if the amounts of a deposit add up to more',
    sentence: sentences.sum,
    run(session) {
      const deposit = session.deposit()
      return expectChange(session, '0.75', sendAll(session, deposit, { ...deposit, amount: '0.75' }))
    },
  },
  {
    id: 'credit/3',
    title: 'credits nothing for a smaller amount of a known deposit',
    run(session) {
      const deposit = session.deposit()
      return expectChange(session, '0.5', sendAll(session, deposit, { ...deposit, amount: '0.25' }))
    },
  },
  {
    id: 'credit/4',
    title: 'credits nothing for the flag 0, and once for a later flag 1',
    sentence: sentences.content,
    async run(session) {
      const deposit = session.deposit()
      const failed = await expectChange(session, '0', sendAll(session, { ...deposit, status: 0 }))
      return failed ?? expectChange(session, '0.5', sendAll(session, deposit, deposit))
    },
  },
  {
    id: 'credit/5',
    title: 'credits 18 decimals exactly',
    sentence: sentences.content,
    run(session) {
      const amount = '1234567.123456789012345678'
      return expectChange(session, amount, sendAll(session, session.deposit({ amount })))
    },
  },
  {
    id: 'credit/6',
    title: 'credits the user of the memo and no other',
    sentence: sentences.memo,
    async run(session) {
      const { memoAccount } = session
      if (!memoAccount) return { obstacle: 'Set --memo-account to an account of a coin with memos.' }
      const deposit = session.deposit(getAccountFields(memoAccount))
      const other = session.deposit({
        ...getAccountFields(memoAccount),
        memo: pickOtherMemo(memoAccount.memo),
      })
      return expectBoth(session, memoAccount, session.deposit(), other, deposit)
    },
  },
  {
    id: 'credit/7',
    title: 'keeps a credit if the flag 0 follows the flag 1',
    run(session) {
      const deposit = session.deposit()
      return expectChange(session, '0.5', sendAll(session, deposit, { ...deposit, status: 0 }))
    },
  },
  {
    id: 'credit/8',
    title: 'credits the account of the coin and no other',
    sentence: sentences.content,
    run(session) {
      const deposit = session.deposit()
      const other = session.deposit({ symbol: pickOtherCoin(deposit.symbol) })
      return expectChange(session, '0.5', sendAll(session, other, deposit))
    },
  },
]
