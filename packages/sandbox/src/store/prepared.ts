import { type Compilable, type CompiledQuery, PostgresAdapter, type RawBuilder, sql } from 'kysely'

import type { CachedDatabase } from './sqlite.ts'
import type { Database } from './store.ts'

type Parameters = Readonly<Record<string, number | string | null>>

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Stands for a parameter while the query is built. */
export type Parameter<Given extends Parameters> = <Name extends keyof Given & string>(
  name: Name,
) => RawBuilder<Given[Name]>

const connections = new WeakMap<object, CachedDatabase>()

/** Lets the transactions of a database run prepared queries on its only connection. */
export const runDirectly = (db: Database, connection: CachedDatabase): void =>
  void connections.set(db.getExecutor().adapter, connection)

/**
 * A query that is compiled once for each database. Kysely takes five times as long to write the text of a query as
 * SQLite takes to run it.
 */
export function prepared<Given extends Parameters, Row>(
  build: (db: Database, parameter: Parameter<Given>) => Compilable<Row>,
): (db: Database, given: Given) => Promise<readonly Row[]> {
  // Each dialect has one adapter, which the transactions of its databases share.
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  return async (db, given) => {
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, (name) => sql`${new Placeholder(name)}`).compile()
    compiled.set(adapter, query)
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? given[value.name] : value,
    )
    // A transaction has the connection to itself. Asking Kysely for it takes three times as long as the query.
    const connection = db.isTransaction ? connections.get(adapter) : undefined
    if (connection) {
      const rows = connection.rows(query.sql, parameters)
      markRows(query, rows)
      return rows
    }
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

// The compiler does not see that the rows are those of the query.
function markRows<Row>(
  _query: CompiledQuery<Row>,
  _rows: readonly unknown[],
): asserts _rows is readonly Row[] {}

/** What each column of a page is. An amount is a text: JSON has no exact number for it. */
export type PageColumns<Row> = { readonly [Name in keyof Row & string]: KindOf<Row[Name]> }

type KindOf<Value> = Value extends number ? 'number' : 'text'

/**
 * As `prepared`, for a page of many rows with these columns. The driver of PostgreSQL decodes cells one by one, which
 * takes longer than reading the page: PostgreSQL writes one JSON list for each column instead.
 */
export function preparedPage<Given extends Parameters, Row extends object>(
  columns: PageColumns<NoInfer<Row>>,
  build: (db: Database, parameter: Parameter<Given>) => Compilable<Row>,
): (db: Database, given: Given) => Promise<readonly Row[]> {
  const rows = prepared(build)
  const lists = prepared((db, parameter: Parameter<Given>) =>
    listsOf(columns, build(db, parameter).compile()),
  )
  return async (db, given) => {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return rows(db, given)
    const [found] = await lists(db, given)
    return found ? rowsIn(columns, found) : []
  }
}

/** The columns of a page. Each is null where the page has no row. */
type Lists<Row> = { readonly [Name in keyof Row & string]: readonly Row[Name][] | null }

const written = { number: '', text: '::text' } as const

function listsOf<Row extends object>(
  columns: PageColumns<Row>,
  page: CompiledQuery<Row>,
): Compilable<Lists<Row>> {
  const lists = Object.entries<'number' | 'text'>(columns).map(
    ([name, kind]) => `json_agg("${name}"${written[kind]}) as "${name}"`,
  )
  return { compile: () => ({ ...page, sql: `select ${lists.join(', ')} from (${page.sql}) as page` }) }
}

function rowsIn<Row extends object>(columns: PageColumns<Row>, lists: Lists<Row>): readonly Row[] {
  const names = namesOf(columns)
  const rows: Row[] = []
  const [first] = names
  const length = (first !== undefined && lists[first]?.length) || 0
  for (let at = 0; at < length; at += 1) {
    const row: Partial<Row> = {}
    for (const name of names) row[name] = lists[name]?.[at]
    if (isWhole(columns, names, row)) rows.push(row)
  }
  return rows
}

// `Object.keys` forgets the names of a type.
function namesOf<Given extends object>(given: Given): readonly (keyof Given & string)[] {
  const names: (keyof Given & string)[] = []
  for (const name in given) names.push(name)
  return names
}

function isWhole<Row extends object>(
  columns: PageColumns<Row>,
  names: readonly (keyof Row & string)[],
  row: Partial<Row>,
): row is Row {
  for (const name of names) {
    const value = row[name]
    const isRight = columns[name] === 'text' ? typeof value === 'string' : Number.isSafeInteger(value)
    if (!isRight) throw new TypeError(`${name} of a page must be a ${columns[name]} in each row.`)
  }
  return true
}
