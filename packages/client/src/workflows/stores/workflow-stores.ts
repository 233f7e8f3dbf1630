import type { Store } from '@custody-wallet/store'
import {
  checkpointTable,
  computeChecksum,
  computeIndexKey,
  dedupeTable,
  journalTable,
  readString,
  runQuery,
} from '@custody-wallet/store/internal'

import type { PushEntry, PushJournal } from '../addresses/push-journal.ts'
import { WorkflowError } from '../errors.ts'
import type { Checkpoint, FollowState } from '../follow/checkpoint.ts'
import type { DedupeStore } from './dedupe.ts'
import { createRows, type Rows } from './rows.ts'

/** Keeps the state of workflows in a database. */
export interface WorkflowStores<Tx> {
  /** For `follow`. `save` rejects with `STATE_CHANGED` if another process has saved meanwhile. */
  readonly checkpoint: (name: string) => Checkpoint
  /** For `registerAddresses`. `append` rejects with `STATE_CHANGED` if another process has appended meanwhile. */
  readonly pushJournal: (name: string) => PushJournal
  /** For `consume`. */
  readonly dedupe: (name: string) => ClaimStore<Tx>
}

interface ClaimStore<Tx> extends DedupeStore {
  /**
   * Claims a key in your transaction, and returns true for one caller only. Claim a withdrawal and write the order to pay
   * it in the same transaction, so that two processes do not pay it twice.
   */
  readonly claim: (tx: Tx, key: string) => Promise<boolean>
}

/**
 * Creates stores for workflows in a store of `@custody-wallet/store`. Several processes can share them.
 *
 * @example
 * ```ts
 * import { createWorkflowStores } from '@custody-wallet/client/workflows'
 * import { memoryForTests } from '@custody-wallet/store/sqlite'
 *
 * const { checkpoint, dedupe } = createWorkflowStores(memoryForTests()) // in production: sqlite('custody.db')
 * await checkpoint('deposits').save({ cursor: '482913', seen: [], open: [] })
 * console.log(await checkpoint('deposits').load()) // { cursor: '482913', seen: [], open: [] }
 * await dedupe('withdrawals').add('4711')
 * console.log(await dedupe('withdrawals').has('4711')) // true
 * ```
 */
export function createWorkflowStores<Tx>(store: Store<Tx>): WorkflowStores<Tx> {
  const rows = createRows(store)
  // `consume` recognizes its store, so that two loops do not hand over the same withdrawal.
  const claimStores = new Map<string, ClaimStore<Tx>>()
  return {
    checkpoint: (name) => createCheckpoint(store, rows, computeIndexKey(name)),
    pushJournal: (name) => createJournal(rows, computeIndexKey(name)),
    dedupe(name) {
      const claimStore = claimStores.get(name) ?? createDedupe(rows, computeIndexKey(name))
      claimStores.set(name, claimStore)
      return claimStore
    },
  }
}

const updateCheckpoint = `UPDATE custody_checkpoints SET version = $1, state = $2, checksum = $3
  WHERE name = $4 AND version = $5 RETURNING name`

function createCheckpoint<Tx>(store: Store<Tx>, rows: Rows<Tx>, name: string): Checkpoint {
  const table = checkpointTable
  const runInOrder = createQueue()
  let version = 0
  const read = (): Promise<FollowState | undefined> =>
    rows.transaction(table, async (tx) => {
      const [row] = await rows.select(tx, table, 'WHERE name = $1', [name])
      version = Number(row?.['version'] ?? 0)
      return row && JSON.parse(readString(row, 'state'))
    })
  return {
    load: () => runInOrder(read),
    async save(state) {
      const text = JSON.stringify(state)
      await runInOrder(async () => {
        const values = [name, version + 1, text]
        const change = [version + 1, text, computeChecksum(table.name, values), name, version]
        const isSaved = await rows.transaction(table, async (tx) =>
          version === 0
            ? rows.insert(tx, table, values)
            : (await runQuery(store, tx, updateCheckpoint, change)).length > 0,
        )
        if (!isSaved) throw new WorkflowError('STATE_CHANGED', { kind: 'checkpoint', name })
        version += 1
      })
    },
  }
}

function createJournal<Tx>(rows: Rows<Tx>, name: string): PushJournal {
  const table = journalTable
  const runInOrder = createQueue()
  let length: number | undefined
  const read = (): Promise<readonly PushEntry[]> =>
    rows.transaction(table, async (tx) => {
      const found = await rows.select(tx, table, 'WHERE name = $1 ORDER BY position', [name])
      const isComplete = found.every(({ position }, at) => Number(position) === at + 1)
      if (!isComplete) throw new WorkflowError('FILE_BROKEN', { table: table.name, name })
      length = found.length
      return found.map((row) => JSON.parse(readString(row, 'entry')))
    })
  return {
    entries: () => runInOrder(read),
    async append(entry) {
      const text = JSON.stringify(entry)
      await runInOrder(async () => {
        if (length === undefined) await read()
        const position = (length ?? 0) + 1
        const isSaved = await rows.transaction(table, (tx) => rows.insert(tx, table, [name, position, text]))
        if (!isSaved) throw new WorkflowError('STATE_CHANGED', { kind: 'journal', name })
        length = position
      })
    },
  }
}

function createDedupe<Tx>(rows: Rows<Tx>, name: string): ClaimStore<Tx> {
  const table = dedupeTable
  const claim = (tx: Tx, key: string): Promise<boolean> => rows.insert(tx, table, [name, computeIndexKey(key)])
  return {
    claim,
    add: (key) => rows.transaction(table, async (tx) => void (await claim(tx, key))),
    has: (key) =>
      rows.transaction(table, async (tx) => {
        const values = [name, computeIndexKey(key)]
        return (await rows.select(tx, table, 'WHERE name = $1 AND key = $2', values)).length > 0
      }),
  }
}

/** Creates a function that runs work after all earlier work, also after failures. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let earlier: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = earlier.then(work)
    earlier = result.catch(() => undefined)
    return result
  }
}
