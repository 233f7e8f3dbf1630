// The ledger: double entry, in immutable transfers. This is the only place that writes the counters of an account.
import type { Work } from '../work.ts'
import { type Account, accountOf, type Owner } from './accounts.ts'

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
export const post = (work: Work, movement: Movement): Promise<number> => move(work, movement, 'posted')

/** Sets funds aside until `settle` posts or voids them. */
export const reserve = (work: Work, movement: Movement): Promise<number> => move(work, movement, 'pending')

async function move(work: Work, movement: Movement, kind: 'pending' | 'posted'): Promise<number> {
  const { appId, symbol, amount } = movement
  if (amount <= 0n) throw new TypeError(`A transfer moves a positive amount, not ${amount}.`)
  const from = await accountOf(work.db, { appId, symbol, owner: movement.from })
  const to = await accountOf(work.db, { appId, symbol, owner: movement.to })
  const available = from.creditsPosted - from.debitsPosted - from.debitsPending
  if (from.funded && available < amount) throw new FundsError(movement.from, symbol, amount, available)
  await count(work, from, { [kind === 'posted' ? 'debitsPosted' : 'debitsPending']: amount })
  await count(work, to, { [kind === 'posted' ? 'creditsPosted' : 'creditsPending']: amount })
  return record(work, {
    from,
    to,
    amount,
    kind,
    pendingId: null,
    subject: movement.subject,
    reason: movement.reason,
  })
}

/** Ends pending transfers of a subject: `posted` moves the funds, `voided` gives them back. */
export async function settle(
  work: Work,
  subject: string,
  kind: 'posted' | 'voided',
  reason: string,
): Promise<void> {
  for (const transfer of await openTransfers(work, subject)) {
    const [from, to] = [await accountAt(work, transfer.debit), await accountAt(work, transfer.credit)]
    const amount = BigInt(transfer.amount)
    const moved = kind === 'posted' ? amount : 0n
    await count(work, from, { debitsPending: -amount, debitsPosted: moved })
    await count(work, to, { creditsPending: -amount, creditsPosted: moved })
    await record(work, { from, to, amount, kind, pendingId: transfer.id, subject, reason })
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

async function accountAt({ db }: Work, id: number): Promise<Account> {
  const {
    app_id: appId,
    owner,
    symbol,
  } = await db
    .selectFrom('ledger_accounts')
    .select(['app_id', 'owner', 'symbol'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return accountOf(db, { appId, symbol, owner })
}

type Counters = Pick<Account, 'creditsPending' | 'creditsPosted' | 'debitsPending' | 'debitsPosted'>

async function count({ db }: Work, account: Account, change: Partial<Counters>): Promise<void> {
  const next = (name: keyof Counters): bigint => account[name] + (change[name] ?? 0n)
  await db
    .updateTable('ledger_accounts')
    .set({
      debits_posted: `${next('debitsPosted')}`,
      credits_posted: `${next('creditsPosted')}`,
      debits_pending: `${next('debitsPending')}`,
      credits_pending: `${next('creditsPending')}`,
    })
    .where('id', '=', account.id)
    .execute()
}

interface Entry {
  readonly from: Account
  readonly to: Account
  readonly amount: bigint
  readonly kind: 'pending' | 'posted' | 'voided'
  readonly pendingId: number | null
  readonly subject: string
  readonly reason: string
}

async function record({ db, now }: Work, entry: Entry): Promise<number> {
  const { id } = await db
    .insertInto('transfers')
    .values({
      debit: entry.from.id,
      credit: entry.to.id,
      amount: `${entry.amount}`,
      kind: entry.kind,
      pending_id: entry.pendingId,
      subject: entry.subject,
      reason: entry.reason,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
