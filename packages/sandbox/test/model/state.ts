// The state of the model, and what all of its parts need.
import { type Coin, coins, type Network } from './coins.ts'

export interface Balance {
  available: bigint
  locked: bigint
}

/** What a transaction belongs to. */
export type Kind = 'delegation' | 'deposit' | 'fee' | 'mpc' | 'stake' | 'withdrawal'

export interface Transaction {
  readonly kind: Kind
  readonly id: number
  readonly coin: Coin
  readonly to: string
  /** Only payments have one: those that a test names. */
  txid: string
  sent: number
  height: number | undefined
  readonly amount: bigint
  settled: boolean
  confirmed: boolean
}

export interface Deposit {
  readonly id: number
  readonly uid: number
  readonly coin: Coin
  readonly to: string
  readonly fromChain: boolean
  readonly repeats: number | undefined
  request: string
  txid: string
  amount: bigint
  credited: bigint
  shortage: bigint
  confirmed: boolean
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
  held: boolean
  sent: boolean
  due: number | undefined
}

/** A record of a wallet; its funds wait until it ends. */
export interface WalletRecord {
  readonly id: number
  readonly request: string
  readonly coin: Coin
  readonly amount: bigint
  readonly fee: bigint
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
  fees: { coin: Coin; amount: bigint; fee: bigint; paid: boolean; key: string }[]
  mpc: WalletRecord[]
  stakes: WalletRecord[]
  delegations: WalletRecord[]
  collects: boolean
  payer: 'merchant' | 'platform'
  /** Deposits whose user is collected before the next call. */
  queue: number[]
  /** The model as it was when the last snapshot was taken. */
  saved: Model | undefined
}

/** The service has to reject the call, and nothing changes. */
export class Rejected extends Error {}

export function need(condition: boolean): asserts condition {
  if (!condition) throw new Rejected()
}

export const found = <Found>(value: Found | undefined): Found => {
  if (value === undefined) throw new Rejected()
  return value
}

export function account({ accounts }: Model, owner: string, coin: Coin): Balance {
  return (accounts[`${owner} ${coin}`] ??= { available: 0n, locked: 0n })
}

export const userOf = (model: Model, uid: number, coin: Coin): Balance => account(model, `user ${uid}`, coin)

export function take(balance: Balance, amount: bigint): void {
  need(balance.available >= amount)
  balance.available -= amount
}

export function lock(balance: Balance, amount: bigint): void {
  take(balance, amount)
  balance.locked += amount
}

export function unlock(balance: Balance, amount: bigint, isSpent: boolean): void {
  balance.locked -= amount
  if (!isSpent) balance.available += amount
}

export function send(
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
    settled: false,
    confirmed: false,
  })
}

export const recordOf = <Each extends { readonly id: number }>(records: readonly Each[], id: number): Each =>
  found(records.find((each) => each.id === id))

/** Changes a record of a list. */
export const changeRecord = <Each extends { readonly id: number }>(
  model: Model,
  records: readonly Each[],
  id: number,
  change: (model: Model, record: Each) => void,
): void => change(model, recordOf(records, id))

/** Removes the transaction of a record before a block contains it. */
export function drop(model: Model, kind: Kind, id: number): void {
  const tx = model.transactions.find((each) => each.kind === kind && each.id === id && !each.settled)
  need(tx?.height === undefined)
  model.transactions = model.transactions.filter((each) => each !== tx)
}

/** A merchant with a collection account, and a wallet with some funds. */
export const freshModel = (time: number, collector: number): Model => ({
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
  collects: false,
  payer: 'merchant',
  queue: [],
  saved: undefined,
})
