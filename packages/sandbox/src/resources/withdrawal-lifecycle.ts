// A withdrawal from its request to its end: audits, holds, payment, confirmation, and the funds that wait meanwhile.
import type { Selectable } from 'kysely'

import { amountOf, PrecisionError, unitsOf } from '../amounts.ts'
import { type Coin, coinOf, findCoin } from '../chain/coins.ts'
import { addressOf } from '../chain/notation.ts'
import { type Effects, send, type SubjectEffects, waitFor } from '../chain/transactions.ts'
import { balanceOf, userOwner } from '../ledger/accounts.ts'
import { post, reserve, settle } from '../ledger/post.ts'
import { merchantOf } from '../merchants/rows.ts'
import { MissingError } from '../missing.ts'
import { RuleError } from '../rules/rejection.ts'
import { auditFields, type Auditor, audits, checkFirstApproval } from '../states/audits.ts'
import { recordState } from '../states/history.ts'
import { heldAfter, type HoldEvent } from '../states/holds.ts'
import { nextOf, schedule } from '../states/progress.ts'
import { after, firstValue } from '../states/table.ts'
import { type WithdrawalEvent, withdrawalStates } from '../states/withdrawals.ts'
import type { Schema } from '../store/schema.ts'
import { derived, type Work } from '../work.ts'
import { receive } from './payments.ts'
import { followingOf } from './removed.ts'
import { checkedRequestId, requestedRecord } from './request-ids.ts'
import { hasUser } from './users.ts'

export type Withdrawal = Selectable<Schema['withdrawals']>

const { approved, open, rejected } = audits

/** A withdrawal that a user asks for. */
export interface WithdrawalRequest {
  readonly uid: number
  readonly symbol: string
  readonly amount: string
  readonly to: string
  readonly memo?: string | undefined
  /** Made up unless given. */
  readonly requestId?: string | undefined
}

