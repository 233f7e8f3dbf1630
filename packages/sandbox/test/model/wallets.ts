// MPC wallet 7: its withdrawals, stakes and delegations.
import { type Coin, coins } from './coins.ts'
import { dropPayment, payDeposit } from './deposits.ts'
import {
  getAccount,
  type Balance,
  dropTransaction,
  lockUnits,
  type Model,
  checkCondition,
  getRecord,
  sendTransaction,
  unlockUnits,
  type WalletRecord,
} from './state.ts'

const walletName = 'wallet 7'
const stakedName = 'staked 7'

export const getWallet = (model: Model, coin: Coin): Balance => getAccount(model, walletName, coin)
export const getStaked = (model: Model): Balance => getAccount(model, stakedName, 'BTC')

export function fundWallet(model: Model, coin: Coin, amount: bigint): void {
  getWallet(model, coin).available += amount
}

function addWallet(records: WalletRecord[], input: Omit<WalletRecord, 'id' | 'lockEnd' | 'request'>): void {
  const id = records.length + 1
  records.push({ ...input, id, request: `request-${id}`, lockEnd: 0 })
}

/** Requests a payment to a user, or to an outside address. */
export function requestMpc(model: Model, amount: bigint, receiver: number | undefined): void {
  const fee = coins.BTC.minerFee
  checkCondition(amount > 0n)
  lockUnits(getWallet(model, 'BTC'), amount + fee)
  addWallet(model.mpc, { coin: 'BTC', amount, fee, receiver, state: 'waiting', due: model.time + 60_000 })
}

/** Name of the payment of an MPC withdrawal. The model does not know its txid. */
const createPaymentName = ({ id }: WalletRecord): string => `mpc ${id}`

export function endWallet(model: Model, record: WalletRecord, state: string): void {
  const isSpent = state === 'done' || state === 'delegated'
  unlockUnits(getWallet(model, record.coin), record.amount + record.fee, isSpent)
  Object.assign(record, { state, due: undefined })
}

export type WalletChange = (model: Model, record: WalletRecord) => void

const createChange =
  (kind: 'delegation' | 'mpc' | 'stake', from: readonly string[], state: string): WalletChange =>
  (model, record) => {
    checkCondition(from.includes(record.state))
    if (state === 'failed') dropTransaction(model, kind, record.id)
    if (state === 'failed' && kind === 'mpc') dropPayment(model, createPaymentName(record))
    endWallet(model, record, state)
  }

export const mpcChanges = {
  approve: (model, record) => {
    checkCondition(record.state === 'waiting')
    Object.assign(record, { state: 'approved', due: model.time + 60_000 })
  },
  deny: createChange('mpc', ['waiting'], 'unapproved'),
  discard: createChange('mpc', ['waiting', 'approved'], 'discarded'),
  fail: createChange('mpc', ['approved', 'paying'], 'failed'),
  pay: (model, record) => {
    checkCondition(record.state === 'approved')
    Object.assign(record, { state: 'paying', due: undefined })
    sendTransaction(model, { kind: 'mpc', id: record.id, coin: 'BTC', amount: record.amount })
    if (record.receiver !== undefined)
      payDeposit(model, record.receiver, 'BTC', record.amount, createPaymentName(record))
  },
  reject: createChange('mpc', ['waiting', 'approved'], 'rejected'),
} as const satisfies Readonly<Record<string, WalletChange>>

export function stakeCoins(model: Model, amount: bigint): void {
  const fee = coins.BTC.minerFee
  checkCondition(amount > 2n * fee)
  lockUnits(getWallet(model, 'BTC'), amount + fee)
  addWallet(model.stakes, { coin: 'BTC', amount, fee, state: 'staking', due: undefined })
  sendTransaction(model, { kind: 'stake', id: model.stakes.length, coin: 'BTC', amount })
}

const lockBlocks = 1008

export function confirmStake(model: Model, id: number, height: number): void {
  const record = getRecord(model.stakes, id)
  const { amount, fee, state } = record
  if (state === 'staking') {
    unlockUnits(getWallet(model, 'BTC'), amount + fee, true)
    getStaked(model).available += amount
    record.state = 'staked'
  } else if (state === 'unbonding') {
    unlockUnits(getStaked(model), fee, true)
    Object.assign(record, { state: 'unbonded', lockEnd: height + lockBlocks })
  } else {
    unlockUnits(getStaked(model), amount - fee, true)
    getWallet(model, 'BTC').available += amount - 2n * fee
    record.state = 'unstaked'
  }
}

export const stakeChanges = {
  fail: createChange('stake', ['staking'], 'failed'),
  unbond: (model, record) => {
    checkCondition(record.state === 'staked')
    lockUnits(getStaked(model), record.fee)
    record.state = 'unbonding'
    sendTransaction(model, { kind: 'stake', id: record.id, coin: 'BTC', amount: record.amount })
  },
  unstake: (model, record) => {
    checkCondition(record.state === 'unbonded' && model.heights.Bitcoin >= record.lockEnd)
    lockUnits(getStaked(model), record.amount - record.fee)
    record.state = 'unstaking'
    sendTransaction(model, { kind: 'stake', id: record.id, coin: 'BTC', amount: record.amount })
  },
} as const satisfies Readonly<Record<string, WalletChange>>

/** Orders multiples of 10 of bandwidth: 0.0004 each, and 5 % for the service. */
export function delegateResources(model: Model, tens: number): void {
  const [amount, fee] = [BigInt(tens) * 400_000n, BigInt(tens) * 20_000n]
  lockUnits(getWallet(model, 'TRX'), amount + fee)
  addWallet(model.delegations, { coin: 'TRX', amount, fee, state: 'ordered', due: model.time + 30_000 })
}

export const delegationChanges = {
  fail: createChange('delegation', ['ordered', 'sent'], 'failed'),
  send: (model, record) => {
    checkCondition(record.state === 'ordered')
    Object.assign(record, { state: 'sent', due: undefined })
    sendTransaction(model, { kind: 'delegation', id: record.id, coin: 'TRX', amount: 0n })
  },
} as const satisfies Readonly<Record<string, WalletChange>>
