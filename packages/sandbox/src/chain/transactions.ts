import { sql } from 'kysely'

import { clearTimer, setTimer } from '../clock/timers.ts'
import { type SubjectKind, subjectKinds, type Transaction, type Work, type ReadOnlyWork } from '../work.ts'
import { type Coin, getCoin, isConfirmedBy } from './coins.ts'
import { computeHeight, type Network, getNetwork, computeBlockTime } from './networks.ts'
import { createTxid } from './notation.ts'

export interface NewTransaction {
  readonly symbol: string
  readonly from: string
  readonly to: string
  readonly memo?: string | undefined
  readonly amount: bigint
  readonly fee?: bigint | undefined
  /** Default: a new id. */
  readonly txid?: string | undefined
}

/** Sends a transaction, which waits for the next block. */
export async function sendTransaction(work: Work, coin: Coin, input: NewTransaction): Promise<Transaction> {
  const { db, now } = work
  const row = await db
    .insertInto('transactions')
    .values({
      txid: '',
      network: coin.network,
      symbol: coin.symbol,
      address_from: input.from,
      address_to: input.to,
      memo: input.memo ?? '',
      amount: `${input.amount}`,
      fee: `${input.fee ?? 0n}`,
      sent_height: computeHeight(await getNetwork(db, coin.network), now),
      height: null,
      created_at: now,
      subject: '',
      settled: 1,
      confirmed: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return setTxid(work, row.id, input.txid ?? createTxid(work, coin.network, `transaction ${row.id}`))
}

/** Copies a transaction for the second record it pays. */
export const copyTransaction = ({ db }: Work, { id: _id, ...transaction }: Transaction): Promise<Transaction> =>
  db
    .insertInto('transactions')
    .values({ ...transaction, subject: '', settled: 1 })
    .returningAll()
    .executeTakeFirstOrThrow()

async function setTxid({ db }: Work, id: number, txid: string): Promise<Transaction> {
  return db.updateTable('transactions').set({ txid }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Connects a record to a transaction, so that it gets the confirmations. */
export async function watchTransaction(
  work: Work,
  { id, network: name }: Transaction,
  subject: { readonly kind: SubjectKind; readonly id: number },
): Promise<void> {
  const transaction = await work.db
    .updateTable('transactions')
    .set({ subject: `${subject.kind} ${subject.id}`, settled: 0 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // Settle the waiting transactions first, so that all of them have seen the current block.
  const network = await getNetwork(work.db, name)
  const nextHeight = await settleTransaction(work, transaction, computeHeight(network, work.now))
  if (nextHeight !== undefined) await setNetworkTimer(work, network, nextHeight)
}

/** Whether a block contains a transaction of a record. */
export async function isMined({ db }: ReadOnlyWork, subject: string): Promise<boolean> {
  const transaction = await db
    .selectFrom('transactions')
    .select('id')
    .where('subject', '=', subject)
    .where('height', 'is not', null)
    .executeTakeFirst()
  return transaction !== undefined
}

/** Removes the transaction of a record that no block contains. */
export async function dropTransaction({ db }: Work, subject: string): Promise<void> {
  await db.deleteFrom('transactions').where('subject', '=', subject).where('height', 'is', null).execute()
}

/** Identifies one of the transactions that share a txid. */
export interface TransactionKey {
  readonly txid: string
  readonly symbol: string
  readonly address_to: string
  readonly memo: string
}

/** Returns the current id of a transaction. Merchants may still use the id from before a reorganization. */
export async function getCurrentTxid(
  { db }: Work,
  { txid, symbol, address_to, memo }: TransactionKey,
): Promise<string> {
  const currentTransaction = await db
    .selectFrom('former_txids as former')
    .innerJoin('transactions', 'transactions.id', 'former.transaction_id')
    .select('transactions.txid')
    .where('former.txid', '=', txid)
    .where('former.symbol', '=', symbol)
    .where('former.address_to', '=', address_to)
    .where('former.memo', '=', memo)
    .executeTakeFirst()
  return currentTransaction?.txid ?? txid
}

/** Puts waiting transactions into blocks, updates their records, and sets the timer of the next change. */
export async function settleNetwork(work: Work, name: string): Promise<void> {
  const network = await getNetwork(work.db, name)
  const height = computeHeight(network, work.now)
  const due: number[] = []
  for (const transaction of await listUnsettledTransactions(work, name)) {
    const nextHeight = await settleTransaction(work, transaction, height)
    if (nextHeight !== undefined) due.push(nextHeight)
  }
  await setNetworkTimer(work, network, due.length > 0 ? Math.min(...due) : undefined)
}

async function setNetworkTimer({ db }: Work, network: Network, height: number | undefined): Promise<void> {
  const due = height === undefined ? undefined : computeBlockTime(network, height)
  await (due === undefined
    ? clearTimer(db, 'network', network.name)
    : setTimer(db, { due, kind: 'network', subject: network.name }))
}

// A literal, because the partial index of unsettled transactions does not match a parameter.
const unsettled = sql.lit<0>(0)

const listUnsettledTransactions = ({ db }: Work, network: string) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('network', '=', network)
    .where('settled', '=', unsettled)
    .orderBy('id')
    .execute()

/** Returns the height of the next change; `undefined` once the transaction is settled. */
async function settleTransaction(work: Work, transaction: Transaction, height: number): Promise<number | undefined> {
  const coin = await getCoin(work.db, transaction.symbol)
  const block = transaction.height ?? (await includeInBlock(work, transaction, height, coin))
  if (block === undefined) return height + 1
  const confirmations = height - block + 1
  const [kind, id] = parseTransactionSubject(transaction)
  if (!isConfirmedBy(coin, confirmations)) {
    await work.effects[kind].onSeen(work, id, confirmations)
    return height + 1
  }
  const settledColumns = { settled: 1, confirmed: 1 } as const
  await work.db.updateTable('transactions').set(settledColumns).where('id', '=', transaction.id).execute()
  const reachedConfirmations = Math.max(confirmations, coin.confirmations)
  if (transaction.confirmed === 1) await work.effects[kind].onSeen(work, id, reachedConfirmations)
  else await work.effects[kind].onConfirmed(work, id, { ...transaction, height: block }, reachedConfirmations)
  return undefined
}

// The next block contains the transaction. In the mode `instant`, it needs no new block.
async function includeInBlock(
  { db }: Work,
  { id, sent_height: sentHeight }: Transaction,
  height: number,
  { mode }: Coin,
): Promise<number | undefined> {
  if (mode !== 'instant' && height <= sentHeight) return undefined
  const block = mode === 'instant' ? height : sentHeight + 1
  await db.updateTable('transactions').set({ height: block }).where('id', '=', id).execute()
  return block
}

export function parseTransactionSubject({ subject }: Transaction): readonly [SubjectKind, number] {
  const [kind, id] = subject.split(' ')
  const knownKind = subjectKinds.find((each) => each === kind)
  if (knownKind) return [knownKind, Number(id)]
  throw new TypeError(`A transaction belongs to the unknown record ${subject}.`)
}
