import { type Compilable, type CompiledQuery, type DialectAdapter, PostgresAdapter, type RawBuilder, sql } from 'kysely'

import type { Database } from './database.ts'
import type { CachedDatabase } from './sqlite.ts'

type QueryParameters = Readonly<Record<string, number | string | null>>

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Returns a placeholder for a parameter. */
export type Parameter<Input extends QueryParameters> = <Name extends keyof Input & string>(
  name: Name,
) => RawBuilder<Input[Name]>

const connections = new WeakMap<object, CachedDatabase>()

/** Lets transactions run prepared queries directly on the only connection. */
export const runDirectly = (db: Database, connection: CachedDatabase): void =>
  void connections.set(db.getExecutor().adapter, connection)

/**
 * Compiles a query once for each dialect, because Kysely takes five times as long to compile a query as SQLite takes to
 * run it.
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
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? input[value.name] : value))
    // Inside a transaction, skip Kysely's connection handling, which takes three times as long as the query.
    const connection = db.isTransaction ? connections.get(adapter) : undefined
    if (connection) {
      const rows = connection.selectRows(query.sql, parameters)
      markRows(query, rows)
      return rows
    }
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

// The compiler doesn't know that the rows belong to the query.
function markRows<Row>(_query: CompiledQuery<Row>, _rows: readonly unknown[]): asserts _rows is readonly Row[] {}

/** Type of each column of a page. Amounts are text, because numbers would be rounded. */
export type PageColumns<Row> = { readonly [Name in keyof Row & string]: ColumnKindOf<Row[Name]> }

type ColumnKind = 'number' | 'text'

type ColumnKindOf<Value> = Value extends number ? 'number' : 'text'

/**
 * Like `prepareQuery`, for a page with many rows. PostgreSQL joins all numbers to one string and all texts to another
 * one, because its driver decodes single cells slowly.
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

/** All numbers and all texts of a page, row by row. Null if the page is empty. */
interface AggregatedPage {
  readonly numbers: string | null
  readonly texts: string | null
}

// A control character that is rare in text.
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

/** Parses the rows of a page; `undefined` if a text contains the separator, so that the count is wrong. */
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
  throw new TypeError('A page contains a number that is not a safe integer.')
}

const listColumnNames = (
  columns: readonly (readonly [name: string, kind: ColumnKind])[],
  kind: ColumnKind,
): readonly string[] => columns.flatMap(([name, columnKind]) => (columnKind === kind ? [name] : []))

// The compiler doesn't know that a row has a value for each column.
function markRow<Row extends object>(_columns: PageColumns<Row>, _row: object): asserts _row is Row {}
