// All types of records that control lists: their tables, visible columns, filters and texts.
import { sql } from 'kysely'

import type { StatefulType } from '../engine/record-types.ts'
import { computeAvailable, type StoredCounters } from '../ledger/accounts.ts'
import { capitalize } from '../names.ts'
import { recordTypes, type StatefulKind } from '../record-types.ts'
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
  isHeld,
  ofUser,
  equalsInteger,
} from './filters.ts'

/** Name of a type of record. */
export type RecordKindName = 'account' | 'address' | 'user' | StatefulKind

export type RecordRow = Readonly<Record<string, number | string | null>>

/** A type of record. */
export interface RecordKind extends Partial<Pick<StatefulType, 'findNextStep' | 'readFacts' | 'states'>> {
  /** Name in sentences. */
  readonly title: string
  /** Default: the title with an s. */
  readonly plural?: string
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
  readonly filters: Readonly<Record<string, Filter>>
  /** The list in the console. */
  readonly list: {
    /** Key that opens it after `g`. */
    readonly key: string
    /** Columns after id and state. */
    readonly columns: readonly string[]
    /** Shown for a merchant without records. */
    readonly empty: string
  }
}

const describeType = ({ findNextStep, readFacts, states, table }: StatefulType) =>
  ({ ...(findNextStep && { findNextStep }), readFacts, states, table, title: states.title, id: 'id' }) as const

const toCounters = (row: RecordRow): StoredCounters => ({
  debits_posted: String(row['debits_posted']),
  credits_posted: String(row['credits_posted']),
  debits_pending: String(row['debits_pending']),
})

const timeColumns = ['created_at', 'updated_at'] as const
const transactionColumns = ['address_from', 'address_to', 'memo', 'txid', 'confirmations'] as const
const auditColumns = ['status', 'saas_status', 'company_status', 'held'] as const

const { delegation, deposit, miner_fee, mpc_withdrawal, stake, withdrawal } = recordTypes

/** All types of records, by the names used in subjects such as `deposit 12`. */
export const recordKinds: Readonly<Record<RecordKindName, RecordKind>> = {
  user: {
    title: 'user',
    table: 'users',
    id: 'uid',
    columns: ['nickname', 'email', 'country', 'mobile', 'created_at'],
    filters: {
      uid: equalsInteger('uid'),
      email: startsWith('users', 'uid', 'email', sql`email <> ''`),
    },
    list: {
      key: 'u',
      columns: ['email', 'country', 'mobile', 'nickname', 'created_at'],
      empty: 'No users yet. Create one to start.',
    },
  },
  address: {
    title: 'address',
    plural: 'addresses',
    table: 'addresses',
    id: 'id',
    columns: ['symbol', 'address', 'uid'],
    filters: {
      symbol: equals('symbol'),
      uid: addressesOfUser,
      address: startsWith('addresses', 'id', 'address', sql`address <> ''`),
    },
    list: {
      key: 'a',
      columns: ['symbol', 'address', 'uid'],
      empty: 'No addresses yet. Generate some, then assign one to a user.',
    },
  },
  account: {
    title: 'balance',
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
    list: {
      key: 'b',
      columns: ['owner', 'symbol', 'available', 'locked'],
      empty: 'No balances yet. Pay an address of a user to create one.',
    },
  },
  deposit: {
    ...describeType(deposit),
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
    filters: {
      uid: equalsInteger('uid'),
      symbol: equals('symbol'),
      state: inState(deposit.states),
      held: isHeld,
      requestId: byNotification,
      txid: depositsByTransaction,
    },
    list: {
      key: 'd',
      columns: ['uid', 'amount', 'confirmations', 'txid', 'created_at'],
      empty: 'No deposits yet. Pay an address to create one.',
    },
  },
  withdrawal: {
    ...describeType(withdrawal),
    columns: ['request_id', 'uid', 'symbol', ...transactionColumns, ...auditColumns, 'reason', ...timeColumns],
    amounts: { amount: 'own', withdraw_fee: 'own', fee: 'base', real_fee: 'base' },
    filters: {
      uid: equalsInteger('uid'),
      symbol: equals('symbol'),
      state: inState(withdrawal.states),
      held: isHeld,
      requestId: equals('request_id'),
      txid: byTransaction('withdrawal'),
    },
    list: {
      key: 'w',
      columns: ['uid', 'amount', 'address_to', 'request_id', 'created_at'],
      empty: 'No withdrawals yet.',
    },
  },
  miner_fee: {
    ...describeType(miner_fee),
    columns: ['symbol', 'base_symbol', ...transactionColumns, 'email', 'payer', 'status', ...timeColumns],
    amounts: { amount: 'own', fee: 'base', unpaid: 'base' },
    filters: { state: inState(miner_fee.states), txid: feesByTransaction },
    list: {
      key: 'f',
      columns: ['symbol', 'fee', 'base_symbol', 'txid', 'created_at'],
      empty: 'No miner fees yet. Report one with the call notifyInternal.',
    },
  },
  mpc_withdrawal: {
    ...describeType(mpc_withdrawal),
    columns: ['request_id', 'symbol', 'sub_wallet_id', ...transactionColumns, 'tx_height', 'status', ...timeColumns],
    amounts: { amount: 'own', fee: 'base', real_fee: 'base' },
    filters: {
      state: inState(mpc_withdrawal.states),
      requestId: equals('request_id'),
      txid: byTransaction('mpc_withdrawal'),
    },
    list: {
      key: 'm',
      columns: ['sub_wallet_id', 'amount', 'address_to', 'request_id', 'created_at'],
      empty: 'No MPC withdrawals yet. Request one with the control call mpcWithdrawals.request.',
    },
  },
  stake: {
    ...describeType(stake),
    columns: ['request_id', 'symbol', 'sub_wallet_id', 'fp_key', 'status', 'updated_at'],
    filters: {
      state: inState(stake.states),
      requestId: equals('request_id'),
      txid: byTransaction('stake'),
    },
    list: {
      key: 's',
      columns: ['sub_wallet_id', 'symbol', 'request_id', 'updated_at'],
      empty: 'No stakes yet. Create one with the control call stakes.stake.',
    },
  },
  delegation: {
    ...describeType(delegation),
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
    filters: {
      state: inState(delegation.states),
      requestId: equals('request_id'),
      txid: byTransaction('delegation'),
    },
    list: {
      key: 'e',
      columns: ['sub_wallet_id', 'symbol', 'service_charge', 'address_to', 'created_at'],
      empty: 'No delegations yet. Create one with the control call delegations.create.',
    },
  },
}

/** Formats the name of a list, such as `MPC withdrawals`. */
export const formatListTitle = (kind: RecordKindName): string => {
  const { title, plural = `${title}s` } = recordKinds[kind]
  return capitalize(plural)
}
