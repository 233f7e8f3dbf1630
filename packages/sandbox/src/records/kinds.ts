// All types of records that control lists: their tables, visible columns and filters.
import { sql } from 'kysely'

import { computeAvailable, type StoredCounters } from '../ledger/accounts.ts'
import { delegationStates } from '../states/delegations.ts'
import { depositStates } from '../states/deposits.ts'
import { minerFeeStates } from '../states/miner-fees.ts'
import { mpcWithdrawalStates } from '../states/mpc-withdrawals.ts'
import { stakeStates } from '../states/stakes.ts'
import type { StateTable } from '../states/table.ts'
import { withdrawalStates } from '../states/withdrawals.ts'
import type { Schema } from '../store/schema.ts'
import {
  addressesOfUser,
  startsWith,
  byNotification,
  byTransaction,
  depositsByTransaction,
  equals,
  feesByTransaction,
  type Filter,
  inState,
  ofUser,
  equalsInteger,
} from './filters.ts'

/** Name of a type of record. */
export type RecordKindName =
  | 'account'
  | 'address'
  | 'delegation'
  | 'deposit'
  | 'miner_fee'
  | 'mpc_withdrawal'
  | 'stake'
  | 'user'
  | 'withdrawal'

export type RecordRow = Readonly<Record<string, number | string | null>>

/** A type of record. */
export interface RecordKind {
  readonly table: keyof Schema
  /** Id column, which orders the pages. */
  readonly id: 'id' | 'uid'
  /** Columns shown without conversion. */
  readonly columns: readonly string[]
  /** Amount columns: in the coin of the record (`own`), or in the fee coin of its network (`base`). */
  readonly amounts?: Readonly<Record<string, 'base' | 'own'>>
  /** Values computed from other columns. */
  readonly computed?: {
    readonly from: readonly string[]
    readonly values: (row: RecordRow) => Readonly<Record<string, string>>
  }
  readonly states?: StateTable
  readonly filters: Readonly<Record<string, Filter>>
}

const toCounters = (row: RecordRow): StoredCounters => ({
  debits_posted: String(row['debits_posted']),
  credits_posted: String(row['credits_posted']),
  debits_pending: String(row['debits_pending']),
})

const timeColumns = ['created_at', 'updated_at'] as const
const transactionColumns = ['address_from', 'address_to', 'memo', 'txid', 'confirmations'] as const
const auditColumns = ['status', 'saas_status', 'company_status', 'held'] as const

/** All types of records, by the names used in subjects such as `deposit 12`. */
export const recordKinds: Readonly<Record<RecordKindName, RecordKind>> = {
  user: {
    table: 'users',
    id: 'uid',
    columns: ['nickname', 'email', 'country', 'mobile', 'created_at'],
    filters: {
      uid: equalsInteger('uid'),
      email: startsWith('users', 'uid', 'email', sql`email <> ''`),
    },
  },
  address: {
    table: 'addresses',
    id: 'id',
    columns: ['symbol', 'address', 'uid'],
    filters: {
      symbol: equals('symbol'),
      uid: addressesOfUser,
      address: startsWith('addresses', 'id', 'address', sql`address <> ''`),
    },
  },
  account: {
    table: 'ledger_accounts',
    id: 'id',
    columns: ['owner', 'symbol'],
    amounts: { available: 'own', locked: 'own' },
    computed: {
      from: ['debits_posted', 'credits_posted', 'debits_pending'],
      values: (row) => ({
        available: `${computeAvailable(toCounters(row))}`,
        locked: `${row['debits_pending']}`,
      }),
    },
    filters: { uid: ofUser, symbol: equals('symbol') },
  },
  deposit: {
    table: 'deposits',
    id: 'id',
    columns: [
      'request_id',
      'uid',
      'symbol',
      ...transactionColumns,
      'source',
      'repeats',
      ...auditColumns,
      ...timeColumns,
    ],
    amounts: { amount: 'own', credited: 'own', shortage: 'own' },
    states: depositStates,
    filters: {
      uid: equalsInteger('uid'),
      symbol: equals('symbol'),
      state: inState(depositStates),
      requestId: byNotification,
      txid: depositsByTransaction,
    },
  },
  withdrawal: {
    table: 'withdrawals',
    id: 'id',
    columns: ['request_id', 'uid', 'symbol', ...transactionColumns, ...auditColumns, 'reason', ...timeColumns],
    amounts: { amount: 'own', withdraw_fee: 'own', fee: 'base', real_fee: 'base' },
    states: withdrawalStates,
    filters: {
      uid: equalsInteger('uid'),
      symbol: equals('symbol'),
      state: inState(withdrawalStates),
      requestId: equals('request_id'),
      txid: byTransaction('withdrawal'),
    },
  },
  miner_fee: {
    table: 'miner_fees',
    id: 'id',
    columns: ['symbol', 'base_symbol', ...transactionColumns, 'email', 'payer', 'status', ...timeColumns],
    amounts: { amount: 'own', fee: 'base', unpaid: 'base' },
    states: minerFeeStates,
    filters: { state: inState(minerFeeStates), txid: feesByTransaction },
  },
  mpc_withdrawal: {
    table: 'mpc_withdrawals',
    id: 'id',
    columns: ['request_id', 'symbol', 'sub_wallet_id', ...transactionColumns, 'tx_height', 'status', ...timeColumns],
    amounts: { amount: 'own', fee: 'base', real_fee: 'base' },
    states: mpcWithdrawalStates,
    filters: {
      state: inState(mpcWithdrawalStates),
      requestId: equals('request_id'),
      txid: byTransaction('mpc_withdrawal'),
    },
  },
  stake: {
    table: 'stakes',
    id: 'id',
    columns: ['request_id', 'symbol', 'sub_wallet_id', 'fp_key', 'status', 'updated_at'],
    states: stakeStates,
    filters: {
      state: inState(stakeStates),
      requestId: equals('request_id'),
      txid: byTransaction('stake'),
    },
  },
  delegation: {
    table: 'delegations',
    id: 'id',
    columns: [
      'request_id',
      'symbol',
      'sub_wallet_id',
      'address_from',
      'address_to',
      'service_charge_rate',
      'net_num',
      'energy_num',
      'net_txid',
      'energy_txid',
      'net_price',
      'energy_price',
      'status',
      ...timeColumns,
    ],
    amounts: { service_charge: 'own' },
    states: delegationStates,
    filters: {
      state: inState(delegationStates),
      requestId: equals('request_id'),
      txid: byTransaction('delegation'),
    },
  },
}
