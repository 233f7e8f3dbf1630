// A deposit as the sandbox keeps it: recorded, moved from state to state, credited, and undone.
import type { Selectable } from 'kysely'

import { coinOf } from '../chain/coins.ts'
import type { Removal, SubjectEffects, Transaction } from '../chain/transactions.ts'
import { balanceOf, userOwner } from '../ledger/accounts.ts'
import { post } from '../ledger/post.ts'
import { MissingError } from '../missing.ts'
import { reportDeposit } from '../notifications/messages.ts'
import { audits } from '../states/audits.ts'
import { type DepositEvent, type DepositState, depositStates } from '../states/deposits.ts'
import { recordState } from '../states/history.ts'
import { heldAfter, type HoldEvent } from '../states/holds.ts'
import { after, firstValue, StateError, stateOf } from '../states/table.ts'
import { startIn, startOf } from '../store/long-keys.ts'
import { type Parameter, prepared } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import type { Work } from '../work.ts'
import { collectSoon } from './collection.ts'

/** A deposit as it is stored. */
export type Deposit = Selectable<Schema['deposits']>

/** A deposit that the chain shows, or that a merchant notified. */
export interface NewDeposit {
  readonly appId: string
  readonly uid: number
  readonly symbol: string
  readonly amount: bigint
  readonly from: string
  readonly to: string
  readonly memo: string
  readonly txid: string
  readonly requestId: string
  readonly repeats: number | null
  readonly source: Deposit['source']
}

/** Records a deposit, without a credit. */
export async function insertDeposit(work: Work, given: NewDeposit): Promise<Deposit> {
  const { db, now } = work
  const values = {
    app_id: given.appId,
    request_id: given.requestId,
    uid: given.uid,
    symbol: given.symbol,
    amount: `${given.amount}`,
    credited: '0',
    address_from: given.from,
    address_to: given.to,
    memo: given.memo,
    txid: given.txid,
    confirmations: 0,
    source: given.source,
    repeats: given.repeats,
    shortage: '0',
    confirmed: 0,
    held: 0,
    status: firstValue(depositStates),
    saas_status: audits.open,
    company_status: audits.open,
    created_at: now,
    updated_at: now,
  } as const
  const [row] = await insertRow(db, values)
  if (!row) throw new TypeError('The database gave the deposit no id.')
  await recordState(work, `deposit ${row.id}`, values.status)
  return { ...values, id: row.id }
}

const insertRow = prepared((db, parameter: Parameter<Omit<Deposit, 'id'>>) =>
  db
    .insertInto('deposits')
    .values({
      app_id: parameter('app_id'),
      uid: parameter('uid'),
      symbol: parameter('symbol'),
      address_from: parameter('address_from'),
      address_to: parameter('address_to'),
      memo: parameter('memo'),
      source: parameter('source'),
      repeats: parameter('repeats'),
      created_at: parameter('created_at'),
      ...changeable(parameter),
    })
    .returning('id'),
)

const updateRow = prepared((db, parameter: Parameter<Deposit>) =>
  db.updateTable('deposits').set(changeable(parameter)).where('id', '=', parameter('id')),
)

/** The columns that change. */
const changeable = (parameter: Parameter<Omit<Deposit, 'id'>>) => ({
  request_id: parameter('request_id'),
  amount: parameter('amount'),
  credited: parameter('credited'),
  txid: parameter('txid'),
  confirmations: parameter('confirmations'),
  shortage: parameter('shortage'),
  confirmed: parameter('confirmed'),
  held: parameter('held'),
  status: parameter('status'),
  saas_status: parameter('saas_status'),
  company_status: parameter('company_status'),
  updated_at: parameter('updated_at'),
})

/** The deposit of an id. */
export async function depositAt({ db }: Work, id: number): Promise<Deposit> {
  const deposit = await db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirst()
  if (deposit) return deposit
  throw new MissingError(`There is no deposit ${id}.`)
}

type DepositKey = Pick<Deposit, 'address_to' | 'memo' | 'symbol' | 'txid'>

