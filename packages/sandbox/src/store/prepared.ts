import {
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely'

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
 * A query that is compiled once for each dialect. Kysely takes five times as long to write the text of a query as SQLite
 * takes to run it.
 */
export function prepared<Given extends Parameters, Row>(
  build: (db: Database, parameter: Parameter<Given>) => Compilable<Row>,
): (db: Database, given: Given) => Promise<readonly Row[]> {
  const compiled = new Map<DialectAdapter['constructor'], CompiledQuery<Row>>()
  return async (db, given) => {
    const { adapter } = db.getExecutor()
    const { constructor: dialect } = adapter
    const query = compiled.get(dialect) ?? build(db, (name) => sql`${new Placeholder(name)}`).compile()
    compiled.set(dialect, query)
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

/** What each column of a page is. An amount is a text: a number would round it. */
export type PageColumns<Row> = { readonly [Name in keyof Row & string]: KindOf<Row[Name]> }

type Kind = 'number' | 'text'

type KindOf<Value> = Value extends number ? 'number' : 'text'

/**
 * As `prepared`, for a page of many rows with these columns. The driver of PostgreSQL decodes cells one by one, which
 * takes longer than reading the page: PostgreSQL writes one text of all numbers and one of all texts instead.
 */
export function preparedPage<Given extends Parameters, Row extends object>(
  columns: PageColumns<NoInfer<Row>>,
  build: (db: Database, parameter: Parameter<Given>) => Compilable<Row>,
): (db: Database, given: Given) => Promise<readonly Row[]> {
  const rows = prepared(build)
  const values = prepared((db, parameter: Parameter<Given>) =>
    valuesOf(columns, build(db, parameter).compile()),
  )
  return async (db, given) => {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return rows(db, given)
    const [found] = await values(db, given)
    return (found && rowsIn(columns, found)) ?? rows(db, given)
  }
}

/** The values of a page, row by row: its numbers, and its texts. Null where the page has no row. */
interface Values {
  readonly numbers: string | null
  readonly texts: string | null
}

// A control character, which hardly any text contains.
const separator = '\u001F'

function valuesOf<Row extends object>(
  columns: PageColumns<Row>,
  page: CompiledQuery<Row>,
): Compilable<Values> {
  const listed = (kind: Kind): string =>
    namesOf(Object.entries<Kind>(columns), kind)
      .map((name) => `"${name}"`)
      .join(', ')
  const select = `select string_agg(concat_ws(',', ${listed('number')}), ',') as numbers,
    string_agg(concat_ws(e'\\x1F', ${listed('text')}), e'\\x1F') as texts`
  return { compile: () => ({ ...page, sql: `${select} from (${page.sql}) as page` }) }
}

/** The rows of a page; `undefined` if a text contains the separator, because there are too many texts then. */
function rowsIn<Row extends object>(
  columns: PageColumns<Row>,
  { numbers, texts }: Values,
): readonly Row[] | undefined {
  const kinds = Object.entries<Kind>(columns)
  const [numberNames, textNames] = [namesOf(kinds, 'number'), namesOf(kinds, 'text')]
  const numberValues: readonly number[] = JSON.parse(`[${numbers ?? ''}]`)
  const textValues = texts?.split(separator) ?? []
  const length = numberValues.length / numberNames.length
  if (textValues.length !== length * textNames.length) return undefined
  const rows: Row[] = []
  let [number, text] = [0, 0]
  while (rows.length < length) {
    const row: Record<string, number | string> = {}
    for (const name of numberNames) row[name] = wholeNumber(numberValues[number++])
    for (const name of textNames) row[name] = textValues[text++] ?? ''
    markRow(columns, row)
    rows.push(row)
  }
  return rows
}

function wholeNumber(value: number | undefined): number {
  if (value !== undefined && Number.isSafeInteger(value)) return value
  throw new TypeError('A number of a page must be whole, and must fit a double.')
}

const namesOf = (columns: readonly (readonly [name: string, kind: Kind])[], kind: Kind): readonly string[] =>
  columns.flatMap(([name, own]) => (own === kind ? [name] : []))

// The compiler does not see that a row has a value for each of its columns.
function markRow<Row extends object>(_columns: PageColumns<Row>, _row: object): asserts _row is Row {}
