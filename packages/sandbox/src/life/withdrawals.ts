// The life cycle of a withdrawal: audits, holds, payment, confirmation, and its reserved funds.
import type { Selectable } from 'kysely'

import { formatAmount, PrecisionError, toUnits } from '../amounts.ts'
import { type Coin, describeUnknownCoin, findCoin, getCoin } from '../chain/coins.ts'
import { createAddress } from '../chain/notation.ts'
import { sendTransaction, watchTransaction } from '../chain/transactions.ts'
import type { RecordType, StatefulType } from '../engine/record-types.ts'
import { getBalance, toUserOwner } from '../ledger/accounts.ts'
import { postTransfer, reserveTransfer, settleTransfers } from '../ledger/post.ts'
import { getMerchant } from '../merchants/rows.ts'
import { hasUser } from '../merchants/users.ts'
import { RuleError } from '../rules/rejection.ts'
import { auditFields, type Auditor, audits } from '../states/audits.ts'
import { isUnsent } from '../states/guards.ts'
import { heldValues, type HoldEvent } from '../states/holds.ts'
import { applyEvent, checkChange, createMissingError, getInitialValue } from '../states/table.ts'
import { type Decision, type WithdrawalEvent, withdrawalStates } from '../states/withdrawals.ts'
import type { Schema } from '../store/schema.ts'
import { deriveHash, type ReadOnlyWork, type Work } from '../work.ts'
import { recordState } from './history.ts'
import { receiveTransaction } from './payments.ts'
import { getNextStep, schedule } from './progress.ts'
import { createRemovalHandler } from './removed.ts'
import { checkRequestId, findRequestedRecord } from './request-ids.ts'

export type Withdrawal = Selectable<Schema['withdrawals']>

const { approved: approvedValue, open: openValue, rejected: rejectedValue } = audits

export interface WithdrawalRequest {
  readonly uid: number
  readonly symbol: string
  readonly amount: string
  readonly to: string
  readonly memo?: string | undefined
  /** Default: a new one. */
  readonly requestId?: string | undefined
}

