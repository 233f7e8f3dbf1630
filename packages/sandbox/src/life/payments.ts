// Payments from outside, as a customer of the merchant makes them.
import { toPositiveUnits } from '../amounts.ts'
import { type Coin, getCoin } from '../chain/coins.ts'
import { createAddress } from '../chain/notation.ts'
import {
  copyTransaction,
  dropTransaction,
  getCurrentTxid,
  parseTransactionSubject,
  sendTransaction,
  watchTransaction,
} from '../chain/transactions.ts'
import { findWalletAt } from '../merchants/wallets.ts'
import type { Work, Transaction } from '../work.ts'
import { dropDeposit, findOrCreateDeposit } from './deposits.ts'

export interface Payment {
  readonly symbol: string
  readonly to: string
  readonly amount: string
  readonly memo?: string | undefined
  /** Sender address. Default: an address of the outside world. */
  readonly from?: string | undefined
  /** Id of the transaction. Default: a new one. */
  readonly txid?: string | undefined
}

export interface PaymentResult {
  readonly txid: string
  /** Id of the deposit; absent if the address belongs to no user. */
  readonly deposit?: number
  /** Why the payment made no deposit; absent if it made one. */
  readonly hint?: string
}

/** Pays to an address. A payment to the deposit address of a user makes a deposit. */
export async function pay(work: Work, payment: Payment): Promise<PaymentResult> {
  const coin = await getCoin(work.db, payment.symbol)
  await checkNewTransaction(work, payment)
  const transaction = await sendTransaction(work, coin, {
    symbol: coin.symbol,
    from: payment.from ?? createAddress(work, coin.network, 'outside'),
    to: payment.to,
    memo: payment.memo,
    txid: payment.txid,
    amount: toPositiveUnits(payment.amount, coin.decimals),
  })
  const { txid } = transaction
  const deposit = await receiveTransaction(work, transaction)
  if (deposit !== undefined) return { txid, deposit }
  await checkNoWallet(work, coin, payment)
  return { txid, hint: await buildHint(work, coin, payment) }
}

// The coins would be lost: only mpc.fund credits a wallet.
async function checkNoWallet(work: Work, coin: Coin, { symbol, to, amount }: Payment): Promise<void> {
  const wallet = await findWalletAt(work, coin, to)
  if (wallet === undefined) return
  const { appId, number } = wallet
  throw new TypeError(
    `${to} is the address of MPC wallet ${number} of ${appId}, which chain.pay cannot pay: call mpc.fund({ appId: '${appId}', wallet: ${number}, symbol: '${symbol}', amount: '${amount}' }).`,
  )
}

/** Explains why a payment makes no deposit. */
async function buildHint({ db }: Work, coin: Coin, { symbol, to, memo = '' }: Payment): Promise<string> {
  const registeredAddress = await db
    .selectFrom('addresses')
    .select('id')
    .where('symbol', '=', symbol)
    .where('address', '=', to)
    .executeTakeFirst()
  const effect = 'The payment makes no deposit and changes no balance:'
  if (!registeredAddress)
    return `${effect} no merchant has the address ${to} in ${symbol}. Check the address and the coin.`
  if (coin.memo === 1) return `${effect} no user of ${to} has the memo ${memo || '(empty)'}. Use the memo of a user.`
  if (memo !== '') return `${effect} ${symbol} has no memos. Omit the memo.`
  return `${effect} no user has the address ${to} yet. Assign it with addresses.assign before you pay.`
}

/**
 * Records the deposit of a transaction that pays a user, and returns its id. A payment between users of the sandbox
 * also has a record of its sender.
 */
export async function receiveTransaction(work: Work, transaction: Transaction): Promise<number | undefined> {
  const deposit = await findOrCreateDeposit(work, transaction)
  if (!deposit) return undefined
  const ownTransaction = transaction.subject === '' ? transaction : await copyTransaction(work, transaction)
  await watchTransaction(work, ownTransaction, { kind: 'deposit', id: deposit.id })
  return deposit.id
}

/** Drops the deposit that a transaction made, before a block contains it. */
export async function dropReceivedTransaction(
  work: Work,
  { txid, symbol, address_to, memo }: Pick<Transaction, 'address_to' | 'memo' | 'symbol' | 'txid'>,
): Promise<void> {
  if (txid === '') return
  const transaction = await work.db
    .selectFrom('transactions')
    .selectAll()
    .where('txid', '=', txid)
    .where('symbol', '=', symbol)
    .where('address_to', '=', address_to)
    .where('memo', '=', memo)
    .where('subject', 'like', 'deposit %')
    .executeTakeFirst()
  if (!transaction) return
  const [, id] = parseTransactionSubject(transaction)
  await dropTransaction(work, transaction.subject)
  await dropDeposit(work, id)
}

// One transaction may pay several addresses, but each only once.
async function checkNewTransaction(work: Work, { memo = '', symbol, to, txid }: Payment): Promise<void> {
  if (txid === undefined) return
  const isFormer = (await getCurrentTxid(work, { txid, symbol, address_to: to, memo })) !== txid
  const knownTransaction = await work.db
    .selectFrom('transactions')
    .select('id')
    .where('txid', '=', txid)
    .where('symbol', '=', symbol)
    .where('address_to', '=', to)
    .where('memo', '=', memo)
    .executeTakeFirst()
  if (knownTransaction || isFormer)
    throw new TypeError(`Transaction ${txid} to ${to} exists already: use another txid.`)
}
