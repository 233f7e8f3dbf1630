// What needs a person. A new reason is one more entry of the table.
import { type RawBuilder, sql } from 'kysely'

import { type RecordKindName, recordKinds } from '../records/kinds.ts'
import { listNames, type StateDefinition } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import { countRows } from './count.ts'

/** Why a person is needed. */
type AttentionType = 'conflict' | 'failed-timer' | 'fault' | 'given-up' | 'held' | 'low-pool' | 'retry' | 'undecided'

/** Cases that need a person. */
export interface Attention {
  readonly type: AttentionType
  /** 1,000 means 1,000 or more. */
  readonly count: number
  /** Control call that lists the cases; absent if none does. */
  readonly call?: string
  /** Parameters of the call besides the merchant. */
  readonly parameters: Readonly<Record<string, boolean | string>>
}

interface Reason extends Omit<Attention, 'count'> {
  /** The cases: `from … where …`. */
  readonly rows: (appId: string) => RawBuilder<unknown>
}

const listsOfRecords = listNames(recordKinds)

/** Held records that have not ended. */
const holds = listsOfRecords.flatMap((kind): readonly Reason[] => {
  const { states, table } = recordKinds[kind]
  if (!states || !('hold' in states.actions)) return []
  const openStates = Object.values(states.states).flatMap(({ isFinal, value }) => (isFinal ? [] : [value]))
  return [
    {
      type: 'held',
      call: 'records.list',
      parameters: { kind, held: true },
      // The sign keeps SQLite from the index of states, which has many more records.
      rows: (appId) =>
        sql`from ${sql.table(table)} where app_id = ${appId} and held = 1 and +status in (${sql.join(openStates)})`,
    },
  ]
})

/** Records that can be rejected, and that no timer moves. Held records are counted as such. */
const decisions = listsOfRecords.flatMap((kind): readonly Reason[] => {
  const { states: table } = recordKinds[kind]
  const undecidedStates = table?.transitions['reject']?.from ?? []
  return undecidedStates.flatMap((state) => {
    const definition = table?.states[state]
    if (!definition) return []
    return [
      {
        type: 'undecided',
        call: 'records.list',
        parameters: { kind, state },
        rows: (appId) => selectUndecided(kind, appId, definition),
      },
    ]
  })
})

/** Number of records in a state whose timers are looked up: the oldest ones. */
const maxLookups = 5000

function selectUndecided(kind: RecordKindName, appId: string, { value, next }: StateDefinition): RawBuilder<unknown> {
  const { states, table } = recordKinds[kind]
  const isReleased = states && 'hold' in states.actions ? sql`and held = 0` : sql``
  const rows = sql`from ${sql.table(table)} where app_id = ${appId} and status = ${value} ${isReleased}`
  if (!next) return rows
  // With `not exists`, PostgreSQL would read all timers.
  const timer = sql`(select id from timers
    where timers.kind = 'step' and timers.subject = ${`${kind} `} || record.id and timers.error = '' limit 1)`
  return sql`from (select id, symbol ${rows} limit ${sql.lit(maxLookups)}) as record
    where symbol in (select symbol from coins where mode = 'manual') or ${timer} is null`
}

/** Fewer addresses than the next few users need. */
export const lowPool = 5

const reasons: readonly Reason[] = [
  ...holds,
  ...decisions,
  {
    type: 'given-up',
    call: 'notifications.list',
    parameters: { state: 'given up' },
    rows: (appId) => sql`from notifications where app_id = ${appId} and state = 'given up'`,
  },
  {
    type: 'retry',
    parameters: {},
    rows: (appId) => sql`from notifications where app_id = ${appId} and state = 'waiting' and attempts > 0`,
  },
  {
    type: 'low-pool',
    call: 'addresses.pools',
    parameters: {},
    // Users of a coin with memos share one address.
    rows: (appId) => sql`from coins where memo = 0
      and (select id from addresses where app_id = ${appId} and symbol = coins.symbol limit 1) is not null
      and ${countRows(
        sql`from addresses where app_id = ${appId} and symbol = coins.symbol and uid is null`,
        lowPool,
      )} < ${sql.lit(lowPool)}`,
  },
  {
    type: 'fault',
    call: 'faults.list',
    parameters: {},
    rows: () => sql`from faults where remaining is null or remaining > 0`,
  },
  { type: 'failed-timer', parameters: {}, rows: () => sql`from timers where error <> ''` },
]

const maxCases = 1000

/** Lists what needs a person, without types that have no cases. */
export async function listAttention(db: Database, appId: string): Promise<readonly Attention[]> {
  const counts = reasons.map(({ rows }, at) => sql`${countRows(rows(appId), maxCases)} as ${sql.ref(`count_${at}`)}`)
  const { rows } = await sql<Readonly<Record<string, number>>>`select ${sql.join(counts)}`.execute(db)
  return reasons.flatMap(({ rows: _rows, ...reason }, at) => {
    const count = rows[0]?.[`count_${at}`] ?? 0
    return count > 0 ? [{ ...reason, count }] : []
  })
}
