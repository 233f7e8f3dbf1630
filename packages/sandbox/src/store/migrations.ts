// The tables as SQL, in the words that SQLite and PostgreSQL share.

/** Types that differ between databases. */
export interface ColumnTypes {
  /** A primary key that the database fills in. */
  readonly id: string
  /** A whole number of any size. */
  readonly units: string
  /** A whole number of 64 bits. */
  readonly integer: string
}

export const sqliteTypes: ColumnTypes = {
  id: 'integer primary key autoincrement',
  units: 'text',
  integer: 'integer',
}

/** Marks a database as one of a sandbox, beside the version of its schema. */
export const applicationId = 0x43_55_53_54

/** Statements of each version of the schema. A published version never changes; append a new one. */
export const migrations: readonly ((types: ColumnTypes) => readonly string[])[] = [
  ({ id, units, integer }) => [
    `create table settings (name text primary key, value text not null)`,
    `create table timers (
      id ${id}, due ${integer} not null, kind text not null, subject text not null, error text not null)`,
    `create index timers_due on timers (due, id)`,
    `create unique index timers_subject on timers (kind, subject)`,
    `create table merchants (
      app_id text primary key, profile text not null, api_key text not null, addresses text not null,
      keys text not null, auto_collection smallint not null, payer text not null, notify_urls text not null,
      collection_uid ${integer} not null)`,
    `create unique index merchants_key on merchants (api_key) where api_key <> ''`,
    `create table users (
      uid ${id}, app_id text not null, nickname text not null, email text not null, country text not null,
      mobile text not null, created_at ${integer} not null)`,
    `create unique index users_email on users (app_id, email) where email <> ''`,
    `create unique index users_mobile on users (app_id, country, mobile) where mobile <> ''`,
    `create table networks (
      name text primary key, symbol text not null, symbol_alias text not null, acceleration smallint not null,
      interval ${integer} not null, start ${integer} not null, height ${integer} not null)`,
    `create table open_networks (app_id text not null, network text not null, primary key (app_id, network))`,
    `create table coins (
      symbol text primary key, network text not null, base_symbol text not null, contract_address text not null,
      kind text not null, memo smallint not null, decimals smallint not null, confirmations ${integer} not null,
      mode text not null, withdraw_fee ${units} not null, miner_fee ${units} not null, minimum ${units} not null,
      maximum ${units} not null)`,
    `create table addresses (
      id ${id}, app_id text not null, symbol text not null, address text not null, uid ${integer})`,
    `create unique index addresses_key on addresses (symbol, address)`,
    `create index addresses_available on addresses (app_id, symbol, id) where uid is null`,
    `create table deposit_addresses (
      app_id text not null, uid ${integer} not null, symbol text not null, address text not null, memo text not null,
      primary key (app_id, uid, symbol))`,
    `create unique index deposit_addresses_place on deposit_addresses (symbol, address, memo)`,
    `create table transactions (
      id ${id}, txid text not null, network text not null, symbol text not null, address_from text not null,
      address_to text not null, memo text not null, amount ${units} not null, fee ${units} not null,
      sent_height ${integer} not null, height ${integer}, created_at ${integer} not null, subject text not null,
      settled smallint not null, confirmed smallint not null)`,
    `create index transactions_txid on transactions (txid)`,
    `create table former_txids (
      txid text not null, symbol text not null, address_to text not null, memo text not null,
      transaction_id ${integer} not null, primary key (txid, symbol, address_to, memo))`,
    `create index transactions_waiting on transactions (network, id) where settled = 0`,
    `create index transactions_height on transactions (network, height)`,
    `create index transactions_subject on transactions (subject)`,
    `create table deposits (
      id ${id}, app_id text not null, request_id text not null, uid ${integer} not null, symbol text not null,
      amount ${units} not null, credited ${units} not null, address_from text not null, address_to text not null,
      memo text not null, txid text not null, confirmations ${integer} not null, source text not null,
      repeats ${integer}, shortage ${units} not null, confirmed smallint not null, held smallint not null,
      status ${integer} not null, saas_status ${integer} not null, company_status ${integer} not null,
      created_at ${integer} not null, updated_at ${integer} not null)`,
    `create index deposits_page on deposits (app_id, id)`,
    `create unique index deposits_key on deposits (app_id, symbol, txid, address_to, memo) where repeats is null`,
    `create index deposits_repeats on deposits (repeats) where repeats is not null`,
    `create table deposit_requests (
      app_id text not null, request_id text not null, deposit_id ${integer} not null, txid text not null,
      amount ${units} not null, flag smallint not null, primary key (app_id, request_id))`,
    `create table withdrawals (
      id ${id}, app_id text not null, request_id text not null, uid ${integer} not null, symbol text not null,
      amount ${units} not null, withdraw_fee ${units} not null, fee ${units} not null, real_fee ${units} not null,
      address_from text not null, address_to text not null, memo text not null, txid text not null,
      confirmations ${integer} not null, status ${integer} not null, saas_status ${integer} not null,
      company_status ${integer} not null, held smallint not null, reason text not null,
      created_at ${integer} not null, updated_at ${integer} not null)`,
    `create unique index withdrawals_request on withdrawals (app_id, request_id)`,
    `create index withdrawals_status on withdrawals (app_id, symbol, status, id)`,
    `create table miner_fees (
      id ${id}, app_id text not null, symbol text not null, amount ${units} not null, fee ${units} not null,
      address_from text not null, address_to text not null, memo text not null, txid text not null,
      confirmations ${integer} not null, txid_type text not null, base_symbol text not null,
      contract_address text not null, email text not null, payer ${integer} not null, unpaid ${units} not null,
      status ${integer} not null,
      created_at ${integer} not null, updated_at ${integer} not null)`,
    `create index miner_fees_page on miner_fees (app_id, id)`,
    `create index miner_fees_unpaid on miner_fees (app_id, payer, base_symbol) where unpaid <> '0'`,
    `create unique index miner_fees_key on miner_fees (app_id, symbol, txid, address_from, address_to, memo)
      where txid <> ''`,
    `create table mpc_withdrawals (
      id ${id}, app_id text not null, request_id text not null, symbol text not null, amount ${units} not null,
      fee ${units} not null, real_fee ${units} not null, withdraw_source ${integer} not null,
      address_from text not null, address_to text not null, memo text not null, txid text not null,
      confirmations ${integer} not null, sub_wallet_id ${integer} not null, status ${integer} not null,
      tx_height ${integer} not null, created_at ${integer} not null, updated_at ${integer} not null)`,
    `create unique index mpc_withdrawals_request on mpc_withdrawals (app_id, request_id)`,
    `create table stakes (
      id ${id}, app_id text not null, request_id text not null, symbol text not null, sub_wallet_id ${integer} not null,
      fp_key text not null, status ${integer} not null, updated_at ${integer} not null)`,
    `create unique index stakes_request on stakes (app_id, request_id)`,
    `create index stakes_page on stakes (app_id, id)`,
    `create table stake_steps (
      stake_id ${integer} not null, tx_type smallint not null, address_from text not null, address_to text not null,
      fee ${units} not null, amount ${units} not null, created_at ${integer} not null, txid text not null,
      tx_height ${integer} not null, remark text not null, lock_number ${integer} not null,
      primary key (stake_id, tx_type))`,
    `create table delegations (
      id ${id}, app_id text not null, request_id text not null, symbol text not null, sub_wallet_id ${integer} not null,
      address_from text not null, address_to text not null,
      contract_address text not null, service_charge_rate text not null, service_charge ${units} not null,
      resource_type ${integer} not null, buy_type ${integer} not null, net_num ${integer} not null,
      energy_num ${integer} not null, net_txid text not null, energy_txid text not null, net_price text not null,
      energy_price text not null, status ${integer} not null, created_at ${integer} not null,
      updated_at ${integer} not null)`,
    `create unique index delegations_request on delegations (app_id, request_id)`,
    `create table ledger_accounts (
      id ${id}, app_id text not null, owner text not null, symbol text not null, funded smallint not null,
      debits_posted ${units} not null, credits_posted ${units} not null, debits_pending ${units} not null,
      credits_pending ${units} not null)`,
    `create unique index ledger_accounts_key on ledger_accounts (app_id, owner, symbol)`,
    `create table transfers (
      id ${id}, debit ${integer} not null, credit ${integer} not null, amount ${units} not null, kind text not null,
      pending_id ${integer}, subject text not null, reason text not null, created_at ${integer} not null)`,
    `create unique index transfers_pending on transfers (pending_id) where pending_id is not null`,
    `create index transfers_subject on transfers (subject, id)`,
    `create index transfers_debit on transfers (debit, id)`,
    `create index transfers_credit on transfers (credit, id)`,
  ],
]
