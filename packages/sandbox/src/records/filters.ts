// Filters for lists of records. Each one has an index, so that pages stay fast with many records.
import { type RawBuilder, sql } from 'kysely'

import { type StateTable, listNames } from '../states/table.ts'
import { truncateValue, truncateColumn } from '../store/long-keys.ts'
import type { Schema } from '../store/schema.ts'

/** Builds a condition; `undefined` if no record can have the value. */
export type Filter = (value: string, appId: string) => RawBuilder<unknown> | undefined

// Limit for matches of a prefix. A longer prefix finds the rest.
const maxMatches = 1000

export const equals =
  (column: string): Filter =>
  (value) =>
    sql`${sql.ref(column)} = ${value}`

/** Builds a condition for an integer. Other text matches no record. */
const matchNumber =
  (condition: (number: number, appId: string) => RawBuilder<unknown>): Filter =>
  (value, appId) =>
    /^\d{1,15}$/.test(value) ? condition(Number(value), appId) : undefined

export const equalsInteger = (column: string): Filter => matchNumber((number) => sql`${sql.ref(column)} = ${number}`)

/** Accounts of a user. With a plain condition, SQLite would scan all accounts in the order of the page. */
export const ofUser: Filter = matchNumber(
  (uid, appId) => sql`id in (select id from ledger_accounts where app_id = ${appId} and owner = ${`user ${uid}`})`,
)

/** Records that are held, or that are not. The index contains the held ones. */
export const isHeld: Filter = (value) => heldConditions.get(value)

const heldConditions = new Map([
  ['true', sql`held = 1`],
  ['false', sql`held = 0`],
])

export const inState =
  (table: StateTable): Filter =>
  (value) => {
    const name = listNames(table.states).find((each) => each === value)
    return name === undefined ? undefined : sql`status = ${table.states[name]?.value}`
  }

/** Records by the id of their transaction, now or before a reorganization. */
const selectOnChain = (record: string, txid: string): RawBuilder<unknown> => sql`
  select cast(substr(subject, ${sql.lit(record.length + 2)}) as bigint) as id from transactions
  where subject like ${sql.lit(`${record} %`)} and (txid = ${txid}
    or id in (select transaction_id from former_txids where txid = ${txid}))`

// The chain may not know a notified transaction. The cross join makes SQLite look up each coin, so that it can use the
// keys of both tables.
const selectNotified = (table: 'deposits' | 'miner_fees', txid: string, appId: string): RawBuilder<unknown> => sql`
  select found.id from coins cross join ${sql.table(table)} as found
  where found.symbol = coins.symbol and found.app_id = ${appId} and found.txid = ${txid}`

export const byTransaction =
  (record: string): Filter =>
  (value) =>
    sql`id in (${selectOnChain(record, value)})`

export const feesByTransaction: Filter = (value, appId) => sql`id in (
  ${selectOnChain('miner_fee', value)} union all ${selectNotified('miner_fees', value, appId)} and found.txid <> '')`

/** Deposits of a transaction and their duplicates with other request_ids. */
export const depositsByTransaction: Filter = (value, appId) => sql`id in (
  with found as (${selectOnChain('deposit', value)} union all
    ${selectNotified('deposits', value, appId)} and found.repeats is null)
  select id from found union all
  select id from deposits where repeats in (select id from found))`

/** Deposits by any of their request_ids. */
export const byNotification: Filter = (value, appId) => sql`id in (
  select deposit_id from deposit_requests where app_id = ${appId} and request_id = ${value})`

export const addressesOfUser: Filter = matchNumber(
  (uid, appId) => sql`id in (select addresses.id from deposit_addresses
    join addresses on addresses.symbol = deposit_addresses.symbol and addresses.address = deposit_addresses.address
    where deposit_addresses.app_id = ${appId} and deposit_addresses.uid = ${uid})`,
)

/** Matches full text, or a prefix followed by `*`. A partial index may need `condition`. */
export const startsWith =
  (table: keyof Schema, id: string, column: string, condition: RawBuilder<unknown>): Filter =>
  (value, appId) => {
    const [name, indexed] = [sql.ref(column), truncateColumn(column)]
    if (!value.endsWith('*')) return sql`${condition} and ${indexed} = ${truncateValue(value)} and ${name} = ${value}`
    const start = value.slice(0, -1)
    return sql`${sql.ref(id)} in (select ${sql.ref(id)} from ${sql.table(table)} where ${condition} and app_id = ${appId}
      and ${indexed} >= ${truncateValue(start)} and ${indexed} < ${truncateValue(start)} || ${last}
      and ${name} >= ${start} and ${name} < ${`${start}${last}`} order by ${indexed} limit ${sql.lit(maxMatches)})`
  }

const last = '\u{10FFFF}'
