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

type QueryParameters = Readonly<Record<string, number | string | null>>

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Stands for a parameter while the query is built. */
export type Parameter<Input extends QueryParameters> = <Name extends keyof Input & string>(
  name: Name,
) => RawBuilder<Input[Name]>

const connections = new WeakMap<object, CachedDatabase>()

/** Lets the transactions of a database run prepared queries on its only connection. */
export const runDirectly = (db: Database, connection: CachedDatabase): void =>
  void connections.set(db.getExecutor().adapter, connection)

/**
 * A query that is compiled once for each dialect. Kysely takes five times as long to write the text of a query as SQLite
 * takes to run it.
 */
export function prepareQuery<Input extends QueryParameters, Row>(
  build: (db: Database, parameter: Parameter<Input>) => Compilable<Row>,
): (db: Database, input: Input) => Promise<readonly Row[]> {
  const compiledQueries = new Map<DialectAdapter['constructor'], CompiledQuery<Row>>()
  return async (db, input) => {
    const { adapter } = db.getExecutor()
    const { constructor: dialect } = adapter
    const query = compiledQueries.get(dialect) ?? build(db, (name) => sql`${new Placeholder(name)}`).compile()
    compiledQueries.set(dialect, query)
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? input[value.name] : value,
    )
    // A transaction has the connection to itself. Asking Kysely for it takes three times as long as the query.
    const connection = db.isTransaction ? connections.get(adapter) : undefined
    if (connection) {
      const rows = connection.selectRows(query.sql, parameters)
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
export type PageColumns<Row> = { readonly [Name in keyof Row & string]: ColumnKindOf<Row[Name]> }

type ColumnKind = 'number' | 'text'

type ColumnKindOf<Value> = Value extends number ? 'number' : 'text'

/**
 * As `prepareQuery`, for a page of many rows with these columns. The driver of PostgreSQL decodes cells one by one, which
 * takes longer than reading the page: PostgreSQL writes one text of all numbers and one of all texts instead.
 */
export function preparePage<Input extends QueryParameters, Row extends object>(
  columns: PageColumns<NoInfer<Row>>,
  build: (db: Database, parameter: Parameter<Input>) => Compilable<Row>,
): (db: Database, input: Input) => Promise<readonly Row[]> {
  const rows = prepareQuery(build)
  const selectAggregated = prepareQuery((db, parameter: Parameter<Input>) =>
    aggregateValues(columns, build(db, parameter).compile()),
  )
  return async (db, input) => {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return rows(db, input)
    const [aggregatedPage] = await selectAggregated(db, input)
    return (aggregatedPage && parseRows(columns, aggregatedPage)) ?? rows(db, input)
  }
}

/** The values of a page, row by row: its numbers, and its texts. Null where the page has no row. */
interface AggregatedPage {
  readonly numbers: string | null
  readonly texts: string | null
}

// A control character, which hardly any text contains.
const separator = '\u001F'

function aggregateValues<Row extends object>(
  columns: PageColumns<Row>,
  page: CompiledQuery<Row>,
): Compilable<AggregatedPage> {
  const formatColumns = (kind: ColumnKind): string =>
    listColumnNames(Object.entries<ColumnKind>(columns), kind)
      .map((name) => `"${name}"`)
      .join(', ')
  const select = `select string_agg(concat_ws(',', ${formatColumns('number')}), ',') as numbers,
    string_agg(concat_ws(e'\\x1F', ${formatColumns('text')}), e'\\x1F') as texts`
  return { compile: () => ({ ...page, sql: `${select} from (${page.sql}) as page` }) }
}

/** The rows of a page; `undefined` if a text contains the separator, because there are too many texts then. */
function parseRows<Row extends object>(
  columns: PageColumns<Row>,
  { numbers, texts }: AggregatedPage,
): readonly Row[] | undefined {
  const kinds = Object.entries<ColumnKind>(columns)
  const [numberNames, textNames] = [listColumnNames(kinds, 'number'), listColumnNames(kinds, 'text')]
  const numberValues: readonly number[] = JSON.parse(`[${numbers ?? ''}]`)
  const textValues = texts?.split(separator) ?? []
  const length = numberValues.length / numberNames.length
  if (textValues.length !== length * textNames.length) return undefined
  const rows: Row[] = []
  let [number, text] = [0, 0]
  while (rows.length < length) {
    const row: Record<string, number | string> = {}
    for (const name of numberNames) row[name] = checkInteger(numberValues[number++])
    for (const name of textNames) row[name] = textValues[text++] ?? ''
    markRow(columns, row)
    rows.push(row)
  }
  return rows
}

function checkInteger(value: number | undefined): number {
  if (value !== undefined && Number.isSafeInteger(value)) return value
  throw new TypeError('A number of a page must be whole, and must fit a double.')
}

const listColumnNames = (
  columns: readonly (readonly [name: string, kind: ColumnKind])[],
  kind: ColumnKind,
): readonly string[] => columns.flatMap(([name, columnKind]) => (columnKind === kind ? [name] : []))

// The compiler does not see that a row has a value for each of its columns.
function markRow<Row extends object>(_columns: PageColumns<Row>, _row: object): asserts _row is Row {}
