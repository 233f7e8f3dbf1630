// A reorganization of a chain replaces its newest blocks.
import type { Work, Transaction, Removal } from '../work.ts'
import { computeHeight, getNetwork } from './networks.ts'
import { createTxid } from './notation.ts'
import { settleNetwork, parseTransactionSubject } from './transactions.ts'

export interface Reorganization {
  readonly network: string
  /** Number of blocks to replace. */
  readonly depth: number
  /** Account that pays for undone credits that users have spent already. */
  readonly shortage?: Removal['shortage']
}

/** Replaces the newest blocks. Their transactions get new ids and wait for a block again. Returns their number. */
export async function reorganize(work: Work, { network: name, depth, shortage }: Reorganization): Promise<number> {
  const height = computeHeight(await getNetwork(work.db, name), work.now)
  if (!Number.isSafeInteger(depth) || depth < 1 || depth > height)
    throw new TypeError(`depth must be an integer from 1 to ${height}, not ${depth}.`)
  const removedTransactions = await listTransactionsAbove(work, name, height - depth)
  for (const before of removedTransactions) {
    const transaction = await returnTransaction(work, before, height)
    const [kind, id] = parseTransactionSubject(transaction)
    const isUndone = await work.effects[kind].onRemoved(work, id, { transaction, before: before.txid, shortage })
    if (isUndone) await work.db.updateTable('transactions').set({ confirmed: 0 }).where('id', '=', before.id).execute()
  }
  await settleNetwork(work, name)
  return removedTransactions.length
}

const listTransactionsAbove = ({ db }: Work, network: string, height: number): Promise<readonly Transaction[]> =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('network', '=', network)
    .where('height', '>', height)
    .orderBy('id')
    .execute()

async function returnTransaction(work: Work, before: Transaction, height: number): Promise<Transaction> {
  const { db } = work
  const { id, txid, network, symbol, address_to, memo } = before
  await db
    .insertInto('former_txids')
    .values({ txid, symbol, address_to, memo, transaction_id: id })
    // Both records of a payment between users have the same txid.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .updateTable('transactions')
    .set({
      txid: createTxid(work, network, `${txid} returns`),
      sent_height: height,
      height: null,
      settled: 0,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
