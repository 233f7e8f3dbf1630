/**
 * Open a SQLite file, through `node:sqlite`. The store creates its tables.
 *
 * @example
 * ```ts
 * import { memoryForTests } from '@custody-wallet/store/sqlite'
 *
 * const store = memoryForTests()
 * await store.transaction(async (tx) => {
 *   tx.run('CREATE TABLE credits (txid text)')
 *   tx.run('INSERT INTO credits VALUES (?)', '4d1f0c6b')
 * })
 * console.log(await store.transaction(async (tx) => tx.all('SELECT txid FROM credits')))
 * store.close()
 * ```
 *
 * @module
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate, setTimeout } from 'node:timers/promises'

import { listMigrations } from './schema.ts'
import { FileBrokenError, hasCode, isFileBroken, RolledBackError, type Store } from './store.ts'
import { upgradeSqlite } from './upgrade.ts'

/** A transaction of SQLite. It throws after its end. */
export interface SqliteTransaction {
  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, ...parameters: readonly (string | number | null)[]): number
  /** Runs a statement and returns its rows. */
  all(sql: string, ...parameters: readonly (string | number | null)[]): readonly Readonly<Record<string, unknown>>[]
}

/** A store in SQLite. */
export interface SqliteStore extends Store<SqliteTransaction> {
  /** Closes the file. Waiting transactions reject. */
  close(): void
}

/**
 * Opens a store in a file. A commit is on the disk when it resolves (`synchronous = FULL`); transactions that wait at the
 * same time share a commit. Several processes of one user can share a file, one transaction at a time; other users cannot read
 * it.
 */
export function sqlite(file: string): SqliteStore {
  // SQLite creates files that others can read. Only new files, because closing a file ends the locks of other stores.
  if (!/^(:memory:|file:)/.test(file) && !existsSync(file)) closeSync(openSync(file, 'a', ownerOnly))
  const database = new DatabaseSync(file, { timeout: 5000 })
  keepPrivate(database.location())
  return createStore(database)
}

/** Opens a store in memory, for tests only: a new process knows nothing of what the last one did. */
export const memoryForTests = (): SqliteStore => createStore(new DatabaseSync(':memory:'))

// The data is personal. SQLite gives new files beside an existing one the same mode.
function keepPrivate(file: string | null): void {
  const parts = file === null ? [] : [file, `${file}-wal`, `${file}-shm`]
  for (const part of parts) if (existsSync(part)) chmodSync(part, ownerOnly)
}

const ownerOnly = 0o600

interface StoreParts {
  readonly database: DatabaseSync
  readonly statements: Statements
  readonly endedTransactions: WeakSet<SqliteTransaction>
}

interface QueuedTransaction {
  /** Runs the work. `commit` or `fail` ends it. */
  readonly work: (tx: SqliteTransaction) => Promise<Outcome>
  readonly fail: (error: unknown) => void
  /** Start of the wait, on the clock of `performance`. */
  readonly since: number
}

interface Outcome {
  readonly commit: () => void
}

function createStore(database: DatabaseSync): SqliteStore {
  const statements = createStatements(database)
  const endedTransactions = new WeakSet<SqliteTransaction>()
  const queue: QueuedTransaction[] = []
  let draining: Promise<void> | undefined
  const drain = async (): Promise<void> => {
    while (queue.length > 0) await commitTogether({ database, statements, endedTransactions }, queue)
    draining = undefined
  }
  prepareDatabase(database)
  return {
    dialect: 'sqlite',
    transaction: (work) =>
      new Promise((resolve, reject) => {
        const run = async (tx: SqliteTransaction): Promise<Outcome> => {
          const result = await work(tx)
          return { commit: () => resolve(result) }
        }
        queue.push({ work: run, fail: reject, since: performance.now() })
        draining ??= drain()
      }),
    query: async (tx, sql, parameters) => tx.all(sql, ...parameters),
    destroy: (tx) => void endedTransactions.add(tx),
    close: () => database.close(),
  }
}

function prepareDatabase(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    checkSchema(database)
    upgradeSqlite(database, listMigrations('sqlite'))
    // From here on, `begin` waits without blocking the process.
    database.exec('PRAGMA busy_timeout = 0')
  } catch (error) {
    const file = database.location()
    database.close()
    throw isFileBroken(error) ? new FileBrokenError(file ?? ':memory:', { cause: error }) : error
  }
}

