// What lists of records are filtered by. Each filter has an index, so that a page of many records stays fast.
import { type RawBuilder, sql } from 'kysely'

import { type StateTable, listNames } from '../states/table.ts'
import { startIn, startOf } from '../store/long-keys.ts'
import type { Schema } from '../store/schema.ts'

/** A condition of a query. `undefined` where no record can have the value. */
export type Filter = (value: string, appId: string) => RawBuilder<unknown> | undefined

// Matches of a beginning, in the order of the texts. A longer beginning finds the others.
const maxMatches = 1000

export const equals =
  (column: string): Filter =>
  (value) =>
    sql`${sql.ref(column)} = ${value}`

/** A condition with an integer. Another text fits no record. */
const matchNumber =
  (condition: (number: number, appId: string) => RawBuilder<unknown>): Filter =>
  (value, appId) =>
    /^\d{1,15}$/.test(value) ? condition(Number(value), appId) : undefined

export const equalsInteger = (column: string): Filter =>
  matchNumber((number) => sql`${sql.ref(column)} = ${number}`)

/** Accounts of a user. SQLite would look through all accounts in the order of the page for a plain condition. */
export const ofUser: Filter = matchNumber(
  (uid, appId) =>
    sql`id in (select id from ledger_accounts where app_id = ${appId} and owner = ${`user ${uid}`})`,
)

/** The name of a state. */
export const inState =
  (table: StateTable): Filter =>
  (value) => {
    const name = listNames(table.states).find((each) => each === value)
    return name === undefined ? undefined : sql`status = ${table.states[name]?.value}`
  }

/** Records whose transaction on the chain has an id, or had it before a reorganisation. */
const selectOnChain = (record: string, txid: string): RawBuilder<unknown> => sql`
  select cast(substr(subject, ${sql.lit(record.length + 2)}) as bigint) as id from transactions
  where subject like ${sql.lit(`${record} %`)} and (txid = ${txid}
    or id in (select transaction_id from former_txids where txid = ${txid}))`

// The chain may not know a notified transaction. The keys of both tables begin with the merchant and the coin, and a
// cross join lets SQLite look each coin up there.
const selectNotified = (
  table: 'deposits' | 'miner_fees',
  txid: string,
  appId: string,
): RawBuilder<unknown> => sql`
  select found.id from coins cross join ${sql.table(table)} as found
  where found.symbol = coins.symbol and found.app_id = ${appId} and found.txid = ${txid}`

/** Records of a transaction. */
export const byTransaction =
  (record: string): Filter =>
  (value) =>
    sql`id in (${selectOnChain(record, value)})`

/** Miner fees of a transaction. */
export const feesByTransaction: Filter = (value, appId) => sql`id in (
  ${selectOnChain('miner_fee', value)} union all ${selectNotified('miner_fees', value, appId)} and found.txid <> '')`

/** Deposits of a transaction, with those that a second request_id made of them. */
export const depositsByTransaction: Filter = (value, appId) => sql`id in (
  with found as (${selectOnChain('deposit', value)} union all
    ${selectNotified('deposits', value, appId)} and found.repeats is null)
  select id from found union all
  select id from deposits where repeats in (select id from found))`

/** A deposit has each request_id that it was notified with. */
export const byNotification: Filter = (value, appId) => sql`id in (
  select deposit_id from deposit_requests where app_id = ${appId} and request_id = ${value})`

/** Addresses of a user. */
export const addressesOfUser: Filter = matchNumber(
  (uid, appId) => sql`id in (select addresses.id from deposit_addresses
    join addresses on addresses.symbol = deposit_addresses.symbol and addresses.address = deposit_addresses.address
    where deposit_addresses.app_id = ${appId} and deposit_addresses.uid = ${uid})`,
)

/** A text, or its beginning and `*`. Rows that have such a text fit `condition`, which a partial index may need. */
export const startsWith =
  (table: keyof Schema, id: string, column: string, condition: RawBuilder<unknown>): Filter =>
  (value, appId) => {
    const [name, indexed] = [sql.ref(column), startOf(column)]
    if (!value.endsWith('*'))
      return sql`${condition} and ${indexed} = ${startIn(value)} and ${name} = ${value}`
    const start = value.slice(0, -1)
    return sql`${sql.ref(id)} in (select ${sql.ref(id)} from ${sql.table(table)} where ${condition} and app_id = ${appId}
      and ${indexed} >= ${startIn(start)} and ${indexed} < ${startIn(start)} || ${last}
      and ${name} >= ${start} and ${name} < ${`${start}${last}`} order by ${indexed} limit ${sql.lit(maxMatches)})`
  }

const last = '\u{10FFFF}'
