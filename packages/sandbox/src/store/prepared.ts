import { type Compilable, type CompiledQuery, PostgresAdapter, type RawBuilder, sql } from 'kysely'

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
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/**
 * As `prepared`, for a page of many rows with these columns. The driver of PostgreSQL decodes cells one by one, which
 * takes longer than reading the page: PostgreSQL writes one JSON list for each column instead.
 */
export function preparedPage<Given extends Parameters, Row>(
  columns: readonly (keyof Row & string)[],
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
type Lists<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] | null }

function listsOf<Row>(
  columns: readonly (keyof Row & string)[],
  page: CompiledQuery<Row>,
): Compilable<Lists<Row>> {
  const lists = columns.map((name) => `json_agg("${name}") as "${name}"`).join(', ')
  return { compile: () => ({ ...page, sql: `select ${lists} from (${page.sql}) as page` }) }
}

function rowsIn<Row>(columns: readonly (keyof Row)[], lists: Lists<Row>): readonly Row[] {
  const rows: Row[] = []
  const [first] = columns
  const length = (first !== undefined && lists[first]?.length) || 0
  for (let at = 0; at < length; at += 1) {
    const row: Partial<Row> = {}
    for (const name of columns) row[name] = lists[name]?.[at]
    if (isWhole(columns, row)) rows.push(row)
  }
  return rows
}

function isWhole<Row>(columns: readonly (keyof Row)[], row: Partial<Row>): row is Row {
  for (const name of columns)
    if (row[name] === undefined) throw new TypeError(`A page lacks ${String(name)} in one of its rows.`)
  return true
}