const sharedPages = 'SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 GROUP BY rootpage HAVING count(*) > 1'

// A changed bit can hide a table, or lead to the pages of another one. Its rows would be forgotten without an error.
function checkSchema(database: DatabaseSync): void {
  const found = database.prepare('PRAGMA quick_check(sqlite_schema)').all()
  const isWhole = found.every(({ quick_check: result }) => result === 'ok')
  if (!isWhole || database.prepare(sharedPages).all().length > 0)
    throw new FileBrokenError(database.location() ?? ':memory:')
}

// Each commit waits for the disk, so waiting transactions share one. A savepoint undoes failed work. After a long wait, no
// further transaction joins, because another one that is slow or hangs would delay the commit beyond the deadline.
async function commitTogether(parts: StoreParts, queue: QueuedTransaction[]): Promise<void> {
  const { database } = parts
  const outcomes: (QueuedTransaction & Outcome)[] = []
  try {
    await begin(database)
    const { length: present } = queue
    const [start, since] = [performance.now(), queue[0]?.since ?? 0]
    const isOpen = (count: number): boolean =>
      count < maxTogether && performance.now() - (count < present ? start : since) < longestJoin
    for (let count = 1, next = queue.shift(); next; count += 1) {
      const outcome = await runInSavepoint(parts, next)
      if (outcome) outcomes.push({ ...next, ...outcome })
      // Lets messages join that were verified meanwhile.
      if (queue.length === 0 && isOpen(count)) await setImmediate()
      next = isOpen(count) ? queue.shift() : undefined
    }
    database.exec('COMMIT')
    for (const { commit } of outcomes) commit()
  } catch (error) {
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
    const isEmpty = outcomes.length === 0
    for (const { fail } of outcomes) fail(error)
    if (isEmpty) queue.shift()?.fail(error)
  }
}

const maxTogether = 64
const longestJoin = 100

async function runInSavepoint(parts: StoreParts, { work, fail }: QueuedTransaction): Promise<Outcome | undefined> {
  const { database, endedTransactions } = parts
  database.exec('SAVEPOINT work')
  const tx = createTransaction(parts)
  try {
    const outcome = await work(tx)
    endedTransactions.add(tx)
    database.exec('RELEASE work')
    return outcome
  } catch (error) {
    endedTransactions.add(tx)
    fail(error)
    database.exec('ROLLBACK TO work; RELEASE work')
    return undefined
  }
}

/** Waits while another process writes. A wait in SQLite itself would block this process. */
async function begin(database: DatabaseSync): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      database.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!hasCode(error, busy) || tries === maxTries) throw error
      await setTimeout(waitBetweenTries)
    }
}

const busy = 5
const maxTries = 500
const waitBetweenTries = 10

type Statements = (sql: string) => StatementSync

// Limits the memory of functions that create many different statements.
const maxStatements = 100

function createStatements(database: DatabaseSync): Statements {
  const preparedStatements = new Map<string, StatementSync>()
  return (sql) => {
    const preparedStatement = preparedStatements.get(sql)
    if (preparedStatement) return preparedStatement
    const statement = database.prepare(sql)
    if (preparedStatements.size >= maxStatements) preparedStatements.clear()
    preparedStatements.set(sql, statement)
    return statement
  }
}

function createTransaction({ database, statements, endedTransactions }: StoreParts): SqliteTransaction {
  const findStatement: Statements = (sql) => {
    if (endedTransactions.has(tx))
      throw new TypeError(
        'The transaction has ended. Await every promise in your function, and check that it keeps the deadline.',
      )
    // SQLite ends a transaction when the disk is full, and for OR ROLLBACK. Then each statement would commit alone.
    if (!database.isTransaction) throw new RolledBackError('SQLite')
    return statements(sql)
  }
  const tx: SqliteTransaction = {
    run: (sql, ...parameters) => Number(findStatement(sql).run(...parameters).changes),
    all: (sql, ...parameters) => findStatement(sql).all(...parameters),
  }
  return tx
}
