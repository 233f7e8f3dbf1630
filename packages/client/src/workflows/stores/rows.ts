// Rows of workflows in a database. SQLite notices few changed bits of its file, so each row has a checksum.
import type { Store } from '@custody-wallet/store'
import {
  computeChecksum,
  isFileBroken,
  type Row,
  runQuery,
  type StateTable,
  stateTables,
} from '@custody-wallet/store/internal'

import { WorkflowError } from '../errors.ts'

type Values = readonly (string | number)[]

/** Reads and writes rows. A corrupted one is an error. */
export interface Rows<Tx> {
  /** Runs work in a transaction. */
  readonly transaction: <T>(table: StateTable, work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Reads rows and checks each. `where` is the rest of the query. */
  readonly select: (tx: Tx, table: StateTable, where: string, values: Values) => Promise<readonly Row[]>
  /** Inserts a row, unless its key exists. Returns whether it was new. */
  readonly insert: (tx: Tx, table: StateTable, values: Values) => Promise<boolean>
}

export function createRows<Tx>(store: Store<Tx>): Rows<Tx> {
  let isVerified = false
  async function verifyOnce(tx: Tx): Promise<void> {
    if (isVerified) return
    // PostgreSQL has checksums of its pages.
    if (store.dialect === 'sqlite') await verifyTables(store, tx)
    isVerified = true
  }
  return {
    transaction: (table, work) => store.transaction(work).catch(rethrow(table)),
    async select(tx, table, where, values) {
      await verifyOnce(tx)
      return selectRows(store, tx, { table, where, values })
    },
    async insert(tx, table, values) {
      await verifyOnce(tx)
      const columns = [...table.columns, 'checksum']
      const placeholders = columns.map((_column, at) => `$${at + 1}`)
      const sql = `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${placeholders.join(', ')})
        ON CONFLICT DO NOTHING RETURNING name`
      return (await runQuery(store, tx, sql, [...values, computeChecksum(table.name, values)])).length > 0
    },
  }
}

interface Selection {
  readonly table: StateTable
  readonly where: string
  readonly values: Values
}

async function selectRows<Tx>(store: Store<Tx>, tx: Tx, { table, where, values }: Selection): Promise<readonly Row[]> {
  const { name, columns } = table
  const sql = `SELECT ${columns.join(', ')}, checksum FROM ${name} ${where}`
  const rows = await runQuery(store, tx, sql, values)
  for (const row of rows) {
    // In PostgreSQL, rows of earlier versions have none.
    const isEarlier = store.dialect === 'postgres' && row['checksum'] === null
    const cells = columns.map((column) => row[column])
    if (!isEarlier && row['checksum'] !== computeChecksum(name, cells))
      throw new WorkflowError('FILE_BROKEN', { table: name, name: String(row['name']) })
  }
  return rows
}

// A changed bit of a name or a key hides its row, and one of a page hides several. So the first use reads all rows.
async function verifyTables<Tx>(store: Store<Tx>, tx: Tx): Promise<void> {
  for (const table of stateTables) {
    const [result] = await store.query(tx, `PRAGMA quick_check(${table.name})`, [])
    if (result?.['quick_check'] !== 'ok') throw new WorkflowError('FILE_BROKEN', { table: table.name })
    const [one, other] = table.columns
    const after = `WHERE (${one}, ${other}) > ($1, $2)`
    const order = `ORDER BY ${one}, ${other} LIMIT ${rowsAtOnce}`
    let rows = await selectRows(store, tx, { table, where: order, values: [] })
    for (let last = rows.at(-1); last && rows.length === rowsAtOnce; last = rows.at(-1)) {
      const values = [last[one], last[other]].map((cell) => (typeof cell === 'string' ? cell : Number(cell)))
      rows = await selectRows(store, tx, { table, where: `${after} ${order}`, values })
    }
  }
}

const rowsAtOnce = 10_000

const rethrow =
  (table: StateTable) =>
  (error: unknown): never => {
    if (isFileBroken(error)) throw new WorkflowError('FILE_BROKEN', { table: table.name }, { cause: error })
    throw error
  }
