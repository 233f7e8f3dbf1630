// The life cycle of a deposit: it is recorded, reviewed, credited and undone.
import type { Selectable } from 'kysely'

import { getCoin } from '../chain/coins.ts'
import type { StatefulType } from '../engine/record-types.ts'
import { RecordStateError } from '../errors.ts'
import { getBalance, toUserOwner } from '../ledger/accounts.ts'
import { postTransfer } from '../ledger/post.ts'
import { reportDeposit } from '../outbox/messages.ts'
import { audits } from '../states/audits.ts'
import { type DepositDecision, type DepositEvent, type DepositState, depositStates } from '../states/deposits.ts'
import { heldValues, type HoldEvent } from '../states/holds.ts'
import { applyEvent, checkChange, createMissingError, getInitialValue, getStateName } from '../states/table.ts'
import { truncateValue, truncateColumn } from '../store/long-keys.ts'
import { type Parameter, prepareQuery } from '../store/prepared.ts'
import type { Schema } from '../store/schema.ts'
import type { ReadOnlyWork, Work, Transaction, Removal } from '../work.ts'
import { isCollecting, scheduleCollection } from './collection.ts'
import { recordFirstStates, recordState } from './history.ts'

export type Deposit = Selectable<Schema['deposits']>

/** A deposit from the chain or from a notification. */
interface NewDeposit {
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

/** A deposit that is not stored yet. */
const createDeposit = ({ now }: Work, input: NewDeposit): Deposit => ({
  id: 0,
  app_id: input.appId,
  request_id: input.requestId,
  uid: input.uid,
  symbol: input.symbol,
  amount: `${input.amount}`,
  credited: '0',
  address_from: input.from,
  address_to: input.to,
  memo: input.memo,
  txid: input.txid,
  confirmations: 0,
  source: input.source,
  repeats: input.repeats,
  shortage: '0',
  confirmed: 0,
  held: 0,
  status: getInitialValue(depositStates),
  saas_status: audits.open,
  company_status: audits.open,
  created_at: now,
  updated_at: now,
})

/** Stores a new deposit. */
async function insertDeposit({ db }: Work, deposit: Deposit): Promise<Deposit> {
  const [row] = await insertDepositRow(db, deposit)
  if (!row) throw new TypeError('The database returned no id for the deposit.')
  return { ...deposit, id: row.id }
}

/** A notification of a deposit that no one knew before. */
export interface FirstNotification {
  readonly isSuccess: boolean
  readonly confirmations: number
  /** Whether the merchant collects its deposits. */
  readonly isCollected: boolean
}

/** Records a notified deposit, which is credited or has failed at once. */
export async function recordNotifiedDeposit(
  work: Work,
  input: Omit<NewDeposit, 'source'>,
  { isSuccess, confirmations, isCollected }: FirstNotification,
): Promise<Deposit> {
  const firstDeposit = createDeposit(work, { ...input, source: 'notified' })
  const { deposit: endedDeposit, ...credit } = isSuccess
    ? computeCredit(confirmDeposit(firstDeposit, input.amount, confirmations))
    : { deposit: applyDepositEvent(firstDeposit, 'fail'), due: 0n, repaid: 0n }
  const deposit = await insertDeposit(work, endedDeposit)
  await recordFirstStates(work, `deposit ${deposit.id}`, { status: firstDeposit.status, next: deposit.status })
  await postCredit(work, { deposit, ...credit })
  if (isSuccess && isCollected) await scheduleCollection(work, deposit.id)
  return deposit
}

const insertDepositRow = prepareQuery((db, parameter: Parameter<Deposit>) =>
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
      ...mapChangeableColumns(parameter),
    })
    .returning('id'),
)

const updateDepositRow = prepareQuery((db, parameter: Parameter<Deposit>) =>
  db.updateTable('deposits').set(mapChangeableColumns(parameter)).where('id', '=', parameter('id')),
)

