// Payments from outside: what a customer of the merchant does with a wallet.
import { sentUnitsOf } from '../amounts.ts'
import { type Coin, coinOf } from '../chain/coins.ts'
import { addressOf } from '../chain/notation.ts'
import {
  type Effects,
  presentTxid,
  repeated,
  send,
  type Transaction,
  waitFor,
} from '../chain/transactions.ts'
import type { Work } from '../work.ts'
import { depositOf } from './deposit-lifecycle.ts'

export interface Payment {
  readonly symbol: string
  readonly to: string
  readonly amount: string
  readonly memo?: string | undefined
  /** Address that the coins leave; one of the outside world unless given. */
  readonly from?: string | undefined
  /** Id of the transaction; a new one unless given. */
  readonly txid?: string | undefined
}

/** What a payment made. */
export interface Paid {
  readonly txid: string
  /** Id of the deposit; absent where the address belongs to no user. */
  readonly deposit?: number
  /** Why the payment makes no deposit; absent where it makes one. */
  readonly hint?: string
}

/** Pays to an address. A user's deposit address makes a deposit. */
export async function pay(work: Work, payment: Payment, effects: Effects): Promise<Paid> {
  const coin = await coinOf(work.db, payment.symbol)
  await checkNew(work, payment)
  const transaction = await send(work, coin, {
    symbol: coin.symbol,
    from: payment.from ?? addressOf(work, coin.network, 'outside'),
    to: payment.to,
    memo: payment.memo,
    txid: payment.txid,
    amount: sentUnitsOf(payment.amount, coin.decimals),
  })
  const { txid } = transaction
  const deposit = await receive(work, transaction, effects)
  return deposit === undefined ? { txid, hint: await hintOf(work, coin, payment) } : { txid, deposit }
}

/** Why a payment makes no deposit: its address or its memo may be mistyped. */
async function hintOf({ db }: Work, coin: Coin, { symbol, to, memo = '' }: Payment): Promise<string> {
  const registered = await db
    .selectFrom('addresses')
    .select('id')
    .where('symbol', '=', symbol)
    .where('address', '=', to)
    .executeTakeFirst()
  const effect = 'The payment makes no deposit, and changes no balance:'
  if (!registered)
    return `${effect} no merchant has the address ${to} in ${symbol}. Check the address and the coin.`
  if (coin.memo === 1)
    return `${effect} no user of ${to} has the memo ${memo || '(empty)'}. Give the memo of a user.`
  if (memo !== '') return `${effect} ${symbol} has no memos. Leave the memo out.`
  return `${effect} no user has the address ${to} yet. Assign it with addresses.assign before you pay.`
}

/**
 * Makes the deposit of a transaction that pays a user, and returns its id. A payment between users of the sandbox has a
 * record at each end.
 */
export async function receive(
  work: Work,
  transaction: Transaction,
  effects: Effects,
): Promise<number | undefined> {
  const deposit = await depositOf(work, transaction)
  if (!deposit) return undefined
  const own = transaction.subject === '' ? transaction : await repeated(work, transaction)
  await waitFor(work, own, { kind: 'deposit', id: deposit.id }, effects)
  return deposit.id
}

// One transaction may pay several addresses, but each of them once.
async function checkNew(work: Work, { memo = '', symbol, to, txid }: Payment): Promise<void> {
  if (txid === undefined) return
  const isFormer = (await presentTxid(work, { txid, symbol, address_to: to, memo })) !== txid
  const known = await work.db
    .selectFrom('transactions')
    .select('id')
    .where('txid', '=', txid)
    .where('symbol', '=', symbol)
    .where('address_to', '=', to)
    .where('memo', '=', memo)
    .executeTakeFirst()
  if (known || isFormer) throw new TypeError(`The chain has ${txid} to ${to} already: give another txid.`)
}
