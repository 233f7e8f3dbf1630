// Withdrawals of users.
import { type Coin, coins } from './coins.ts'
import {
  lockUnits,
  type Model,
  checkCondition,
  getRecord,
  sendTransaction,
  unlockUnits,
  getUserAccount,
  type Withdrawal,
} from './state.ts'

export type NewWithdrawal = Pick<Withdrawal, 'amount' | 'coin' | 'request' | 'uid'>

export function requestWithdrawal(model: Model, input: NewWithdrawal): void {
  const { uid, coin, amount } = input
  checkCondition(!model.withdrawals.some((each) => each.request === input.request))
  const { least, most: maximum, withdrawFee } = coins[coin]
  checkCondition(amount >= least && amount <= maximum)
  lockUnits(getUserAccount(model, uid, coin), amount + withdrawFee)
  const id = model.withdrawals.length + 1
  const initialFields = { merchant: 0, platform: 0, isHeld: false, sent: false, due: undefined }
  model.withdrawals.push({ ...input, id, ...initialFields, state: 'reviewing' })
  progressWithdrawal(model, getRecord(model.withdrawals, id))
}

const after = { reviewing: 60_000, checking: 60_000, paying: 120_000 } as const

function progressWithdrawal(model: Model, withdrawal: Withdrawal): void {
  const { coin, isHeld, sent, state } = withdrawal
  const wait = state === 'paying' && model.payer === 'merchant' ? undefined : getNextStep(state)
  withdrawal.due = !coins[coin].isTimed || isHeld || sent || wait === undefined ? undefined : model.time + wait
}

const getNextStep = (state: Withdrawal['state']): number | undefined =>
  state === 'reviewing' || state === 'checking' || state === 'paying' ? after[state] : undefined

export function endWithdrawal(model: Model, withdrawal: Withdrawal, state: Withdrawal['state']): void {
  const { uid, coin, amount } = withdrawal
  unlockUnits(getUserAccount(model, uid, coin), amount + coins[coin].withdrawFee, state === 'succeeded')
  Object.assign(withdrawal, { state, due: undefined })
}

export type WithdrawalFunction = (model: Model, withdrawal: Withdrawal) => void

const createMove =
  (from: readonly Withdrawal['state'][], state: Withdrawal['state']): WithdrawalFunction =>
  (model, withdrawal) => {
    checkCondition(from.includes(withdrawal.state))
    withdrawal.state = state
    progressWithdrawal(model, withdrawal)
  }

const createEnd =
  (from: readonly Withdrawal['state'][], state: Withdrawal['state']): WithdrawalFunction =>
  (model, withdrawal) => {
    checkCondition(from.includes(withdrawal.state) && !withdrawal.sent)
    endWithdrawal(model, withdrawal, state)
  }

const createApproval =
  (side: 'merchant' | 'platform'): WithdrawalFunction =>
  (model, withdrawal) => {
    checkCondition(withdrawal.state === 'reviewing' && withdrawal[side] === 0)
    withdrawal[side] = 1
    if (withdrawal.merchant === 1 && withdrawal.platform === 1) approveWithdrawal(model, withdrawal)
  }

export function approveWithdrawal(model: Model, withdrawal: Withdrawal): void {
  Object.assign(withdrawal, { merchant: 1, platform: 1 })
  createMove(['reviewing'], 'paying')(model, withdrawal)
}

const createHold =
  (isHeld: boolean): WithdrawalFunction =>
  (model, withdrawal) => {
    checkCondition(!['rejected', 'failed', 'succeeded', 'cancelled'].includes(withdrawal.state))
    checkCondition(withdrawal.isHeld !== isHeld)
    withdrawal.isHeld = isHeld
    progressWithdrawal(model, withdrawal)
  }

export function payOut(model: Model, withdrawal: Withdrawal): void {
  const { id, coin, amount, state, sent, isHeld } = withdrawal
  checkCondition(state === 'paying' && !sent && !isHeld)
  Object.assign(withdrawal, { sent: true, due: undefined })
  sendTransaction(model, { kind: 'withdrawal', id, coin, amount })
}

/** Commands of control and the merchant for a withdrawal. */
export const withdrawalChanges = {
  accept: createMove(['checking', 'escalated'], 'reviewing'),
  approveAsMerchant: createApproval('merchant'),
  approveAsPlatform: createApproval('platform'),
  cancel: (model, withdrawal) => {
    if (withdrawal.state !== 'cancelled')
      createEnd(['reviewing', 'paying', 'checking', 'escalated'], 'cancelled')(model, withdrawal)
  },
  check: createMove(['reviewing'], 'checking'),
  escalate: createMove(['checking'], 'escalated'),
  fail: createEnd(['paying'], 'failed'),
  hold: createHold(true),
  pay: payOut,
  reject: createEnd(['reviewing', 'checking', 'escalated'], 'rejected'),
  release: createHold(false),
} as const satisfies Readonly<Record<string, WithdrawalFunction>>

export type WithdrawalChange = keyof typeof withdrawalChanges

/** Expected ids of a pull. */
export const listPulled = ({ withdrawals, payer }: Model, coin: Coin): readonly number[] =>
  withdrawals
    .filter((each) => each.coin === coin && each.state === 'paying' && !each.sent && !each.isHeld)
    .filter(() => payer === 'merchant')
    .map(({ id }) => id)
    .slice(-20)
