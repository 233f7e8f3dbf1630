// The state of the model and its helpers.
import { type Coin, coins, type Network } from './coins.ts'

export interface Balance {
  available: bigint
  locked: bigint
}

/** Record of a transaction. */
export type Kind = 'delegation' | 'deposit' | 'fee' | 'mpc' | 'stake' | 'withdrawal'

export interface Transaction {
  readonly kind: Kind
  readonly id: number
  readonly coin: Coin
  readonly to: string
  /** Only payments have a chosen txid. */
  txid: string
  sent: number
  height: number | undefined
  readonly amount: bigint
  isSettled: boolean
  isConfirmed: boolean
}

export interface Deposit {
  readonly id: number
  readonly uid: number
  readonly coin: Coin
  readonly to: string
  readonly isFromChain: boolean
  readonly repeats: number | undefined
  request: string
  txid: string
  amount: bigint
  credited: bigint
  shortage: bigint
  isConfirmed: boolean
  confirmations: number
  state: 'confirming' | 'credited' | 'failed'
}

export interface Withdrawal {
  readonly id: number
  readonly request: string
  readonly uid: number
  readonly coin: Coin
  readonly amount: bigint
  state: 'reviewing' | 'paying' | 'rejected' | 'failed' | 'succeeded' | 'cancelled' | 'checking' | 'escalated'
  merchant: number
  platform: number
  isHeld: boolean
  sent: boolean
  due: number | undefined
}

/** A record of a wallet. Its funds are reserved until it ends. */
export interface WalletRecord {
  readonly id: number
  readonly request: string
  readonly coin: Coin
  readonly amount: bigint
  readonly fee: bigint
  /** User whom an MPC withdrawal pays. */
  readonly receiver?: number | undefined
  state: string
  due: number | undefined
  lockEnd: number
}

export interface Model {
  time: number
  heights: Record<Network, number>
  users: number[]
  accounts: Record<string, Balance>
  /** Addresses without a user, by coin. */
  pool: Record<Coin, string[]>
  places: Record<string, string>
  transactions: Transaction[]
  deposits: Deposit[]
  requests: Record<string, { deposit: number; txid: string; amount: bigint; flag: 0 | 1 }>
  withdrawals: Withdrawal[]
  fees: { coin: Coin; amount: bigint; fee: bigint; isPaid: boolean; key: string }[]
  mpc: WalletRecord[]
  stakes: WalletRecord[]
  delegations: WalletRecord[]
  isCollecting: boolean
  payer: 'merchant' | 'platform'
  /** Deposits to collect before the next call. */
  queue: number[]
  /** The model at the time of the last snapshot. */
  saved: Model | undefined
}

/** The service must reject the call without effects. */
export class RejectedStep extends Error {}

export function checkCondition(condition: boolean): asserts condition {
  if (!condition) throw new RejectedStep()
}

export const getFound = <Result>(value: Result | undefined): Result => {
  if (value === undefined) throw new RejectedStep()
  return value
}

export function getAccount({ accounts }: Model, owner: string, coin: Coin): Balance {
  return (accounts[`${owner} ${coin}`] ??= { available: 0n, locked: 0n })
}

export const getUserAccount = (model: Model, uid: number, coin: Coin): Balance => getAccount(model, `user ${uid}`, coin)

export function takeUnits(balance: Balance, amount: bigint): void {
  checkCondition(balance.available >= amount)
  balance.available -= amount
}

export function lockUnits(balance: Balance, amount: bigint): void {
  takeUnits(balance, amount)
  balance.locked += amount
}

export function unlockUnits(balance: Balance, amount: bigint, isSpent: boolean): void {
  balance.locked -= amount
  if (!isSpent) balance.available += amount
}

export function sendTransaction(
  model: Model,
  tx: Pick<Transaction, 'amount' | 'coin' | 'id' | 'kind'>,
  to = '',
  txid = '',
): void {
  const sent = model.heights[coins[tx.coin].network]
  model.transactions.push({
    ...tx,
    to,
    txid,
    sent,
    height: undefined,
    isSettled: false,
    isConfirmed: false,
  })
}

export const getRecord = <Each extends { readonly id: number }>(records: readonly Each[], id: number): Each =>
  getFound(records.find((each) => each.id === id))

/** Changes a record of a list. */
export const changeRecord = <Each extends { readonly id: number }>(
  model: Model,
  records: readonly Each[],
  id: number,
  change: (model: Model, record: Each) => void,
): void => change(model, getRecord(records, id))

/** Removes the transaction of a record before a block contains it. */
export function dropTransaction(model: Model, kind: Kind, id: number): void {
  const tx = model.transactions.find((each) => each.kind === kind && each.id === id && !each.isSettled)
  checkCondition(tx?.height === undefined)
  model.transactions = model.transactions.filter((each) => each !== tx)
}

/** A merchant with a collection account, and a wallet with some funds. */
export const createModel = (time: number, collector: number): Model => ({
  time,
  heights: { Bitcoin: 900_000, Ethereum: 22_000_000, Tron: 70_000_000 },
  users: [collector],
  accounts: {},
  pool: { BTC: [], ETH: [], TRX: [], USDT: [] },
  places: {},
  transactions: [],
  deposits: [],
  requests: {},
  withdrawals: [],
  fees: [],
  mpc: [],
  stakes: [],
  delegations: [],
  isCollecting: false,
  payer: 'merchant',
  queue: [],
  saved: undefined,
})
