// Faults by control: added, listed and removed.
import type { Engine } from '../engine.ts'
import type { FaultKind, View } from '../faults/kinds.ts'
import {
  addFault,
  clearFaults,
  type FaultRow,
  listFaults,
  type NewFault,
  removeFault,
} from '../faults/rows.ts'
import type { Database } from '../store/store.ts'
import type { RecordKey } from './context.ts'

/** A fault, and what it has done. */
export interface FaultDetails extends RecordKey {
  readonly kind: FaultKind
  /** Absent where it acts on every call. */
  readonly operation?: string
  /** Absent where it acts on both views. */
  readonly view?: View
  /** Share of the calls on which it acts. */
  readonly percent: number
  readonly status?: number
  readonly code?: number
  readonly milliseconds?: number
  /** On how many calls it still acts; absent where there is no limit. */
  readonly remaining?: number
  /** Calls that it concerned. */
  readonly calls: number
  /** Calls on which it acted. */
  readonly acted: number
}

export interface FaultsControl {
  /** Adds a fault: on the next `times` calls, or on all until it is removed. */
  readonly add: (fault: NewFault) => Promise<FaultDetails>
  /** Faults, the newest first. */
  readonly list: () => Promise<readonly FaultDetails[]>
  readonly remove: (key: RecordKey) => Promise<void>
  /** Removes all faults. Returns how many there were. */
  readonly clear: () => Promise<{ readonly count: number }>
}

export interface FaultsControlOptions {
  readonly engine: Engine
  /** Reads the faults again after a change. */
  readonly load: () => Promise<void>
}

export function createFaultsControl({ engine, load }: FaultsControlOptions): FaultsControl {
  async function applyChange<Result>(change: (db: Database) => Promise<Result>): Promise<Result> {
    const result = await engine.run(async ({ db }) => {
      await engine.announce(db)
      return change(db)
    })
    await load()
    return result
  }
  return {
    add: async (fault) => describeFault(await applyChange((db) => addFault(db, fault))),
    list: () => engine.run(async ({ db }) => (await listFaults(db)).map(describeFault).toReversed()),
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
