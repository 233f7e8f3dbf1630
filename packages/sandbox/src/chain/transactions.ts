import type { Selectable } from 'kysely'

import { setTimer } from '../clock/timers.ts'
import { StateError } from '../states/table.ts'
import type { Schema } from '../store/schema.ts'
import { derived, type Work } from '../work.ts'
import { type Coin, coinOf } from './coins.ts'
import { heightAt, networkOf, timeOfHeight } from './networks.ts'

export type Transaction = Selectable<Schema['transactions']>

const subjectKinds = ['delegation', 'deposit', 'miner_fee', 'mpc_withdrawal', 'stake', 'withdrawal'] as const
/** What a transaction belongs to. The record learns how far the transaction has come. */
export type SubjectKind = (typeof subjectKinds)[number]

/** What the chain tells the record of a transaction. */
export interface SubjectEffects {
  /** The transaction has this many confirmations, fewer than its coin needs. */
  readonly seen: (work: Work, id: number, confirmations: number) => Promise<void>
  /** The transaction has the confirmations that its coin needs. */
  readonly confirmed: (
    work: Work,
    id: number,
    transaction: Transaction,
    confirmations: number,
  ) => Promise<void>
}

export type Effects = { readonly [Kind in SubjectKind]: SubjectEffects }

/** A transaction before the chain has it. */
export interface NewTransaction {
  readonly symbol: string
  readonly from: string
  readonly to: string
  readonly memo?: string | undefined
  readonly amount: bigint
  readonly fee?: bigint | undefined
}

/** Sends a transaction. It waits for the next block. */
export async function send(work: Work, coin: Coin, given: NewTransaction): Promise<Transaction> {
  const { db, now } = work
  const row = await db
    .insertInto('transactions')
    .values({
      txid: '',
      network: coin.network,
      symbol: coin.symbol,
      address_from: given.from,
      address_to: given.to,
      memo: given.memo ?? '',
      amount: `${given.amount}`,
      fee: `${given.fee ?? 0n}`,
      sent_height: heightAt(await networkOf(db, coin.network), now),
      height: null,
      created_at: now,
      subject: '',
      settled: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return named(work, row, `transaction ${row.id}`)
}

/** The same transaction once more, for a second record that belongs to it. */
export const repeated = ({ db }: Work, { id: _id, ...transaction }: Transaction): Promise<Transaction> =>
  db
    .insertInto('transactions')
    .values({ ...transaction, subject: '', settled: 1 })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Gives a transaction its id on the chain. A reorganisation gives it another one. */
export async function named({ db, seed }: Work, { id }: Transaction, name: string): Promise<Transaction> {
  const txid = derived(seed, name)
  return db
    .updateTable('transactions')
    .set({ txid })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Lets a record wait for the confirmations of a transaction. */
export async function waitFor(
  work: Work,
  { id, network }: Transaction,
  subject: { readonly kind: SubjectKind; readonly id: number },
  effects: Effects,
): Promise<void> {
  await work.db
    .updateTable('transactions')
    .set({ subject: `${subject.kind} ${subject.id}`, settled: 0 })
    .where('id', '=', id)
    .execute()
  await settleNetwork(work, network, effects)
}

/** Removes the transaction of a record that no block contains yet. */
export async function dropTransaction({ db }: Work, kind: SubjectKind, id: number): Promise<void> {
  const subject = `${kind} ${id}`
  const sent = await db
    .selectFrom('transactions')
    .select(['id', 'height'])
    .where('subject', '=', subject)
    .where('settled', '=', 0)
    .executeTakeFirst()
  if (!sent) return
  if (sent.height !== null)
    throw new StateError(`A block contains the transaction of ${subject}: it cannot fail any more.`)
  await db.deleteFrom('transactions').where('id', '=', sent.id).execute()
}

/** Puts waiting transactions into blocks, tells their records how far they are, and sets the timer of the next change. */
export async function settleNetwork(work: Work, name: string, effects: Effects): Promise<void> {
  const network = await networkOf(work.db, name)
  const height = heightAt(network, work.now)
  const due: number[] = []
  for (const transaction of await waiting(work, name)) {
    const reached = await settleTransaction(work, transaction, height, effects)
    if (reached !== undefined) due.push(reached)
  }
  const next = due.length > 0 ? timeOfHeight(network, Math.min(...due)) : undefined
  if (next !== undefined) await setTimer(work.db, { due: next, kind: 'network', subject: name })
}

const waiting = ({ db }: Work, network: string) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('network', '=', network)
    .where('settled', '=', 0)
    .orderBy('id')
    .execute()

/** Height at which the transaction changes next; `undefined` once it is settled. */
async function settleTransaction(
  work: Work,
  transaction: Transaction,
  height: number,
  effects: Effects,
): Promise<number | undefined> {
  const coin = await coinOf(work.db, transaction.symbol)
  const block = transaction.height ?? (await included(work, transaction, height, coin))
  if (block === undefined) return height + 1
  const confirmations = height - block + 1
  const [kind, id] = subjectOf(transaction)
  if (confirmations < coin.confirmations && coin.mode !== 'instant') {
    await effects[kind].seen(work, id, confirmations)
    return block + coin.confirmations - 1
  }
  await work.db.updateTable('transactions').set({ settled: 1 }).where('id', '=', transaction.id).execute()
  await effects[kind].confirmed(
    work,
    id,
    { ...transaction, height: block },
    Math.max(confirmations, coin.confirmations),
  )
  return undefined
}

// A block contains what was sent before it. A coin in the mode `instant` does not wait for one.
async function included(
  { db }: Work,
  { id, sent_height: sent }: Transaction,
  height: number,
  { mode }: Coin,
): Promise<number | undefined> {
  if (mode !== 'instant' && height <= sent) return undefined
  const block = mode === 'instant' ? height : sent + 1
  await db.updateTable('transactions').set({ height: block }).where('id', '=', id).execute()
  return block
}

function subjectOf({ subject }: Transaction): readonly [SubjectKind, number] {
  const [kind, id] = subject.split(' ')
  const known = subjectKinds.find((each) => each === kind)
  if (known) return [known, Number(id)]
  throw new TypeError(`A transaction waits for the unknown record ${subject}.`)
}
