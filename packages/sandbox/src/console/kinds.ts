import type { RecordKindName } from '../records/kinds.ts'

interface KindText {
  /** Name of one record. */
  readonly name: string
  /** Name of the list. */
  readonly title: string
  /** Key that opens the list after `g`. */
  readonly key: string
  /** Columns of the list, after id and state. */
  readonly columns: readonly string[]
  /** Shown for a merchant without records. */
  readonly empty: string
}

export const kindTexts: Readonly<Record<RecordKindName, KindText>> = {
  user: {
    name: 'User',
    title: 'Users',
    key: 'u',
    columns: ['email', 'country', 'mobile', 'nickname', 'created_at'],
    empty: 'No users yet. Create one to start.',
  },
  address: {
    name: 'Address',
    title: 'Addresses',
    key: 'a',
    columns: ['symbol', 'address', 'uid'],
    empty: 'No addresses yet. Generate some, then assign one to a user.',
  },
  account: {
    name: 'Balance',
    title: 'Balances',
    key: 'b',
    columns: ['owner', 'symbol', 'available', 'locked'],
    empty: 'No balances yet. Pay an address of a user to create one.',
  },
  deposit: {
    name: 'Deposit',
    title: 'Deposits',
    key: 'd',
    columns: ['uid', 'symbol', 'amount', 'confirmations', 'txid', 'created_at'],
    empty: 'No deposits yet. Pay an address to create one.',
  },
  withdrawal: {
    name: 'Withdrawal',
    title: 'Withdrawals',
    key: 'w',
    columns: ['uid', 'symbol', 'amount', 'address_to', 'request_id', 'created_at'],
    empty: 'No withdrawals yet.',
  },
  miner_fee: {
    name: 'Miner fee',
    title: 'Miner fees',
    key: 'f',
    columns: ['symbol', 'fee', 'base_symbol', 'txid', 'created_at'],
    empty: 'No miner fees yet. Report one with the call notifyInternal.',
  },
  mpc_withdrawal: {
    name: 'MPC withdrawal',
    title: 'MPC withdrawals',
    key: 'm',
    columns: ['sub_wallet_id', 'symbol', 'amount', 'address_to', 'request_id', 'created_at'],
    empty: 'No MPC withdrawals yet. Request one with the control call mpcWithdrawals.request.',
  },
  stake: {
    name: 'Stake',
    title: 'Stakes',
    key: 's',
    columns: ['sub_wallet_id', 'symbol', 'request_id', 'updated_at'],
    empty: 'No stakes yet. Create one with the control call stakes.stake.',
  },
  delegation: {
    name: 'Delegation',
    title: 'Delegations',
    key: 'e',
    columns: ['sub_wallet_id', 'symbol', 'service_charge', 'address_to', 'created_at'],
    empty: 'No delegations yet. Create one with the control call delegations.create.',
  },
}
