import { unitsOf } from '../amounts.ts'
import { depositOf } from '../resources/deposits.ts'
// Payments from outside: what a customer of the merchant does with a wallet.
import { derived, type Work } from '../work.ts'
import { coinOf } from './coins.ts'
import { type Effects, repeated, send, type Transaction, waitFor } from './transactions.ts'

export interface Payment {
  readonly symbol: string
  readonly to: string
  readonly amount: string
  readonly memo?: string | undefined
  /** Address that the coins leave; one of the outside world unless given. */
  readonly from?: string | undefined
}

/** Pays to an address. A user's deposit address makes a deposit. */
export async function pay(work: Work, payment: Payment, effects: Effects): Promise<Transaction> {
  const coin = await coinOf(work.db, payment.symbol)
  const transaction = await send(work, coin, {
    symbol: coin.symbol,
    from: payment.from ?? derived(work.seed, 'outside').slice(0, 40),
    to: payment.to,
    memo: payment.memo,
    amount: unitsOf(payment.amount, coin.decimals),
  })
  await receive(work, transaction, effects)
  return transaction
}

/** Makes the deposit of a transaction that pays a user. A payment between users of the sandbox has a record at each end. */
export async function receive(work: Work, transaction: Transaction, effects: Effects): Promise<void> {
  const deposit = await depositOf(work, transaction)
  if (!deposit) return
  const own = transaction.subject === '' ? transaction : await repeated(work, transaction)
  await waitFor(work, own, { kind: 'deposit', id: deposit.id }, effects)
}
