// What the receiver needs of a database, and how it differs between PostgreSQL and SQLite.

/**
 * A database that keeps claims beside the merchant's own rows. `Tx` is what your functions get to make changes in the
 * same transaction.
 */
export interface Store<Tx> {
  /** The SQL that the database understands. */
  readonly dialect: 'postgres' | 'sqlite'
  /**
   * Begins a transaction, runs `work` and commits. Resolves after the commit. If `work` rejects, everything is rolled
   * back, and the promise rejects with the same error.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs one statement in the transaction, and resolves with its rows. */
  query(
    tx: Tx,
    sql: string,
    parameters: readonly (string | number)[],
  ): Promise<readonly Readonly<Record<string, unknown>>[]>
  /**
   * Makes a transaction unusable whose deadline has passed, so that a late function cannot go on with it; `work` rejects
   * after it. Without it, the receiver responds at the deadline, and waits for the function before it rolls back.
   */
  destroy?(tx: Tx): void
  /**
   * Whether `transaction` rejects when the database rolls back instead of committing. PostgreSQL does that without an
   * error after a statement failed, even if the function caught the error. Without it, the receiver asks before the
   * commit, which costs a round trip.
   */
  readonly hasCommitCheck?: boolean
}

/** A transaction in which a statement failed, so that the database rolled it back instead of committing it. */
export class RolledBackError extends Error {
  override readonly name: string = 'RolledBackError'

  constructor(database: string) {
    super(
      `${database} rolled the transaction back, because a statement in it had failed. Let the function throw the error of a statement, or use a savepoint.`,
    )
  }
}

type Dialect = Store<unknown>['dialect']

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>

interface DialectFacts {
  /** Ends a query whose rows are to be changed by this transaction. */
  readonly forUpdate: string
  /** A statement, with the placeholders of the dialect instead of `$1`, `$2` and so on, which are in order. */
  readonly statement: (sql: string) => string
  /** Whether a transaction makes all others wait. */
  readonly isAlone: boolean
  /** Fails if the transaction can no longer be committed. */
  readonly probe?: string
  /** Sets limits in milliseconds at the start of a transaction: for a lock, and for a statement. */
  readonly limits?: string
}

const postgresLimits =
  "SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)"

const dialects: Readonly<Record<Dialect, DialectFacts>> = {
  postgres: {
    forUpdate: ' FOR UPDATE',
    statement: (sql) => sql,
    isAlone: false,
    limits: postgresLimits,
    probe: 'SELECT 1',
  },
  // A transaction of SQLite that writes is the only one.
  sqlite: { forUpdate: '', statement: (sql) => sql.replaceAll(/\$\d+/g, '?'), isAlone: true },
}

/** How the SQL of the receiver is written in a dialect. */
export const getDialectFacts = (dialect: Dialect): DialectFacts => dialects[dialect]

/** Runs a statement of the receiver. Its placeholders are `$1`, `$2` and so on, each once and in order. */
export const runQuery = <Tx>(
  store: Store<Tx>,
  tx: Tx,
  sql: string,
  parameters: readonly (string | number)[],
): Promise<readonly Row[]> => store.query(tx, getDialectFacts(store.dialect).statement(sql), parameters)

/** Text in a column of a row. */
export function readString(row: Row, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw new TypeError(
    `The store returned a row without the text ${column}: query() must return rows as objects, as the database has them.`,
  )
}