/** Requests a withdrawal. Reserves its amount and fee until it ends. */
export async function requestWithdrawal(work: Work, appId: string, input: WithdrawalRequest): Promise<Withdrawal> {
  const { db, now, seed } = work
  const coin = await findCoin(db, input.symbol)
  if (!coin) throw new RuleError('coin-known', '120202', await describeUnknownCoin(db, input.symbol))
  if (!(await hasUser(db, appId, input.uid)))
    throw new RuleError(
      'user-exists',
      '110065',
      `this merchant has no user ${input.uid}: create one with users.create.`,
    )
  const amount = checkAmount(input, coin)
  if (input.to === '') throw new RuleError('withdrawal-address', '110055', 'the address is empty: set to.')
  const requestId = checkRequestId(
    input.requestId ?? deriveHash(seed, `withdrawal ${now} ${await getLatestId(work)}`).slice(0, 32),
  )
  await checkNewRequestId(work, appId, requestId)
  const withdrawal = await db
    .insertInto('withdrawals')
    .values({
      app_id: appId,
      request_id: requestId,
      uid: input.uid,
      symbol: input.symbol,
      amount: `${amount}`,
      withdraw_fee: coin.withdraw_fee,
      fee: coin.miner_fee,
      real_fee: '0',
      address_from: '',
      address_to: input.to,
      memo: input.memo ?? '',
      txid: '',
      confirmations: 0,
      status: getInitialValue(withdrawalStates),
      saas_status: openValue,
      company_status: openValue,
      held: 0,
      reason: '',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordState(work, formatWithdrawalSubject(withdrawal), withdrawal.status)
  await reserveFunds(work, withdrawal, coin)
  return progressWithdrawal(work, withdrawal)
}

function checkAmount({ amount: text, symbol }: WithdrawalRequest, coin: Coin): bigint {
  const { decimals, minimum, maximum } = coin
  const amount = toExactUnits(text, decimals)
  if (amount < BigInt(minimum) || amount <= 0n)
    throw new RuleError(
      'withdrawal-minimum',
      '110078',
      `the minimum of ${symbol} is ${formatAmount(minimum, decimals)}, not ${text}.`,
    )
  if (amount > BigInt(maximum))
    throw new RuleError(
      'withdrawal-maximum',
      '110087',
      `the maximum of ${symbol} is ${formatAmount(maximum, decimals)}, not ${text}.`,
    )
  return amount
}

function toExactUnits(amount: string, decimals: number): bigint {
  try {
    return toUnits(amount, decimals)
  } catch (error) {
    if (error instanceof PrecisionError) throw new RuleError('amount-precision', '110161', error.message)
    throw error
  }
}

async function getLatestId({ db }: Work): Promise<number> {
  const row = await db.selectFrom('withdrawals').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

async function checkNewRequestId(work: Work, appId: string, requestId: string): Promise<void> {
  const known = await findRequestedRecord(work, 'withdrawals', { appId, requestId })
  if (known !== undefined)
    throw new RuleError(
      'withdrawal-request',
      '110088',
      `withdrawal ${known} has the request_id ${requestId} already: use a new one.`,
    )
}

// Both transfers are reserved and settled together.
async function reserveFunds(work: Work, withdrawal: Withdrawal, { decimals }: Coin): Promise<void> {
  const { app_id: appId, symbol, uid } = withdrawal
  const from = toUserOwner(uid)
  const [amount, fee] = [BigInt(withdrawal.amount), BigInt(withdrawal.withdraw_fee)]
  const { available } = await getBalance(work.db, { appId, symbol, owner: from })
  if (available < amount + fee)
    throw new RuleError(
      'withdrawal-funds',
      '120402',
      `user ${uid} needs ${formatAmount(amount + fee, decimals)} ${symbol} for the amount and its fee, and has ${formatAmount(available, decimals)}.${await buildCollectionHint(work, withdrawal)}`,
    )
  const common = { appId, symbol, from, subject: formatWithdrawalSubject(withdrawal) }
  await reserveTransfer(work, { ...common, to: 'chain', amount, reason: 'withdrawal' })
  if (fee > 0n) await reserveTransfer(work, { ...common, to: 'fees', amount: fee, reason: 'withdrawal fee' })
}

async function buildCollectionHint({ db }: Work, { app_id: appId, uid }: Withdrawal): Promise<string> {
  const { auto_collection: isOn, collection_uid: collector } = await getMerchant(db, appId)
  if (isOn === 0 || uid === collector) return ''
  return ` Auto-collection is on, so what the user receives moves to user ${collector}: call merchants.update({ appId: '${appId}', autoCollection: false }) before the deposit.`
}

const formatWithdrawalSubject = ({ id }: Withdrawal): string => `withdrawal ${id}`

export const getWithdrawal = ({ db }: ReadOnlyWork, id: number): Promise<Withdrawal> =>
  db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => createMissingError(withdrawalStates.title, id))

async function updateWithdrawal(
  work: Work,
  { id }: Withdrawal,
  values: Partial<Omit<Withdrawal, 'id'>>,
): Promise<Withdrawal> {
  const updatedWithdrawal = await work.db
    .updateTable('withdrawals')
    .set({ ...values, updated_at: work.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordState(work, formatWithdrawalSubject(updatedWithdrawal), updatedWithdrawal.status)
  return updatedWithdrawal
}

const moveWithdrawal = (
  work: Work,
  withdrawal: Withdrawal,
  event: WithdrawalEvent,
  values: Partial<Omit<Withdrawal, 'id'>> = {},
) =>
  updateWithdrawal(work, withdrawal, {
    ...values,
    status: applyEvent(withdrawalStates, withdrawal.id, withdrawal.status, event),
  })

/** Returns the next automatic step. A withdrawal that is held, sent, or paid by the merchant has none. */
async function findNextStep({ db }: ReadOnlyWork, withdrawal: Withdrawal) {
  if (withdrawal.held === 1 || withdrawal.txid !== '') return undefined
  const next = getNextStep(withdrawalStates, withdrawal.status)
  const { payer } = await getMerchant(db, withdrawal.app_id)
  return next?.event === 'pay' && payer === 'merchant' ? undefined : next
}

/** Runs the next automatic step at once, or sets its timer. */
async function progressWithdrawal(work: Work, withdrawal: Withdrawal): Promise<Withdrawal> {
  const { mode } = await getCoin(work.db, withdrawal.symbol)
  const event = await schedule(work, formatWithdrawalSubject(withdrawal), await findNextStep(work, withdrawal), mode)
  return event === undefined ? withdrawal : advanceWithdrawal(work, withdrawal, event)
}

/** Advances a withdrawal when its timer runs. Its coin or its merchant may have changed since the timer was set. */
async function runWithdrawalStep(work: Work, id: number): Promise<void> {
  const withdrawal = await getWithdrawal(work, id)
  const { mode } = await getCoin(work.db, withdrawal.symbol)
  const next = mode === 'manual' ? undefined : await findNextStep(work, withdrawal)
  if (next) await advanceWithdrawal(work, withdrawal, next.event)
}

function advanceWithdrawal(work: Work, withdrawal: Withdrawal, event: WithdrawalEvent): Promise<Withdrawal> {
  if (event === 'pay') return payWithdrawal(work, withdrawal)
  if (event === 'approve') return approveWithdrawal(work, withdrawal)
  return moveAndProgress(work, withdrawal, event)
}

const moveAndProgress = async (work: Work, withdrawal: Withdrawal, event: WithdrawalEvent) =>
  progressWithdrawal(work, await moveWithdrawal(work, withdrawal, event))

/** Actions without further parameters. */
export const simpleActions = ['check', 'escalate', 'accept', 'pay', 'hold', 'release'] as const

/** Performs an action of a withdrawal. */
export async function actOnWithdrawal(work: Work, id: number, action: (typeof simpleActions)[number]): Promise<void> {
  const withdrawal = await getWithdrawal(work, id)
  if (action === 'hold' || action === 'release') await holdWithdrawal(work, withdrawal, action)
  else await advanceWithdrawal(work, withdrawal, action)
}

const approveWithdrawal = async (work: Work, withdrawal: Withdrawal): Promise<Withdrawal> =>
  progressWithdrawal(
    work,
    await moveWithdrawal(work, withdrawal, 'approve', {
      saas_status: approvedValue,
      company_status: approvedValue,
    }),
  )

export interface Audit {
  readonly by: Auditor
  readonly decision: Decision
}

/** Records the decision of one side. Two approvals lead to the payment; one rejection ends the withdrawal. */
export async function auditWithdrawal(
  work: Work,
  withdrawal: Withdrawal,
  { by, decision }: Audit,
): Promise<Withdrawal> {
  const column = auditFields[by]
  checkChange(withdrawalStates, withdrawalStates.actions[`${decision} as ${by}`], withdrawal)
  if (decision === 'reject') {
    await updateWithdrawal(work, withdrawal, { [column]: rejectedValue })
    return endUnpaidWithdrawal(work, withdrawal, 'reject', `rejected by the ${by}`)
  }
  const auditedWithdrawal = await updateWithdrawal(work, withdrawal, { [column]: approvedValue })
  const isFullyApproved =
    auditedWithdrawal.saas_status === approvedValue && auditedWithdrawal.company_status === approvedValue
  return isFullyApproved ? approveWithdrawal(work, auditedWithdrawal) : auditedWithdrawal
}

async function holdWithdrawal(work: Work, withdrawal: Withdrawal, event: HoldEvent): Promise<Withdrawal> {
  checkChange(withdrawalStates, withdrawalStates.actions[event], withdrawal)
  return progressWithdrawal(work, await updateWithdrawal(work, withdrawal, { held: heldValues[event] }))
}

/** Sends the transaction of a withdrawal, which completes with enough confirmations. */
async function payWithdrawal(work: Work, withdrawal: Withdrawal): Promise<Withdrawal> {
  checkChange(withdrawalStates, withdrawalStates.actions.pay, withdrawal)
  const coin = await getCoin(work.db, withdrawal.symbol)
  const from = createAddress(work, coin.network, `hot wallet ${withdrawal.app_id} ${coin.network}`)
  const transaction = await sendTransaction(work, coin, {
    symbol: coin.symbol,
    from,
    to: withdrawal.address_to,
    memo: withdrawal.memo,
    amount: BigInt(withdrawal.amount),
    fee: BigInt(withdrawal.fee),
  })
  const paidWithdrawal = await moveWithdrawal(work, withdrawal, 'pay', {
    txid: transaction.txid,
    address_from: from,
    real_fee: withdrawal.fee,
  })
  await progressWithdrawal(work, paidWithdrawal)
  await payWithdrawalFee(work, paidWithdrawal, coin)
  await watchTransaction(work, transaction, { kind: 'withdrawal', id: paidWithdrawal.id })
  await receiveTransaction(work, { ...transaction, subject: formatWithdrawalSubject(paidWithdrawal) })
  return getWithdrawal(work, paidWithdrawal.id)
}

// Only a platform that sends the withdrawal pays its fee here. A merchant has its own wallet.
async function payWithdrawalFee(work: Work, withdrawal: Withdrawal, { base_symbol: symbol }: Coin): Promise<void> {
  const { app_id: appId } = withdrawal
  const { payer } = await getMerchant(work.db, appId)
  const amount = BigInt(withdrawal.real_fee)
  if (payer === 'merchant' || amount === 0n) return
  await postTransfer(work, {
    appId,
    symbol,
    from: 'fees',
    to: 'miners',
    amount,
    subject: formatWithdrawalSubject(withdrawal),
    reason: 'miner fee',
  })
}

/** Ends a withdrawal without a payment and releases its funds. */
export async function endUnpaidWithdrawal(
  work: Work,
  withdrawal: Withdrawal,
  event: Extract<WithdrawalEvent, 'cancel' | 'fail' | 'reject'>,
  reason: string,
): Promise<Withdrawal> {
  checkChange(withdrawalStates, { event, guards: [isUnsent] }, withdrawal)
  const endedWithdrawal = await moveWithdrawal(work, withdrawal, event, { reason })
  await schedule(work, formatWithdrawalSubject(endedWithdrawal), undefined, 'manual')
  await settleTransfers(work, formatWithdrawalSubject(endedWithdrawal), 'voided', reason || event)
  return endedWithdrawal
}

export const withdrawalType: StatefulType & RecordType = {
  states: withdrawalStates,
  table: 'withdrawals',
  readFacts: getWithdrawal,
  findNextStep: async (work, id) => findNextStep(work, await getWithdrawal(work, id)),
  step: runWithdrawalStep,
  async onSeen({ db }, id, confirmations) {
    await db.updateTable('withdrawals').set({ confirmations }).where('id', '=', id).execute()
  },
  async onConfirmed(work, id, _transaction, confirmations) {
    const withdrawal = await getWithdrawal(work, id)
    await moveWithdrawal(work, withdrawal, 'confirm', { confirmations })
    await settleTransfers(work, formatWithdrawalSubject(withdrawal), 'posted', 'confirmed')
  },
  onRemoved: createRemovalHandler('withdrawals'),
}
