// MPC wallet 7: its withdrawals, stakes and delegations.
import { type Coin, coins } from './coins.ts'
import {
  account,
  type Balance,
  drop,
  lock,
  type Model,
  need,
  recordOf,
  send,
  unlock,
  type WalletRecord,
} from './state.ts'

const walletName = 'wallet 7'
const stakedName = 'staked 7'

export const walletOf = (model: Model, coin: Coin): Balance => account(model, walletName, coin)
export const stakedOf = (model: Model): Balance => account(model, stakedName, 'BTC')

export function fund(model: Model, coin: Coin, amount: bigint): void {
  walletOf(model, coin).available += amount
}

function addWallet(records: WalletRecord[], given: Omit<WalletRecord, 'id' | 'lockEnd' | 'request'>): void {
  const id = records.length + 1
  records.push({ ...given, id, request: `request-${id}`, lockEnd: 0 })
}

export function requestMpc(model: Model, amount: bigint): void {
  const fee = coins.BTC.minerFee
  lock(walletOf(model, 'BTC'), amount + fee)
  addWallet(model.mpc, { coin: 'BTC', amount, fee, state: 'waiting', due: model.time + 60_000 })
}

export function endWallet(model: Model, record: WalletRecord, state: string): void {
  const isSpent = state === 'done' || state === 'delegated'
  unlock(walletOf(model, record.coin), record.amount + record.fee, isSpent)
  Object.assign(record, { state, due: undefined })
}

export type WalletChange = (model: Model, record: WalletRecord) => void

const giving =
  (kind: 'delegation' | 'mpc' | 'stake', from: readonly string[], state: string): WalletChange =>
  (model, record) => {
    need(from.includes(record.state))
    if (state === 'failed') drop(model, kind, record.id)
    endWallet(model, record, state)
  }

export const mpcChanges = {
  approve: (model, record) => {
    need(record.state === 'waiting')
    Object.assign(record, { state: 'approved', due: model.time + 60_000 })
  },
  deny: giving('mpc', ['waiting'], 'unapproved'),
  discard: giving('mpc', ['waiting', 'approved'], 'discarded'),
  fail: giving('mpc', ['approved', 'paying'], 'failed'),
  pay: (model, record) => {
    need(record.state === 'approved')
    Object.assign(record, { state: 'paying', due: undefined })
    send(model, { kind: 'mpc', id: record.id, coin: 'BTC', amount: record.amount })
  },
  reject: giving('mpc', ['waiting', 'approved'], 'rejected'),
} as const satisfies Readonly<Record<string, WalletChange>>

export function stake(model: Model, amount: bigint): void {
  const fee = coins.BTC.minerFee
  need(amount > 2n * fee)
  lock(walletOf(model, 'BTC'), amount + fee)
  addWallet(model.stakes, { coin: 'BTC', amount, fee, state: 'staking', due: undefined })
  send(model, { kind: 'stake', id: model.stakes.length, coin: 'BTC', amount })
}

const lockBlocks = 1008

export function confirmStake(model: Model, id: number, height: number): void {
  const record = recordOf(model.stakes, id)
  const { amount, fee, state } = record
  if (state === 'staking') {
    unlock(walletOf(model, 'BTC'), amount + fee, true)
    stakedOf(model).available += amount
    record.state = 'staked'
  } else if (state === 'unbonding') {
    unlock(stakedOf(model), fee, true)
    Object.assign(record, { state: 'unbonded', lockEnd: height + lockBlocks })
  } else {
    unlock(stakedOf(model), amount - fee, true)
    walletOf(model, 'BTC').available += amount - 2n * fee
    record.state = 'unstaked'
  }
}

export const stakeChanges = {
  fail: giving('stake', ['staking'], 'failed'),
  unbond: (model, record) => {
    need(record.state === 'staked')
    lock(stakedOf(model), record.fee)
    record.state = 'unbonding'
    send(model, { kind: 'stake', id: record.id, coin: 'BTC', amount: record.amount })
  },
  unstake: (model, record) => {
    need(record.state === 'unbonded' && model.heights.Bitcoin >= record.lockEnd)
    lock(stakedOf(model), record.amount - record.fee)
    record.state = 'unstaking'
    send(model, { kind: 'stake', id: record.id, coin: 'BTC', amount: record.amount })
  },
} as const satisfies Readonly<Record<string, WalletChange>>

/** Orders multiples of 10 of bandwidth: 0.0004 each, and 5 % for the service. */
export function delegate(model: Model, tens: number): void {
  const [amount, fee] = [BigInt(tens) * 400_000n, BigInt(tens) * 20_000n]
  lock(walletOf(model, 'TRX'), amount + fee)
  addWallet(model.delegations, { coin: 'TRX', amount, fee, state: 'ordered', due: model.time + 30_000 })
}

export const delegationChanges = {
  fail: giving('delegation', ['ordered', 'sent'], 'failed'),
  send: (model, record) => {
    need(record.state === 'ordered')
    Object.assign(record, { state: 'sent', due: undefined })
    send(model, { kind: 'delegation', id: record.id, coin: 'TRX', amount: 0n })
  },
} as const satisfies Readonly<Record<string, WalletChange>>
