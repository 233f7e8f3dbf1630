import { type RawBuilder, sql } from 'kysely'

import { formatAmount } from '../amounts.ts'
import { createMissingError, getStateName, listNames } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import { prepareQuery } from '../store/prepared.ts'
import { type RecordKindName, recordKinds, type RecordRow } from './kinds.ts'

/** A record as control shows it: amounts are decimals, other values are those of the row. */
export interface SandboxRecord {
  readonly kind: RecordKindName
  readonly id: number
  readonly appId: string
  /** Name of the state in the sandbox's model. */
  readonly state?: string
  readonly values: Readonly<Record<string, number | string | null>>
}

export interface RecordQuery {
  readonly kind: RecordKindName
  readonly appId: string
  /** Only records with smaller ids. */
  readonly before: number
  readonly limit: number
  readonly filters?: Readonly<Record<string, string | undefined>>
}

/** Lists a page of records, the newest first. */
export async function listRecords(db: Database, query: RecordQuery): Promise<readonly SandboxRecord[]> {
  const { kind, appId, before, limit } = query
  const recordKind = recordKinds[kind]
  const conditions = buildConditions(query)
  if (conditions === undefined) return []
  const id = sql.ref(recordKind.id)
  const where = sql.join([sql`app_id = ${appId}`, sql`${id} < ${before}`, ...conditions], sql` and `)
  const page = sql`${where} order by ${id} desc limit ${sql.lit(limit)}`
  return selectRecords(db, kind, page)
}

/** Lists records with some ids. */
export const listRecordsById = async (
  db: Database,
  kind: RecordKindName,
  ids: readonly number[],
): Promise<readonly SandboxRecord[]> =>
  ids.length === 0 ? [] : selectRecords(db, kind, sql`${sql.ref(recordKinds[kind].id)} in (${sql.join(ids)})`)

/** Returns a record. */
export async function getRecord(db: Database, kind: RecordKindName, id: number): Promise<SandboxRecord> {
  const [row] = (await rowQueries.get(kind)?.(db, { id })) ?? []
  if (!row) throw createMissingError(recordKinds[kind].title, id)
  const [decimals] = await findDecimals(db, { symbol: String(row['symbol'] ?? '') })
  return toRecord(kind, row, decimals)
}

async function selectRecords(
  db: Database,
  kind: RecordKindName,
  where: RawBuilder<unknown>,
): Promise<readonly SandboxRecord[]> {
  const query = sql<RecordRow>`${selectColumns(kind)} where ${where}`
  const { rows } = await query.execute(db)
  const decimals = await readDecimals(db)
  return rows.map((row) => toRecord(kind, row, decimals.get(String(row['symbol']))))
}

function selectColumns(kind: RecordKindName): RawBuilder<RecordRow> {
  const { id, table, columns, computed, amounts = {} } = recordKinds[kind]
  const names = ['app_id', ...columns, ...(computed?.from ?? Object.keys(amounts))]
  const selected = sql.join([sql`${sql.ref(id)} as record_id`, ...names.map((name) => sql.ref(name))])
  return sql`select ${selected} from ${sql.table(table)}`
}

// Actions of control return their record, so these queries are prepared.
const rowQueries = new Map(
  listNames(recordKinds).map((kind) => [
    kind,
    prepareQuery<{ id: number }, RecordRow>((db, parameter) => ({
      compile: () =>
        sql<RecordRow>`${selectColumns(kind)} where ${sql.ref(recordKinds[kind].id)} = ${parameter('id')}`.compile(db),
    })),
  ]),
)

const findDecimals = prepareQuery<{ symbol: string }, CoinDecimals>((db, parameter) =>
  db
    .selectFrom('coins as coin')
    .leftJoin('coins as fee', 'fee.symbol', 'coin.base_symbol')
    .select((eb) => ['coin.decimals as own', eb.fn.coalesce('fee.decimals', 'coin.decimals').as('base')])
    .where('coin.symbol', '=', parameter('symbol')),
)

/** Builds the conditions; `undefined` if no record can match. */
function buildConditions({ kind, appId, filters = {} }: RecordQuery): readonly RawBuilder<unknown>[] | undefined {
  const knownFilters = recordKinds[kind].filters
  const conditions: RawBuilder<unknown>[] = []
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue
    const filter = Object.hasOwn(knownFilters, name) ? knownFilters[name] : undefined
    if (filter === undefined)
      throw new TypeError(`${kind} has no filter ${name}. Its filters: ${Object.keys(knownFilters).join(', ')}.`)
    if (value === '') continue
    const condition = filter(value, appId)
    if (condition === undefined) return undefined
    conditions.push(condition)
  }
  return conditions
}

/** Decimals of a coin and of its fee coin. */
interface CoinDecimals {
  readonly own: number
  readonly base: number
}

type Decimals = ReadonlyMap<string, CoinDecimals>

async function readDecimals(db: Database): Promise<Decimals> {
  const coins = await db.selectFrom('coins').select(['symbol', 'base_symbol', 'decimals']).execute()
  const ownDecimals = new Map(coins.map(({ symbol, decimals }) => [symbol, decimals]))
  return new Map(
    coins.map(({ symbol, base_symbol, decimals }) => [
      symbol,
      { own: decimals, base: ownDecimals.get(base_symbol) ?? decimals },
    ]),
  )
}

function toRecord(kind: RecordKindName, row: RecordRow, decimals: CoinDecimals | undefined): SandboxRecord {
  const { columns, computed, amounts = {}, states } = recordKinds[kind]
  const values: RecordRow = { ...row, ...computed?.values(row) }
  const decimalValues = Object.entries(amounts).map(([name, coin]) => [
    name,
    formatAmount(String(values[name]), decimals?.[coin] ?? 0),
  ])
  return {
    kind,
    id: Number(row['record_id']),
    appId: String(row['app_id']),
    ...(states && { state: getStateName(states, Number(values['status'])) }),
    values: Object.fromEntries([...columns.map((name) => [name, values[name] ?? null]), ...decimalValues]),
  }
}
