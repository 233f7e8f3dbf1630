// Tables of the sandbox. Times are Unix milliseconds, and flags are 0 or 1.
import type { Generated } from 'kysely'

import type { FailureName, FaultKind, View } from './values.ts'

/** Amount in the smallest unit of a coin. Text, because it may exceed 64 bits. */
type Units = string
type Flag = 0 | 1

export interface Schema {
  settings: { name: string; value: string }
  timers: {
    id: Generated<number>
    due: number
    kind: string
    subject: string
    /** Error of a failed timer; empty if it will run. */
    error: string
  }
  merchants: {
    app_id: string
    profile: string
    /** Empty for a demo merchant, whose Api-Key belongs to the installation, unless control replaced it. */
    api_key: string
    /** Allowed addresses, separated by commas; empty for all. */
    addresses: string
    /** Keys of both sides as JSON; empty for a demo merchant. */
    keys: string
    auto_collection: Flag
    payer: 'merchant' | 'platform'
    /** Base URLs of notifications, separated by spaces. */
    notify_urls: string
    /** User who owns the collection account. */
    collection_uid: number
  }
  notifications: {
    id: Generated<number>
    app_id: string
    kind: string
    sender: string
    /** Base URL of the receiver. */
    url: string
    subject: string
    /** Plain content as JSON. */
    content: string
    state: 'delivered' | 'given up' | 'ready' | 'waiting'
    /** When a waiting message is sent. */
    due: number
    /** Attempts since it was created or redelivered. */
    attempts: number
    created_at: number
    updated_at: number
  }
  notification_attempts: {
    id: Generated<number>
    notification_id: number
    time: number
    /** Real milliseconds. */
    duration: number
    sent: string
    status: number
    response: string
    /** Reason of the failure; empty on success. */
    failure: FailureName | ''
    detail: string
  }
  faults: {
    id: Generated<number>
    kind: FaultKind
    /** Empty for all calls. */
    operation: string
    /** Empty for both. */
    view: View | ''
    /** Number of calls on which it will still act; `null` without a limit. */
    remaining: number | null
    /** Percentage of the calls on which it acts. */
    percent: number
    seed: string
    /** As JSON. */
    parameters: string
    /** Number of calls that matched. */
    calls: number
    acted: number
  }
  users: {
    uid: Generated<number>
    app_id: string
    nickname: string
    email: string
    country: string
    mobile: string
    created_at: number
  }
  networks: {
    name: string
    symbol: string
    symbol_alias: string
    acceleration: Flag
    /** Milliseconds between blocks; 0 if only `mine` makes blocks. */
    interval: number
    /** Time and height from which the current height is computed. */
    start: number
    height: number
  }
  open_networks: { app_id: string; network: string }
  coins: {
    symbol: string
    network: string
    /** Fee coin of the network. */
    base_symbol: string
    contract_address: string
    kind: 'account' | 'utxo'
    memo: Flag
    decimals: number
    confirmations: number
    mode: 'instant' | 'manual' | 'timed'
    withdraw_fee: Units
    miner_fee: Units
    minimum: Units
    maximum: Units
  }
  addresses: {
    id: Generated<number>
    app_id: string
    symbol: string
    address: string
    /** Assigned user; `null` while it is available. An address of a memo coin stays available. */
    uid: number | null
  }
  deposit_addresses: {
    app_id: string
    uid: number
    symbol: string
    address: string
    memo: string
  }
  transactions: {
    id: Generated<number>
    txid: string
    network: string
    symbol: string
    address_from: string
    address_to: string
    memo: string
    amount: Units
    fee: Units
    /** Height of the newest block when it was sent. A later block contains it. */
    sent_height: number
    /** `null` until a block contains it. */
    height: number | null
    created_at: number
    /** Its record, such as `deposit 12`, or an empty string. */
    subject: string
    /** 0 while its record waits for confirmations. */
    settled: Flag
    /** 1 once its record is confirmed. A reorganization only undoes that for a deposit. */
    confirmed: Flag
  }
  /** Ids of transactions before a reorganization. */
  former_txids: {
    txid: string
    symbol: string
    address_to: string
    memo: string
    transaction_id: number
  }
  deposits: {
    id: Generated<number>
    app_id: string
    request_id: string
    uid: number
    symbol: string
    amount: Units
    /** Amount credited so far. */
    credited: Units
    address_from: string
    address_to: string
    memo: string
    txid: string
    confirmations: number
    source: 'chain' | 'notified'
    /** Original deposit of a duplicate, which was credited again because of a new request_id. */
    repeats: number | null
    /** Amount that the account `shortage` paid, because a reorganization undid a spent credit. */
    shortage: Units
    /** 1 once the chain or the merchant confirmed it. It is credited unless it is held. */
    confirmed: Flag
    /** Held deposits stay unchanged until they are released. */
    held: Flag
    status: number
    saas_status: number
    company_status: number
    created_at: number
    updated_at: number
  }
  deposit_requests: {
    app_id: string
    request_id: string
    deposit_id: number
    /** As notified. A reorganization changes the txid of the deposit. */
    txid: string
    amount: Units
    flag: Flag
  }
  withdrawals: {
    id: Generated<number>
    app_id: string
    request_id: string
    uid: number
    symbol: string
    amount: Units
    withdraw_fee: Units
    fee: Units
    real_fee: Units
    address_from: string
    address_to: string
    memo: string
    txid: string
    confirmations: number
    status: number
    saas_status: number
    company_status: number
    /** No timer moves a held withdrawal, and control cannot pay it. Audits and checks continue. */
    held: Flag
    reason: string
    created_at: number
    updated_at: number
  }
  miner_fees: {
    id: Generated<number>
    app_id: string
    symbol: string
    amount: Units
    fee: Units
    address_from: string
    address_to: string
    memo: string
    txid: string
    confirmations: number
    txid_type: string
    base_symbol: string
    contract_address: string
    email: string
    /** User who pays the fee. */
    payer: number
    /** Fee that the account could not pay; 0 if it was paid. */
    unpaid: Units
    status: number
    created_at: number
    updated_at: number
  }
  mpc_withdrawals: {
    id: Generated<number>
    app_id: string
    request_id: string
    symbol: string
    amount: Units
    fee: Units
    real_fee: Units
    withdraw_source: number
    address_from: string
    address_to: string
    memo: string
    txid: string
    confirmations: number
    sub_wallet_id: number
    status: number
    tx_height: number
    created_at: number
    updated_at: number
  }
  stakes: {
    id: Generated<number>
    app_id: string
    request_id: string
    symbol: string
    sub_wallet_id: number
    fp_key: string
    status: number
    updated_at: number
  }
  /** Steps of a stake: 1 stake, 2 unbond, 3 unstake. */
  stake_steps: {
    stake_id: number
    tx_type: number
    address_from: string
    address_to: string
    fee: Units
    amount: Units
    created_at: number
    txid: string
    tx_height: number
    remark: string
    lock_number: number
  }
  delegations: {
    id: Generated<number>
    app_id: string
    request_id: string
    /** Coin of the payment. */
    symbol: string
    sub_wallet_id: number
    address_from: string
    address_to: string
    contract_address: string
    service_charge_rate: string
    service_charge: Units
    resource_type: number
    buy_type: number
    net_num: number
    energy_num: number
    net_txid: string
    energy_txid: string
    net_price: string
    energy_price: string
    status: number
    created_at: number
    updated_at: number
  }
  /** History of states by record, such as `deposit 12`. */
  state_changes: {
    id: Generated<number>
    subject: string
    status: number
    /** A call, or `clock`. */
    cause: string
    /** Id of the merchant's request in the log of requests. */
    request: string
    created_at: number
  }
  ledger_accounts: {
    id: Generated<number>
    app_id: string
    /** A user, or a counterpart such as `chain`. */
    owner: string
    symbol: string
    /** 1 if debits, including pending ones, must not exceed credits. */
    funded: Flag
    debits_posted: Units
    credits_posted: Units
    debits_pending: Units
    credits_pending: Units
  }
  transfers: {
    id: Generated<number>
    debit: number
    credit: number
    amount: Units
    kind: 'pending' | 'posted' | 'voided'
    /** The pending transfer that this one posts or voids. */
    pending_id: number | null
    /** Its record, such as `deposit 12`. */
    subject: string
    reason: string
    created_at: number
  }
}

/** Names of the tables that have some columns. */
export type TableWith<Column extends string> = {
  [Name in keyof Schema]: [Column] extends [keyof Schema[Name]] ? Name : never
}[keyof Schema]