/** The first deposit with these facts: others repeat it under another request_id. */
const originalDeposit = (
  { db }: Work,
  appId: string,
  { address_to, memo, symbol, txid }: DepositKey,
): Promise<Deposit | undefined> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('app_id', '=', appId)
    .where('symbol', '=', symbol)
    .where('txid', '=', txid)
    .where('address_to', '=', address_to)
    .where('memo', '=', memo)
    .where('repeats', 'is', null)
    .executeTakeFirst()

/** Stores what changed in a deposit, and the moment of the change. */
export async function saveDeposit(work: Work, deposit: Deposit): Promise<Deposit> {
  const saved = { ...deposit, updated_at: work.now }
  await updateRow(work.db, saved)
  await recordState(work, `deposit ${saved.id}`, saved.status)
  return saved
}

const approved = { saas_status: audits.approved, company_status: audits.approved } as const
const rejected = { saas_status: audits.rejected } as const

/** Whether a person rejected the deposit, so that nothing credits it any more. */
export const isRejected = ({ saas_status }: Deposit): boolean => saas_status === rejected.saas_status

const isIn = ({ status }: Deposit, ...states: readonly DepositState[]): boolean =>
  states.includes(stateOf(depositStates, status))

/** What an event changes beside the state. */
const changes: { readonly [Event in DepositEvent]?: Partial<Deposit> } = {
  confirm: approved,
  reject: rejected,
  retry: approved,
}

const moved = (deposit: Deposit, event: DepositEvent): Deposit => ({
  ...deposit,
  ...changes[event],
  status: after(depositStates, deposit.id, deposit.status, event),
})

/** The chain or the merchant says that a deposit succeeded. It is credited unless a person has to decide about it. */
export async function succeed(
  work: Work,
  deposit: Deposit,
  amount: bigint,
  confirmations: number,
): Promise<void> {
  const known = BigInt(deposit.amount)
  const confirmed = {
    ...deposit,
    amount: `${amount > known ? amount : known}`,
    confirmations: Math.max(confirmations, deposit.confirmations),
    confirmed: 1,
  } as const
  await credit(work, isIn(confirmed, 'failed') ? moved(confirmed, 'retry') : confirmed)
}

/** Stores a changed deposit. If it is confirmed, what was not credited before is credited. */
async function credit(work: Work, deposit: Deposit): Promise<void> {
  if (deposit.confirmed === 0 || deposit.held === 1 || !isIn(deposit, 'confirming', 'credited')) {
    await saveDeposit(work, deposit)
    return
  }
  const { id, app_id: appId, symbol, uid } = deposit
  const due = BigInt(deposit.amount) - BigInt(deposit.credited)
  const owed = BigInt(deposit.shortage)
  const repaid = owed < due ? owed : due
  const confirmed = isIn(deposit, 'confirming') ? moved(deposit, 'confirm') : deposit
  await saveDeposit(work, { ...confirmed, credited: deposit.amount, shortage: `${owed - repaid}` })
  const movement = { appId, symbol, from: 'chain', subject: `deposit ${id}` } as const
  if (repaid > 0n)
    await post(work, {
      ...movement,
      to: 'shortage',
      amount: repaid,
      reason: 'deposit returned: shortage repaid',
    })
  if (due > repaid)
    await post(work, {
      ...movement,
      to: userOwner(uid),
      amount: due - repaid,
      reason: deposit.repeats === null ? 'deposit' : 'deposit notified again under another request_id',
    })
  if (due > repaid) await collectSoon(work, appId, id)
  await reportOutcome(work, confirmed, 1)
}

// A request_id shows that the merchant notified the deposit: it is not notified back.
async function reportOutcome(work: Work, deposit: Deposit, flag: 0 | 1): Promise<void> {
  if (deposit.source === 'chain' && deposit.request_id === '') await reportDeposit(work, deposit, flag)
}

/** Moves a deposit by an event that a person or a check decides. What nothing holds any more is credited. */
export async function decide(
  work: Work,
  id: number,
  event: Extract<DepositEvent, 'accept' | 'check' | 'fail' | 'pause' | 'reject' | 'review'>,
): Promise<Deposit> {
  const deposit = await depositAt(work, id)
  if (deposit.held === 1) throw new StateError(`deposit ${id} is held: release it before ${event}.`)
  await credit(work, moved(deposit, event))
  const decided = await depositAt(work, id)
  if (isIn(decided, 'failed')) await reportOutcome(work, decided, 0)
  return decided
}