const mapChangeableColumns = (parameter: Parameter<Deposit>) => ({
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

export async function getDeposit({ db }: ReadOnlyWork, id: number): Promise<Deposit> {
  const deposit = await db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirst()
  if (deposit) return deposit
  throw createMissingError(depositStates.title, id)
}

type DepositKey = Pick<Deposit, 'address_to' | 'memo' | 'symbol' | 'txid'>

/** Finds the first deposit of a transaction. Duplicates have other request_ids. */
const findOriginalDeposit = (
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

/** Stores a changed deposit with the time of the change. */
export async function saveDeposit(work: Work, deposit: Deposit): Promise<Deposit> {
  const savedDeposit = { ...deposit, updated_at: work.now }
  await updateDepositRow(work.db, savedDeposit)
  await recordState(work, `deposit ${savedDeposit.id}`, savedDeposit.status)
  return savedDeposit
}

const approvedAudits = { saas_status: audits.approved, company_status: audits.approved } as const
const rejectedAudit = { saas_status: audits.rejected } as const

/** Whether a review rejected the deposit, so that it is never credited. */
export const isRejected = ({ saas_status }: Deposit): boolean => saas_status === rejectedAudit.saas_status

const isInState = ({ status }: Deposit, ...states: readonly DepositState[]): boolean =>
  states.includes(getStateName(depositStates, status))

/** Columns an event sets besides the status. */
const eventColumns: { readonly [Event in DepositEvent]?: Partial<Deposit> } = {
  confirm: approvedAudits,
  reject: rejectedAudit,
  retry: approvedAudits,
}

const applyDepositEvent = (deposit: Deposit, event: DepositEvent): Deposit => ({
  ...deposit,
  ...eventColumns[event],
  status: applyEvent(depositStates, deposit.id, deposit.status, event),
})

/** Confirms a deposit for the chain or the merchant. It is credited unless a review must decide first. */
export async function succeedDeposit(
  work: Work,
  deposit: Deposit,
  amount: bigint,
  confirmations: number,
): Promise<void> {
  await creditDeposit(work, confirmDeposit(deposit, amount, confirmations))
}

function confirmDeposit(deposit: Deposit, amount: bigint, confirmations: number): Deposit {
  const known = BigInt(deposit.amount)
  const confirmedDeposit = {
    ...deposit,
    amount: `${amount > known ? amount : known}`,
    confirmations: Math.max(confirmations, deposit.confirmations),
    confirmed: 1,
  } as const
  return isInState(confirmedDeposit, 'failed') ? applyDepositEvent(confirmedDeposit, 'retry') : confirmedDeposit
}

/** Stores a changed deposit. If it is confirmed, credits the amount that was not credited before. */
async function creditDeposit(work: Work, deposit: Deposit): Promise<Deposit> {
  if (deposit.confirmed === 0 || deposit.held === 1 || !isInState(deposit, 'confirming', 'credited'))
    return saveDeposit(work, deposit)
  const credit = computeCredit(deposit)
  const creditedDeposit = await saveDeposit(work, credit.deposit)
  await postCredit(work, credit)
  const isDue = credit.due > credit.repaid
  if (isDue && (await isCollecting(work, deposit.app_id))) await scheduleCollection(work, deposit.id)
  await reportOutcome(work, creditedDeposit, 1)
  return creditedDeposit
}

interface Credit {
  /** The credited deposit. */
  readonly deposit: Deposit
  /** What was not credited before. */
  readonly due: bigint
  /** The part of it that goes to the account for shortages. */
  readonly repaid: bigint
}

function computeCredit(deposit: Deposit): Credit {
  const due = BigInt(deposit.amount) - BigInt(deposit.credited)
  const owedUnits = BigInt(deposit.shortage)
  const repaid = owedUnits < due ? owedUnits : due
  const confirmedDeposit = isInState(deposit, 'confirming') ? applyDepositEvent(deposit, 'confirm') : deposit
  return {
    deposit: { ...confirmedDeposit, credited: deposit.amount, shortage: `${owedUnits - repaid}` },
    due,
    repaid,
  }
}

async function postCredit(work: Work, { deposit, due, repaid }: Credit): Promise<void> {
  const { id, app_id: appId, symbol, uid } = deposit
  const movement = { appId, symbol, from: 'chain', subject: `deposit ${id}` } as const
  if (repaid > 0n)
    await postTransfer(work, {
      ...movement,
      to: 'shortage',
      amount: repaid,
      reason: 'deposit returned: shortage repaid',
    })
  if (due > repaid)
    await postTransfer(work, {
      ...movement,
      to: toUserOwner(uid),
      amount: due - repaid,
      reason: deposit.repeats === null ? 'deposit' : 'deposit notified again under another request_id',
    })
}

// A deposit with a request_id came from the merchant's notification, so don't notify the merchant.
async function reportOutcome(work: Work, deposit: Deposit, flag: 0 | 1): Promise<void> {
  if (deposit.source === 'chain' && deposit.request_id === '') await reportDeposit(work, deposit, flag)
}

/** Applies a decision to a deposit. It is credited if it is confirmed and no longer held. */
export async function decideDeposit(work: Work, id: number, event: DepositDecision): Promise<void> {
  const deposit = await getDeposit(work, id)
  checkChange(depositStates, depositStates.actions[event], deposit)
  const decidedDeposit = await creditDeposit(work, applyDepositEvent(deposit, event))
  if (isInState(decidedDeposit, 'failed')) await reportOutcome(work, decidedDeposit, 0)
}

/** Holds or releases a deposit. A held deposit counts confirmations but is not credited. */
export async function holdDeposit(work: Work, id: number, event: HoldEvent): Promise<void> {
  const deposit = await getDeposit(work, id)
  checkChange(depositStates, depositStates.actions[event], deposit)
  await creditDeposit(work, { ...deposit, held: heldValues[event] })
}

/** Records the deposit of a transaction; `undefined` if the address belongs to no user. */
export async function findOrCreateDeposit(work: Work, transaction: Transaction): Promise<Deposit | undefined> {
  const { symbol, address_from: from, address_to: to, memo, amount, txid } = transaction
  const receiver = await work.db
    .selectFrom('deposit_addresses')
    .select(['app_id', 'uid'])
    .where('symbol', '=', symbol)
    .where(truncateColumn('address'), '=', truncateValue(to))
    .where('address', '=', to)
    .where('memo', '=', memo)
    .executeTakeFirst()
  if (!receiver) return undefined
  const { app_id: appId, uid } = receiver
  const notifiedDeposit = await findOriginalDeposit(work, appId, { symbol, txid, address_to: to, memo })
  if (notifiedDeposit) return notifiedDeposit
  const facts = { appId, uid, symbol, amount: BigInt(amount), from, to, memo, txid }
  const newDeposit = createDeposit(work, { ...facts, requestId: '', repeats: null, source: 'chain' })
  const deposit = await insertDeposit(work, newDeposit)
  await recordState(work, `deposit ${deposit.id}`, deposit.status)
  return deposit
}

/** Ends a deposit whose transaction no block will contain. What the merchant notified as a success stays credited. */
export async function dropDeposit(work: Work, id: number): Promise<void> {
  for (const deposit of await listWithDuplicates(work, id)) {
    if (isInState(deposit, 'credited', 'failed')) continue
    const droppedDeposit = await saveDeposit(work, applyDepositEvent({ ...deposit, held: 0 }, 'drop'))
    await reportOutcome(work, droppedDeposit, 0)
  }
}

/** Lists the deposit of a transaction and its duplicates, which have no transaction. */
const listWithDuplicates = ({ db }: Work, id: number): Promise<readonly Deposit[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where((where) => where.or([where('id', '=', id), where('repeats', '=', id)]))
    .orderBy('id')
    .execute()

/** Duplicates of a deposit change with it. */
export const depositType: StatefulType = {
  states: depositStates,
  table: 'deposits',
  readFacts: getDeposit,
  async onSeen(work, id, confirmations) {
    for (const deposit of await listWithDuplicates(work, id)) await saveDeposit(work, { ...deposit, confirmations })
  },
  async onConfirmed(work, id, { amount }, confirmations) {
    for (const deposit of await listWithDuplicates(work, id)) {
      const depositAmount = deposit.repeats === null ? amount : deposit.amount
      // Only the merchant can turn a failed deposit into a success.
      if (isInState(deposit, 'failed')) await saveDeposit(work, { ...deposit, confirmations })
      else await succeedDeposit(work, deposit, BigInt(depositAmount), confirmations)
    }
  },
  async onRemoved(work, id, removal) {
    const { txid, confirmed: isConfirmed } = removal.transaction
    for (const before of await listWithDuplicates(work, id)) {
      const deposit = { ...before, txid, confirmations: 0 }
      if (isConfirmed === 1 && isInState(deposit, 'credited')) await undoDeposit(work, deposit, removal)
      else await saveDeposit(work, isConfirmed === 1 ? { ...deposit, confirmed: 0 } : deposit)
    }
    return isConfirmed === 1
  },
}

/** Undoes a credit. What the user has spent is taken from the account for shortages. */
async function undoDeposit(work: Work, deposit: Deposit, { before, shortage }: Removal): Promise<void> {
  const { id, app_id: appId, symbol, uid } = deposit
  if (shortage === undefined) {
    const { confirmations } = await getCoin(work.db, symbol)
    throw new RecordStateError(
      `deposit ${id} (${before}) was credited after ${confirmations} confirmations and its user may have spent it: remove fewer blocks, or set shortage: 'shortage' to let that account pay.`,
    )
  }
  const creditedUnits = BigInt(deposit.credited)
  const { available } = await getBalance(work.db, { appId, symbol, owner: toUserOwner(uid) })
  const fromUser = available < creditedUnits ? available : creditedUnits
  const remainder = creditedUnits - fromUser
  await saveDeposit(work, {
    ...applyDepositEvent(deposit, 'reverse'),
    credited: '0',
    confirmed: 0,
    shortage: `${BigInt(deposit.shortage) + remainder}`,
  })
  const movement = {
    appId,
    symbol,
    to: 'chain',
    subject: `deposit ${id}`,
    reason: 'deposit undone by the chain',
  } as const
  if (fromUser > 0n) await postTransfer(work, { ...movement, from: toUserOwner(uid), amount: fromUser })
  if (remainder > 0n) await postTransfer(work, { ...movement, from: shortage, amount: remainder })
  await reportOutcome(work, { ...deposit, txid: before }, 0)
}
