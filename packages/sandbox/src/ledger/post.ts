// The ledger: double entry, in immutable transfers. This is the only place that writes the counters of an account.
import type { Selectable } from 'kysely'

import { type Parameter, prepared } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import type { Work } from '../work.ts'
import { type Account, accountAt, accountsOf, type Owner } from './accounts.ts'

/** A movement of funds from one account to another. */
export interface Movement {
  readonly appId: string
  readonly symbol: string
  readonly from: Owner
  readonly to: Owner
  readonly amount: bigint
  /** What it is for, such as `deposit 12`. */
  readonly subject: string
  readonly reason: string
}

/** The debited account has less than the amount. */
export class FundsError extends Error {
  override readonly name: string = 'FundsError'
  readonly symbol: string

  constructor(owner: string, symbol: string, amount: bigint, available: bigint) {
    super(`${owner} has ${available} of the smallest units of ${symbol}, and ${amount} are needed.`)
    this.symbol = symbol
  }
}

/** Moves funds at once. */
export const post = (work: Work, movement: Movement): Promise<void> => move(work, movement, 'posted')

/** Sets funds aside until `settle` posts or voids them. */
export const reserve = (work: Work, movement: Movement): Promise<void> => move(work, movement, 'pending')

async function move(work: Work, movement: Movement, kind: 'pending' | 'posted'): Promise<void> {
  const { symbol, amount } = movement
  if (amount <= 0n) throw new TypeError(`A transfer moves a positive amount, not ${amount}.`)
  const { from, to } = await accountsOf(work.db, movement)
  const available = from.creditsPosted - from.debitsPosted - from.debitsPending
  if (from.funded && available < amount) throw new FundsError(movement.from, symbol, amount, available)
  await count(work, from, { [kind === 'posted' ? 'debitsPosted' : 'debitsPending']: amount })
  await count(work, to, { [kind === 'posted' ? 'creditsPosted' : 'creditsPending']: amount })
  const { subject, reason } = movement
  const ids = { debit: from.id, credit: to.id }
  await record(work, { ...ids, amount: `${amount}`, kind, pending_id: null, subject, reason })
}

/** Ends pending transfers of a subject: `posted` moves the funds, `voided` gives them back. */
export async function settle(
  work: Work,
  subject: string,
  kind: 'posted' | 'voided',
  reason: string,
): Promise<void> {
  for (const transfer of await openTransfers(work, subject)) {
    const [from, to] = [await accountAt(work.db, transfer.debit), await accountAt(work.db, transfer.credit)]
    const amount = BigInt(transfer.amount)
    const moved = kind === 'posted' ? amount : 0n
    await count(work, from, { debitsPending: -amount, debitsPosted: moved })
    await count(work, to, { creditsPending: -amount, creditsPosted: moved })
    const ids = { debit: from.id, credit: to.id, pending_id: transfer.id }
    await record(work, { ...ids, amount: transfer.amount, kind, subject, reason })
  }
}

const openTransfers = ({ db }: Work, subject: string) =>
  db
    .selectFrom('transfers as pending')
    .leftJoin('transfers as end', 'end.pending_id', 'pending.id')
    .selectAll('pending')
    .where('pending.subject', '=', subject)
    .where('pending.kind', '=', 'pending')
    .where('end.id', 'is', null)
    .orderBy('pending.id')
    .execute()

type Counters = Pick<Account, 'creditsPending' | 'creditsPosted' | 'debitsPending' | 'debitsPosted'>

const updateCounters = prepared(
  (db, parameter: Parameter<Record<keyof Counters, string> & Record<'id', number>>) =>
    db
      .updateTable('ledger_accounts')
      .set({
        debits_posted: parameter('debitsPosted'),
        credits_posted: parameter('creditsPosted'),
        debits_pending: parameter('debitsPending'),
        credits_pending: parameter('creditsPending'),
      })
      .where('id', '=', parameter('id')),
)

async function count({ db }: Work, account: Account, change: Partial<Counters>): Promise<void> {
  const next = (name: keyof Counters): string => `${account[name] + (change[name] ?? 0n)}`
  await updateCounters(db, {
    id: account.id,
    debitsPosted: next('debitsPosted'),
    creditsPosted: next('creditsPosted'),
    debitsPending: next('debitsPending'),
    creditsPending: next('creditsPending'),
  })
}

type NewTransfer = Omit<Selectable<Schema['transfers']>, 'id'>

const insertTransfer = prepared((db, parameter: Parameter<NewTransfer>) =>
  db.insertInto('transfers').values({
    debit: parameter('debit'),
    credit: parameter('credit'),
    amount: parameter('amount'),
    kind: parameter('kind'),
    pending_id: parameter('pending_id'),
    subject: parameter('subject'),
    reason: parameter('reason'),
    created_at: parameter('created_at'),
  }),
)

async function record({ db, now }: Work, entry: Omit<NewTransfer, 'created_at'>): Promise<void> {
  await insertTransfer(db, { ...entry, created_at: now })
}
