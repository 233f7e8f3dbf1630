// What people read about each kind of record.
import type { RecordKindName } from '../records/kinds.ts'

interface KindText {
  /** Name of one record. */
  readonly name: string
  /** Name of the list. */
  readonly title: string
  /** Key that follows `g` and goes to the list. */
  readonly key: string
  /** Columns of the list, beside id and state. */
  readonly columns: readonly string[]
}

/** The kinds in words. */
export const kindTexts: Readonly<Record<RecordKindName, KindText>> = {
  user: {
    name: 'User',
    title: 'Users',
    key: 'u',
    columns: ['email', 'country', 'mobile', 'nickname', 'created_at'],
  },
  address: { name: 'Address', title: 'Addresses', key: 'a', columns: ['symbol', 'address', 'uid'] },
  account: {
    name: 'Balance',
    title: 'Balances',
    key: 'b',
    columns: ['owner', 'symbol', 'available', 'locked'],
  },
  deposit: {
    name: 'Deposit',
    title: 'Deposits',
    key: 'd',
    columns: ['uid', 'symbol', 'amount', 'confirmations', 'txid', 'created_at'],
  },
  withdrawal: {
    name: 'Withdrawal',
    title: 'Withdrawals',
    key: 'w',
    columns: ['uid', 'symbol', 'amount', 'address_to', 'request_id', 'created_at'],
  },
  miner_fee: {
    name: 'Miner fee',
    title: 'Miner fees',
    key: 'f',
    columns: ['symbol', 'fee', 'base_symbol', 'txid', 'created_at'],
  },
  mpc_withdrawal: {
    name: 'MPC withdrawal',
    title: 'MPC withdrawals',
    key: 'm',
    columns: ['sub_wallet_id', 'symbol', 'amount', 'address_to', 'request_id', 'created_at'],
  },
  stake: {
    name: 'Stake',
    title: 'Stakes',
    key: 's',
    columns: ['sub_wallet_id', 'symbol', 'request_id', 'updated_at'],
  },
  delegation: {
    name: 'Delegation',
    title: 'Delegations',
    key: 'e',
    columns: ['sub_wallet_id', 'symbol', 'service_charge', 'address_to', 'created_at'],
  },
}
