import { addFault, clearFaults, type FaultRow, listFaults, type NewFault, removeFault } from '../faults/rows.ts'
import type { Database } from '../store/database.ts'
import type { FaultKind, View } from '../store/values.ts'
import type { ControlContext, RecordKey } from './context.ts'

/** A fault and its effects so far. */
export interface FaultDetails extends RecordKey {
  readonly kind: FaultKind
  /** Absent if it acts on all calls. */
  readonly operation?: string
  /** Absent if it acts on both views. */
  readonly view?: View
  /** Percentage of the calls on which it acts. */
  readonly percent: number
  readonly status?: number
  readonly code?: number
  readonly milliseconds?: number
  /** Number of calls on which it will still act; absent without a limit. */
  readonly remaining?: number
  /** Number of calls that matched. */
  readonly calls: number
  /** Number of calls on which it acted. */
  readonly acted: number
}

export interface FaultsControl {
  /** Adds a fault for the next `times` calls, or until it is removed. */
  readonly add: (fault: NewFault) => Promise<FaultDetails>
  /** Lists faults, the newest first. */
  readonly list: () => Promise<readonly FaultDetails[]>
  readonly remove: (key: RecordKey) => Promise<void>
  /** Removes all faults. Returns their number. */
  readonly clear: () => Promise<{ readonly count: number }>
}

export function createFaultsControl({ run, read, announce, load }: ControlContext): FaultsControl {
  async function applyChange<Result>(change: (db: Database) => Promise<Result>): Promise<Result> {
    const result = await run(async ({ db }) => {
      await announce(db)
      return change(db)
    })
    await load()
    return result
  }
  return {
    add: async (fault) => describeFault(await applyChange((db) => addFault(db, fault))),
    list: () => read(async ({ db }) => (await listFaults(db)).map(describeFault).toReversed()),
    remove: ({ id }) => applyChange((db) => removeFault(db, id)),
    clear: async () => ({ count: await applyChange(clearFaults) }),
  }
}

const describeFault = (row: FaultRow): FaultDetails => ({
  id: row.id,
  kind: row.kind,
  ...(row.operation !== '' && { operation: row.operation }),
  ...(row.view !== '' && { view: row.view }),
  ...JSON.parse(row.parameters),
  percent: row.percent,
  ...(row.remaining !== null && { remaining: row.remaining }),
  calls: row.calls,
  acted: row.acted,
})
