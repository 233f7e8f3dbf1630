// Pages of records, the newest first.
import { type RawBuilder, sql } from 'kysely'

import { amountOf } from '../amounts.ts'
import { stateOf } from '../states/table.ts'
import type { Database } from '../store/store.ts'
import { type RecordKindName, recordKinds, type Row } from './kinds.ts'

/** A record as control shows it. Amounts are decimals, and the other values are those of the row. */
export interface SandboxRecord {
  readonly kind: RecordKindName
  readonly id: number
  readonly appId: string
  /** Name of its state in the model of the sandbox. */
  readonly state?: string
  readonly values: Readonly<Record<string, number | string | null>>
}

/** Which records to list. */
export interface RecordQuery {
  readonly kind: RecordKindName
  readonly appId: string
  /** Only records with a smaller id. */
  readonly before?: number | undefined
  readonly limit?: number | undefined
  /** Values by the name of the filter. */
  readonly filters?: Readonly<Record<string, string | undefined>>
}

/** A page of records, the newest first. */
export async function listRecords(db: Database, query: RecordQuery): Promise<readonly SandboxRecord[]> {
  const { kind, appId, before = Number.MAX_SAFE_INTEGER, limit = 50 } = query
  const facts = recordKinds[kind]
  const conditions = conditionsOf(query)
  if (conditions === undefined) return []
  const id = sql.ref(facts.id)
  const where = sql.join([sql`app_id = ${appId}`, sql`${id} < ${before}`, ...conditions], sql` and `)
  const page = sql`${where} order by ${id} desc limit ${sql.lit(limit)}`
  return recordsWhere(db, kind, page)
}

/** The record of an id, where there is one. */
export async function recordAt(
  db: Database,
  kind: RecordKindName,
  id: number,
): Promise<SandboxRecord | undefined> {
  const [found] = await recordsWhere(db, kind, sql`${sql.ref(recordKinds[kind].id)} = ${id}`)
  return found
}

async function recordsWhere(
  db: Database,
  kind: RecordKindName,
  where: RawBuilder<unknown>,
): Promise<readonly SandboxRecord[]> {
  const facts = recordKinds[kind]
  const stored = facts.computed?.from ?? Object.keys(facts.amounts ?? {})
  const names = ['app_id', ...facts.columns, ...stored]
  const columns = sql.join([sql`${sql.ref(facts.id)} as record_id`, ...names.map((name) => sql.ref(name))])
  const query = sql<Row>`select ${columns} from ${sql.table(facts.table)} where ${where}`
  const { rows } = await query.execute(db)
  const decimals = await decimalsOf(db)
  return rows.map((row) => shown(kind, row, decimals))
}

/** Conditions of the filters; `undefined` where no record can fit. */
function conditionsOf({
  kind,
  appId,
  filters = {},
}: RecordQuery): readonly RawBuilder<unknown>[] | undefined {
  const known = recordKinds[kind].filters
  const conditions: RawBuilder<unknown>[] = []
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === '') continue
    const filter = Object.hasOwn(known, name) ? known[name] : undefined
    if (filter === undefined)
      throw new TypeError(`A list of ${kind} has no filter ${name}: it has ${Object.keys(known).join(', ')}.`)
    const condition = filter(value, appId)
    if (condition === undefined) return undefined
    conditions.push(condition)
  }
  return conditions
}

/** Decimals of a coin, and of the coin in which its network takes fees. */
type Decimals = ReadonlyMap<string, { readonly own: number; readonly base: number }>

async function decimalsOf(db: Database): Promise<Decimals> {
  const coins = await db.selectFrom('coins').select(['symbol', 'base_symbol', 'decimals']).execute()
  const own = new Map(coins.map(({ symbol, decimals }) => [symbol, decimals]))
  return new Map(
    coins.map(({ symbol, base_symbol, decimals }) => [
      symbol,
      { own: decimals, base: own.get(base_symbol) ?? decimals },
    ]),
  )
}

function shown(kind: RecordKindName, row: Row, decimals: Decimals): SandboxRecord {
  const { columns, computed, amounts = {}, states } = recordKinds[kind]
  const values: Row = { ...row, ...computed?.values(row) }
  const places = decimals.get(String(values['symbol']))
  const decimal = Object.entries(amounts).map(([name, coin]) => [
    name,
    amountOf(String(values[name]), places?.[coin] ?? 0),
  ])
  return {
    kind,
    id: Number(row['record_id']),
    appId: String(row['app_id']),
    ...(states && { state: stateOf(states, Number(values['status'])) }),
    values: Object.fromEntries([...columns.map((name) => [name, values[name] ?? null]), ...decimal]),
  }
}
