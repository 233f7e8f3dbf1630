// What needs a person. A new reason is one more entry of the table.
import { type RawBuilder, sql } from 'kysely'

import { type RecordKindName, recordKinds } from '../records/kinds.ts'
import { listNames } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import { countRows, maxCount } from './count.ts'

/** Why a person is needed. */
type AttentionType = 'conflict' | 'failed-timer' | 'fault' | 'given-up' | 'held' | 'low-pool' | 'undecided'

/** Cases that need a person. */
export interface Attention {
  readonly type: AttentionType
  /** 20,000 means 20,000 or more. */
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
      rows: (appId) =>
        sql`from ${sql.table(table)} where app_id = ${appId} and held = 1 and status in (${sql.join(openStates)})`,
    },
  ]
})

/** Records that can be rejected, and that no timer moves. Held records are counted as such. */
const decisions = listsOfRecords.flatMap((kind): readonly Reason[] => {
  const { states } = recordKinds[kind]
  const undecidedStates = states?.transitions['reject']?.from ?? []
  return undecidedStates.map((state) => ({
    type: 'undecided',
    call: 'records.list',
    parameters: { kind, state },
    rows: (appId) => selectUndecided(kind, appId, states?.states[state]?.value),
  }))
})

// Looks at a limited number of records, because each one needs a look at the timers.
function selectUndecided(kind: RecordKindName, appId: string, status: number | undefined): RawBuilder<unknown> {
  const { states, table } = recordKinds[kind]
  const isReleased = 'hold' in (states?.actions ?? {}) ? sql`held = 0` : sql`1 = 1`
  return sql`from (select id from ${sql.table(table)}
      where app_id = ${appId} and status = ${status} and ${isReleased} limit ${sql.lit(maxCount)}) as record
    where not exists (select 1 from timers
      where timers.kind = 'step' and timers.subject = ${`${kind} `} || record.id and timers.error = '')`
}

/** Fewer addresses than the next few users need. */
const lowPool = 5

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
    type: 'low-pool',
    call: 'addresses.pools',
    parameters: {},
    // Users of a coin with memos share one address.
    rows: (appId) => sql`from coins where memo = 0
      and exists (select 1 from addresses where app_id = ${appId} and symbol = coins.symbol)
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

/** Lists what needs a person, without types that have no cases. */
export async function listAttention(db: Database, appId: string): Promise<readonly Attention[]> {
  const counts = reasons.map(({ rows }, at) => sql`${countRows(rows(appId))} as ${sql.ref(`count_${at}`)}`)
  const { rows } = await sql<Readonly<Record<string, number>>>`select ${sql.join(counts)}`.execute(db)
  return reasons.flatMap(({ rows: _rows, ...reason }, at) => {
    const count = rows[0]?.[`count_${at}`] ?? 0
    return count > 0 ? [{ ...reason, count }] : []
  })
}
