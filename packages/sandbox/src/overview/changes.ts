// The latest changes of a merchant's records. The history is kept for all merchants, so only its end is searched.
import { sql } from 'kysely'

import { type RecordKindName, recordKinds } from '../records/kinds.ts'
import { listRecordsById, type SandboxRecord } from '../records/list.ts'
import { getStateName, listNames } from '../states/table.ts'
import type { Database } from '../store/database.ts'
import type { Cause } from '../work.ts'

/** A record that entered a state. */
export interface LatestChange extends Cause {
  readonly time: number
  readonly kind: RecordKindName
  readonly id: number
  readonly state: string
  /** State before; absent for a new record. */
  readonly previous?: string
  readonly symbol: string
  /** Amount of the record, if it has one. */
  readonly amount?: string
}

const limits = { changes: 20, page: 100, pages: 10 } as const

/** Lists the latest changes, the newest first. Searches the last 1,000 changes of all merchants. */
export async function listLatestChanges(db: Database, appId: string): Promise<readonly LatestChange[]> {
  const found: LatestChange[] = []
  let before = Number.MAX_SAFE_INTEGER
  for (let page = 0; page < limits.pages && found.length < limits.changes; page += 1) {
    const rows = await readPage(db, before)
    const records = await readRecords(db, rows)
    found.push(...rows.flatMap((row) => describeChange(row, records.get(row.subject), appId)))
    before = rows.at(-1)?.id ?? 0
  }
  return found.slice(0, limits.changes)
}

interface ChangeRow extends Cause {
  readonly id: number
  readonly subject: string
  readonly status: number
  readonly created_at: number
  readonly previous: number | null
}

async function readPage(db: Database, before: number): Promise<readonly ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select id, subject, status, cause, request, created_at, (
      select earlier.status from state_changes as earlier
      where earlier.subject = state_changes.subject and earlier.id < state_changes.id order by earlier.id desc limit 1
    ) as previous
    from state_changes where id < ${before} order by id desc limit ${sql.lit(limits.page)}`.execute(db)
  return rows
}

/** Reads the records of changes by their subject. */
async function readRecords(db: Database, rows: readonly ChangeRow[]): Promise<ReadonlyMap<string, SandboxRecord>> {
  const ids = new Map<string, Set<number>>()
  for (const { subject } of rows) {
    const [kind = '', id] = subject.split(' ')
    ids.set(kind, (ids.get(kind) ?? new Set()).add(Number(id)))
  }
  const records = new Map<string, SandboxRecord>()
  for (const kind of listNames(recordKinds))
    for (const record of await listRecordsById(db, kind, [...(ids.get(kind) ?? [])]))
      records.set(`${kind} ${record.id}`, record)
  return records
}

function describeChange(row: ChangeRow, record: SandboxRecord | undefined, appId: string): readonly LatestChange[] {
  if (record?.appId !== appId) return []
  const { kind, id, values } = record
  const { states } = recordKinds[kind]
  if (!states) return []
  const { status, previous, cause, request, created_at: time } = row
  const { amount } = values
  return [
    {
      time,
      kind,
      id,
      state: getStateName(states, status),
      ...(previous !== null && { previous: getStateName(states, previous) }),
      cause,
      request,
      symbol: String(values['symbol']),
      ...(typeof amount === 'string' && { amount }),
    },
  ]
}