/** Requests a withdrawal: its amount and its fee wait until it ends. */
export async function requestWithdrawal(
  work: Work,
  appId: string,
  given: WithdrawalRequest,
  effects: Effects,
): Promise<Withdrawal> {
  const { db, now, seed } = work
  const coin = await findCoin(db, given.symbol)
  if (!coin) throw new RuleError('coin-known', '120202', `the sandbox has no coin ${given.symbol}.`)
  if (!(await hasUser(db, appId, given.uid)))
    throw new RuleError('user-exists', '110065', `this merchant has no user ${given.uid}.`)
  const amount = checkedAmount(given, coin)
  if (given.to === '') throw new RuleError('withdrawal-address', '110055', 'the address is empty.')
  const requestId = checkedRequestId(
    given.requestId ?? derived(seed, `withdrawal ${now} ${await latestId(work)}`).slice(0, 32),
  )
  await checkFirst(work, appId, requestId)
  const withdrawal = await db
    .insertInto('withdrawals')
    .values({
      app_id: appId,
      request_id: requestId,
      uid: given.uid,
      symbol: given.symbol,
      amount: `${amount}`,
      withdraw_fee: coin.withdraw_fee,
      fee: coin.miner_fee,
      real_fee: '0',
      address_from: '',
      address_to: given.to,
      memo: given.memo ?? '',
      txid: '',
      confirmations: 0,
      status: firstValue(withdrawalStates),
      saas_status: open,
      company_status: open,
      held: 0,
      reason: '',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordState(work, subjectOf(withdrawal), withdrawal.status)
  await setAside(work, withdrawal, coin)
  return progress(work, withdrawal, effects)
}

function checkedAmount({ amount: text, symbol }: WithdrawalRequest, coin: Coin): bigint {
  const { decimals, minimum, maximum } = coin
  const amount = exactUnits(text, decimals)
  if (amount < BigInt(minimum) || amount <= 0n)
    throw new RuleError(
      'withdrawal-minimum',
      '110078',
      `a withdrawal of ${symbol} has at least ${amountOf(minimum, decimals)}, not ${text}.`,
    )
  if (amount > BigInt(maximum))
    throw new RuleError(
      'withdrawal-maximum',
      '110087',
      `a withdrawal of ${symbol} has at most ${amountOf(maximum, decimals)}, not ${text}.`,
    )
  return amount
}

function exactUnits(amount: string, decimals: number): bigint {
  try {
    return unitsOf(amount, decimals)
  } catch (error) {
    if (error instanceof PrecisionError) throw new RuleError('amount-precision', '110161', error.message)
    throw error
  }
}

async function latestId({ db }: Work): Promise<number> {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

async function checkFirst(work: Work, appId: string, requestId: string): Promise<void> {
  const known = await requestedRecord(work, 'withdrawals', { appId, requestId })
  if (known !== undefined)
    throw new RuleError(
      'withdrawal-request',
      '110088',
      `${requestId} is the request of withdrawal ${known} already.`,
    )
}

// Both transfers wait together, and end together.
async function setAside(work: Work, withdrawal: Withdrawal, { decimals }: Coin): Promise<void> {
  const { app_id: appId, symbol, uid } = withdrawal
  const from = userOwner(uid)
  const [amount, fee] = [BigInt(withdrawal.amount), BigInt(withdrawal.withdraw_fee)]
  const { available } = await balanceOf(work.db, { appId, symbol, owner: from })
  if (available < amount + fee)
    throw new RuleError(
      'withdrawal-funds',
      '120402',
      `user ${uid} needs ${amountOf(amount + fee, decimals)} ${symbol} for the amount and its fee, and has ${amountOf(available, decimals)}.${await collectionHint(work, withdrawal)}`,
    )
  const common = { appId, symbol, from, subject: subjectOf(withdrawal) }
  await reserve(work, { ...common, to: 'chain', amount, reason: 'withdrawal' })
  if (fee > 0n) await reserve(work, { ...common, to: 'fees', amount: fee, reason: 'withdrawal fee' })
}

async function collectionHint({ db }: Work, { app_id: appId, uid }: Withdrawal): Promise<string> {
  const { auto_collection: isOn, collection_uid: collector } = await merchantOf(db, appId)
  if (isOn === 0 || uid === collector) return ''
  return ` Auto-collection is on, so what the user receives moves to user ${collector}: call merchants.update({ appId: '${appId}', autoCollection: false }) before the deposit.`
}

const subjectOf = ({ id }: Withdrawal): string => `withdrawal ${id}`

/** The withdrawal of an id. */
export const withdrawalOf = ({ db }: Work, id: number): Promise<Withdrawal> =>
  db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new MissingError(`There is no withdrawal ${id}.`))

async function update(
  work: Work,
  { id }: Withdrawal,
  values: Partial<Omit<Withdrawal, 'id'>>,
): Promise<Withdrawal> {
  const updated = await work.db
    .updateTable('withdrawals')
    .set({ ...values, updated_at: work.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordState(work, subjectOf(updated), updated.status)
  return updated
}

const move = (
  work: Work,
  withdrawal: Withdrawal,
  event: WithdrawalEvent,
  values: Partial<Omit<Withdrawal, 'id'>> = {},
) =>
  update(work, withdrawal, {
    ...values,
    status: after(withdrawalStates, withdrawal.id, withdrawal.status, event),
  })

/** What happens to a withdrawal by itself: nothing while it is held or on the chain, and no payment by the merchant. */
async function ownNext({ db }: Work, withdrawal: Withdrawal) {
  if (withdrawal.held === 1 || withdrawal.txid !== '') return undefined
  const next = nextOf(withdrawalStates, withdrawal.status)
  const { payer } = await merchantOf(db, withdrawal.app_id)
  return next?.event === 'pay' && payer === 'merchant' ? undefined : next
}

/** Lets happen what happens by itself: at once, or by a timer. */
async function progress(work: Work, withdrawal: Withdrawal, effects: Effects): Promise<Withdrawal> {
  const { mode } = await coinOf(work.db, withdrawal.symbol)
  const event = await schedule(work, subjectOf(withdrawal), await ownNext(work, withdrawal), mode)
  return event === undefined ? withdrawal : advance(work, withdrawal, event, effects)
}

/** What a withdrawal does by itself when its timer runs. Its coin or its merchant may have changed since. */
export async function withdrawalStep(work: Work, id: number, effects: Effects): Promise<void> {
  const withdrawal = await withdrawalOf(work, id)
  const { mode } = await coinOf(work.db, withdrawal.symbol)
  const next = mode === 'manual' ? undefined : await ownNext(work, withdrawal)
  if (next) await advance(work, withdrawal, next.event, effects)
}

/** Events that need nothing but the withdrawal. */
export type ReviewEvent = Extract<WithdrawalEvent, 'accept' | 'check' | 'escalate'>

function advance(
  work: Work,
  withdrawal: Withdrawal,
  event: WithdrawalEvent,
  effects: Effects,
): Promise<Withdrawal> {
  if (event === 'pay') return payWithdrawal(work, withdrawal, effects)
  if (event === 'approve') return approve(work, withdrawal, effects)
  return reviewed(work, withdrawal, event, effects)
}

const reviewed = async (work: Work, withdrawal: Withdrawal, event: WithdrawalEvent, effects: Effects) =>
  progress(work, await move(work, withdrawal, event), effects)

/** Checks, escalates or accepts a withdrawal. */
export const reviewWithdrawal = (
  work: Work,
  withdrawal: Withdrawal,
  event: ReviewEvent,
  effects: Effects,
): Promise<Withdrawal> => reviewed(work, withdrawal, event, effects)

const approve = async (work: Work, withdrawal: Withdrawal, effects: Effects): Promise<Withdrawal> =>
  progress(
    work,
    await move(work, withdrawal, 'approve', { saas_status: approved, company_status: approved }),
    effects,
  )

/** One side's decision. */
export interface Audit {
  readonly by: Auditor
  readonly decision: 'approve' | 'reject'
}

/** Records the decision of one side: two approvals lead to the payment, one rejection ends the withdrawal. */
export async function auditWithdrawal(
  work: Work,
  withdrawal: Withdrawal,
  { by, decision }: Audit,
  effects: Effects,
): Promise<Withdrawal> {
  const column = auditFields[by]
  after(withdrawalStates, withdrawal.id, withdrawal.status, decision)
  if (decision === 'reject') {
    await update(work, withdrawal, { [column]: rejected })
    return endUnpaid(work, withdrawal, 'reject', `rejected by the ${by}`)
  }
  checkFirstApproval(withdrawal.id, by, withdrawal[column])
  const audited = await update(work, withdrawal, { [column]: approved })
  const both = audited.saas_status === approved && audited.company_status === approved
  return both ? approve(work, audited, effects) : audited
}

/** Stops a withdrawal where it is, or lets it go on. */
export async function holdWithdrawal(
  work: Work,
  withdrawal: Withdrawal,
  event: HoldEvent,
  effects: Effects,
): Promise<Withdrawal> {
  const held = heldAfter(withdrawalStates, withdrawal, event)
  return progress(work, await update(work, withdrawal, { held }), effects)
}

/** Sends the transaction of a withdrawal. Its coin's confirmations complete it. */
export async function payWithdrawal(
  work: Work,
  withdrawal: Withdrawal,
  effects: Effects,
): Promise<Withdrawal> {
  const status = after(withdrawalStates, withdrawal.id, withdrawal.status, 'pay')
  if (withdrawal.txid !== '')
    throw new RuleError('withdrawal-unsent', 'invalid', `withdrawal ${withdrawal.id} was sent already.`)
  if (withdrawal.held === 1)
    throw new RuleError(
      'withdrawal-held',
      'invalid',
      `withdrawal ${withdrawal.id} is held: release it first.`,
    )
  const coin = await coinOf(work.db, withdrawal.symbol)
  const from = addressOf(work, coin.network, `hot wallet ${withdrawal.app_id} ${coin.network}`)
  const transaction = await send(work, coin, {
    symbol: coin.symbol,
    from,
    to: withdrawal.address_to,
    memo: withdrawal.memo,
    amount: BigInt(withdrawal.amount),
    fee: BigInt(withdrawal.fee),
  })
  const paid = await update(work, withdrawal, {
    status,
    txid: transaction.txid,
    address_from: from,
    real_fee: withdrawal.fee,
  })
  await progress(work, paid, effects)
  await payMinerFee(work, paid, coin)
  await waitFor(work, transaction, { kind: 'withdrawal', id: paid.id }, effects)
  await receive(work, { ...transaction, subject: subjectOf(paid) }, effects)
  return withdrawalOf(work, paid.id)
}

// The platform pays for its own transactions; a merchant that pays itself has its own wallet.
async function payMinerFee(work: Work, withdrawal: Withdrawal, { base_symbol: symbol }: Coin): Promise<void> {
  const { app_id: appId } = withdrawal
  const { payer } = await merchantOf(work.db, appId)
  const amount = BigInt(withdrawal.real_fee)
  if (payer === 'merchant' || amount === 0n) return
  await post(work, {
    appId,
    symbol,
    from: 'fees',
    to: 'miners',
    amount,
    subject: subjectOf(withdrawal),
    reason: 'miner fee',
  })
}

/** Ends a withdrawal without a payment: its funds are free again. */
export async function endUnpaid(
  work: Work,
  withdrawal: Withdrawal,
  event: Extract<WithdrawalEvent, 'cancel' | 'fail' | 'reject'>,
  reason: string,
): Promise<Withdrawal> {
  if (withdrawal.txid !== '')
    throw new RuleError(
      'withdrawal-unsent',
      'invalid',
      `withdrawal ${withdrawal.id} was sent already: only the chain ends it.`,
    )
  const ended = await move(work, withdrawal, event, { reason })
  await schedule(work, subjectOf(ended), undefined, 'manual')
  await settle(work, subjectOf(ended), 'voided', reason || event)
  return ended
}

/** What the chain tells a withdrawal. */
export const withdrawalEffects: SubjectEffects = {
  async seen({ db }, id, confirmations) {
    await db.updateTable('withdrawals').set({ confirmations }).where('id', '=', id).execute()
  },
  async confirmed(work, id, _transaction, confirmations) {
    const withdrawal = await withdrawalOf(work, id)
    await move(work, withdrawal, 'confirm', { confirmations })
    await settle(work, subjectOf(withdrawal), 'posted', 'confirmed')
  },
  removed: followingOf('withdrawals'),
}
