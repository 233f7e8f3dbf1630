// A double-entry ledger with immutable transfers. Only this module writes the counters of accounts.
import type { Selectable } from 'kysely'

import { type Parameter, prepareQuery } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import type { Work } from '../work.ts'
import { type Account, getAccount, getAccounts, type Owner } from './accounts.ts'

export interface Movement {
  readonly appId: string
  readonly symbol: string
  readonly from: Owner
  readonly to: Owner
  readonly amount: bigint
  /** Record of the transfer, such as `deposit 12`. */
  readonly subject: string
  readonly reason: string
}

/** The debited account has too little. */
export class FundsError extends Error {
  override readonly name: string = 'FundsError'
  readonly symbol: string

  constructor(owner: string, symbol: string, amount: bigint, available: bigint) {
    super(
      `${owner} has ${available} of the smallest units of ${symbol}, but needs ${amount}: add funds or use a smaller amount.`,
    )
    this.symbol = symbol
  }
}

/** Moves funds. */
export const postTransfer = (work: Work, movement: Movement): Promise<void> => moveFunds(work, movement, 'posted')

/** Reserves funds until `settleTransfers` posts or voids the transfer. */
export const reserveTransfer = (work: Work, movement: Movement): Promise<void> => moveFunds(work, movement, 'pending')

async function moveFunds(work: Work, movement: Movement, kind: 'pending' | 'posted'): Promise<void> {
  const { symbol, amount } = movement
  if (amount <= 0n) throw new TypeError(`The amount of a transfer must be more than 0, not ${amount}.`)
  const { from, to } = await getAccounts(work.db, movement)
  const available = from.creditsPosted - from.debitsPosted - from.debitsPending
  if (from.isFunded && available < amount) throw new FundsError(movement.from, symbol, amount, available)
  await addToCounters(work, from, { [kind === 'posted' ? 'debitsPosted' : 'debitsPending']: amount })
  await addToCounters(work, to, { [kind === 'posted' ? 'creditsPosted' : 'creditsPending']: amount })
  const { subject, reason } = movement
  const ids = { debit: from.id, credit: to.id }
  await recordTransfer(work, { ...ids, amount: `${amount}`, kind, pending_id: null, subject, reason })
}

/** Ends the pending transfers of a subject: `posted` moves the funds, `voided` returns them. */
export async function settleTransfers(
  work: Work,
  subject: string,
  kind: 'posted' | 'voided',
  reason: string,
): Promise<void> {
  for (const transfer of await listOpenTransfers(work, subject)) {
    const [from, to] = [await getAccount(work.db, transfer.debit), await getAccount(work.db, transfer.credit)]
    const amount = BigInt(transfer.amount)
    const movedAmount = kind === 'posted' ? amount : 0n
    await addToCounters(work, from, { debitsPending: -amount, debitsPosted: movedAmount })
    await addToCounters(work, to, { creditsPending: -amount, creditsPosted: movedAmount })
    const ids = { debit: from.id, credit: to.id, pending_id: transfer.id }
    await recordTransfer(work, { ...ids, amount: transfer.amount, kind, subject, reason })
  }
}

const listOpenTransfers = ({ db }: Work, subject: string) =>
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

const updateCounters = prepareQuery((db, parameter: Parameter<Record<keyof Counters, string> & Record<'id', number>>) =>
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

async function addToCounters({ db }: Work, account: Account, change: Partial<Counters>): Promise<void> {
  const computeCounter = (name: keyof Counters): string => `${account[name] + (change[name] ?? 0n)}`
  await updateCounters(db, {
    id: account.id,
    debitsPosted: computeCounter('debitsPosted'),
    creditsPosted: computeCounter('creditsPosted'),
    debitsPending: computeCounter('debitsPending'),
    creditsPending: computeCounter('creditsPending'),
  })
}

type NewTransfer = Omit<Selectable<Schema['transfers']>, 'id'>

const insertTransfer = prepareQuery((db, parameter: Parameter<NewTransfer>) =>
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

async function recordTransfer({ db, now }: Work, entry: Omit<NewTransfer, 'created_at'>): Promise<void> {
  await insertTransfer(db, { ...entry, created_at: now })
}
