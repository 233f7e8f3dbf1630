/**
 * A database that stores claims together with your own data. Your functions make changes in the same transaction through
 * `Tx`.
 */
export interface Store<Tx> {
  readonly dialect: 'postgres' | 'sqlite'
  /**
   * Begins a transaction, runs `work` and commits. Resolves after the commit. If `work` rejects, it rolls back and rejects
   * with the same error.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs one statement in the transaction and returns its rows. */
  query(
    tx: Tx,
    sql: string,
    parameters: readonly (string | number)[],
  ): Promise<readonly Readonly<Record<string, unknown>>[]>
  /**
   * Disables a transaction after its deadline, so that a late function cannot use it; `work` rejects afterwards. Without
   * `destroy`, the receiver responds at the deadline, but rolls back only when the function ends.
   */
  destroy?(tx: Tx): void
  /**
   * Whether `transaction` rejects when the database rolls back instead of committing. PostgreSQL does that without an
   * error after a failed statement, even if the function caught the error. Otherwise, the receiver runs a query before the
   * commit, which costs a round trip.
   */
  readonly hasCommitCheck?: boolean
}

/** A statement failed, so the database rolled the transaction back instead of committing it. */
export class RolledBackError extends Error {
  override readonly name: string = 'RolledBackError'
  readonly code = 'ROLLED_BACK'

  constructor(database: string) {
    super(
      `${database} rolled the transaction back, because a statement in it failed. Throw the error of the statement, or use a savepoint.`,
    )
  }
}

/** A SQLite file is corrupted. */
export class FileBrokenError extends Error {
  override readonly name: string = 'FileBrokenError'
  readonly code = 'FILE_BROKEN'

  constructor(file: string, options: ErrorOptions = {}) {
    super(`The SQLite file ${file} is corrupted. It was not changed. Restore it from a backup.`, options)
  }
}

/** Whether an error of SQLite has a code, or one of its extended codes. */
export const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === code

/** Whether SQLite found a corrupted file: SQLITE_CORRUPT or SQLITE_NOTADB. */
export const isFileBroken = (error: unknown): boolean => hasCode(error, 11) || hasCode(error, 26)

type Dialect = Store<unknown>['dialect']

export type Row = Readonly<Record<string, unknown>>

interface DialectFacts {
  /** Ends a query that locks its rows for a change. */
  readonly forUpdate: string
  /** Replaces `$1`, `$2` and so on, which are in order, by the placeholders of the dialect. */
  readonly statement: (sql: string) => string
  /** Whether all other transactions wait for a running one. */
  readonly isAlone: boolean
  /** Query that fails if the transaction can no longer be committed. */
  readonly probe?: string
  /** Query that sets the limits of a transaction in milliseconds: for a lock, and for a statement. */
  readonly limits?: string
}

const postgresLimits = "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)"

const dialects: Readonly<Record<Dialect, DialectFacts>> = {
  postgres: {
    forUpdate: ' FOR UPDATE',
    statement: (sql) => sql,
    isAlone: false,
    limits: postgresLimits,
    probe: 'SELECT 1',
  },
  // SQLite allows one writing transaction at a time.
  sqlite: { forUpdate: '', statement: (sql) => sql.replaceAll(/\$\d+/g, '?'), isAlone: true },
}

export const getDialectFacts = (dialect: Dialect): DialectFacts => dialects[dialect]

/** Runs a statement. Its placeholders are `$1`, `$2` and so on, each once and in order. */
export const runQuery = <Tx>(
  store: Store<Tx>,
  tx: Tx,
  sql: string,
  parameters: readonly (string | number)[],
): Promise<readonly Row[]> => store.query(tx, getDialectFacts(store.dialect).statement(sql), parameters)

export function readString(row: Row, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw new TypeError(
    `The store returned a row without the string ${column}. query() must return rows as objects with unchanged values.`,
  )
}