/** Holds a deposit, or releases it. A held deposit counts confirmations, and waits with its credit. */
export async function hold(work: Work, id: number, event: HoldEvent): Promise<Deposit> {
  const deposit = await depositAt(work, id)
  await credit(work, { ...deposit, held: heldAfter(depositStates, deposit, event) })
  return depositAt(work, id)
}

/** Records the deposit of a transaction that pays a user; `undefined` where the address belongs to no user. */
export async function depositOf(work: Work, transaction: Transaction): Promise<Deposit | undefined> {
  const { symbol, address_from: from, address_to: to, memo, amount, txid } = transaction
  const receiver = await work.db
    .selectFrom('deposit_addresses')
    .select(['app_id', 'uid'])
    .where('symbol', '=', symbol)
    .where(startOf('address'), '=', startIn(to))
    .where('address', '=', to)
    .where('memo', '=', memo)
    .executeTakeFirst()
  if (!receiver) return undefined
  const { app_id: appId, uid } = receiver
  const notified = await originalDeposit(work, appId, { symbol, txid, address_to: to, memo })
  const facts = { appId, uid, symbol, amount: BigInt(amount), from, to, memo, txid }
  return notified ?? insertDeposit(work, { ...facts, requestId: '', repeats: null, source: 'chain' })
}

/** The deposit of a transaction, and those that repeat it: they have no transaction of their own. */
const withRepeats = ({ db }: Work, id: number): Promise<readonly Deposit[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where((where) => where.or([where('id', '=', id), where('repeats', '=', id)]))
    .orderBy('id')
    .execute()

/** What the chain tells a deposit. It holds for those that repeat the deposit, too. */
export const depositEffects: SubjectEffects = {
  async seen(work, id, confirmations) {
    for (const deposit of await withRepeats(work, id)) await saveDeposit(work, { ...deposit, confirmations })
  },
  async confirmed(work, id, { amount }, confirmations) {
    for (const deposit of await withRepeats(work, id)) {
      const shown = deposit.repeats === null ? amount : deposit.amount
      // Only its merchant takes back that a deposit failed.
      if (isIn(deposit, 'failed')) await saveDeposit(work, { ...deposit, confirmations })
      else await succeed(work, deposit, BigInt(shown), confirmations)
    }
  },
  async removed(work, id, removal) {
    const { txid, confirmed: isConfirmed } = removal.transaction
    for (const before of await withRepeats(work, id)) {
      const deposit = { ...before, txid, confirmations: 0 }
      if (isConfirmed === 1 && isIn(deposit, 'credited')) await undo(work, deposit, removal)
      else await saveDeposit(work, isConfirmed === 1 ? { ...deposit, confirmed: 0 } : deposit)
    }
    return isConfirmed === 1
  },
}

/** Takes a credit back: from the user as far as there are funds, and the rest from the account that bears it. */
async function undo(work: Work, deposit: Deposit, { before, shortage }: Removal): Promise<void> {
  const { id, app_id: appId, symbol, uid } = deposit
  if (shortage === undefined) {
    const { confirmations } = await coinOf(work.db, symbol)
    throw new StateError(
      `deposit ${id} (${before}) was credited after ${confirmations} confirmations: name the account that bears a shortage (shortage: 'shortage'), or remove fewer blocks.`,
    )
  }
  const credited = BigInt(deposit.credited)
  const { available } = await balanceOf(work.db, { appId, symbol, owner: userOwner(uid) })
  const fromUser = available < credited ? available : credited
  const rest = credited - fromUser
  await saveDeposit(work, {
    ...moved(deposit, 'reverse'),
    credited: '0',
    confirmed: 0,
    shortage: `${BigInt(deposit.shortage) + rest}`,
  })
  const movement = {
    appId,
    symbol,
    to: 'chain',
    subject: `deposit ${id}`,
    reason: 'deposit undone by the chain',
  } as const
  if (fromUser > 0n) await post(work, { ...movement, from: userOwner(uid), amount: fromUser })
  if (rest > 0n) await post(work, { ...movement, from: shortage, amount: rest })
  await reportOutcome(work, { ...deposit, txid: before }, 0)
}
