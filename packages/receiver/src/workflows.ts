import type { Store } from '@custody-wallet/store'
/**
 * Keep the state of workflows of the client (`follow`, `registerAddresses`, `consume`) in the database of the receiver, so
 * that several processes share it.
 *
 * @example
 * ```ts
 * import { memoryForTests } from '@custody-wallet/store/sqlite'
 * import { createWorkflowStores } from '@custody-wallet/receiver/workflows'
 *
 * const { checkpoint, dedupe } = createWorkflowStores(memoryForTests())
 * await checkpoint('deposits').save({ cursor: '482913', seen: [], open: [] })
 * console.log(await checkpoint('deposits').load()) // { cursor: '482913', seen: [], open: [] }
 * await dedupe('withdrawals').add('4711')
 * console.log(await dedupe('withdrawals').has('4711')) // true
 * ```
 *
 * @module
 */
import { computeIndexKey } from '@custody-wallet/store/internal'
import { runQuery, readString } from '@custody-wallet/store/internal'

/** The state of `follow`, as its checkpoints save it. */
interface SavedState {
  readonly of?: string
  readonly cursor: string
  readonly seen: readonly string[]
  readonly open: readonly (readonly [id: string, version: string])[]
  readonly credits?: readonly (readonly [id: string, mark: string, updatedAt: number, requestId: string])[]
}

interface SavedPush {
  readonly kind: 'begun' | 'pushed' | 'refused'
  readonly symbol: string
  readonly addresses: readonly string[]
}

export interface WorkflowStores<Tx> {
  /** For `follow`. `save` rejects with a `SharedStateError` if another process has saved meanwhile. */
  readonly checkpoint: (name: string) => {
    readonly load: () => Promise<SavedState | undefined>
    readonly save: (state: SavedState) => Promise<void>
  }
  /** For `registerAddresses`. `append` rejects with a `SharedStateError` if another process has appended meanwhile. */
  readonly pushJournal: (name: string) => {
    readonly entries: () => Promise<readonly SavedPush[]>
    readonly append: (entry: SavedPush) => Promise<void>
  }
  /** For `consume`. */
  readonly dedupe: (name: string) => {
    readonly has: (key: string) => Promise<boolean>
    readonly add: (key: string) => Promise<void>
    /**
     * Claims a key in your transaction, and returns true for one caller only. Claim a withdrawal and write the order to pay
     * it in the same transaction, so that two processes do not pay it twice.
     */
    readonly claim: (tx: Tx, key: string) => Promise<boolean>
  }
}

/** Another process continued the same work. */
export class SharedStateError extends Error {
  override readonly name: string = 'SharedStateError'

  constructor(what: string) {
    super(`Another process has changed ${what}. Run this work in one process at a time, and restart this one.`)
  }
}

/** Creates stores for workflows. Their tables are part of `listMigrations(dialect)`. */
export const createWorkflowStores = <Tx>(store: Store<Tx>): WorkflowStores<Tx> => ({
  checkpoint: (name) => createCheckpoint(store, computeIndexKey(name)),
  pushJournal: (name) => createJournal(store, computeIndexKey(name)),
  dedupe: (name) => createDedupe(store, computeIndexKey(name)),
})

function createCheckpoint<Tx>(store: Store<Tx>, name: string): ReturnType<WorkflowStores<Tx>['checkpoint']> {
  let version = 0
  return {
    load: () =>
      store.transaction(async (tx) => {
        const [row] = await runQuery(store, tx, 'SELECT version, state FROM custody_checkpoints WHERE name = $1', [
          name,
        ])
        version = row ? Number(row['version']) : 0
        const state: SavedState | undefined = row && JSON.parse(readString(row, 'state'))
        return state
      }),
    async save(state) {
      const text = JSON.stringify(state)
      const rows = await store.transaction((tx) =>
        version === 0
          ? runQuery(store, tx, insertCheckpoint, [name, text])
          : runQuery(store, tx, updateCheckpoint, [version + 1, text, name, version]),
      )
      if (rows.length === 0) throw new SharedStateError(`the checkpoint ${name}`)
      version += 1
    },
  }
}

const insertCheckpoint = `INSERT INTO custody_checkpoints (name, version, state) VALUES ($1, 1, $2)
  ON CONFLICT DO NOTHING RETURNING name`
const updateCheckpoint =
  'UPDATE custody_checkpoints SET version = $1, state = $2 WHERE name = $3 AND version = $4 RETURNING name'

function createJournal<Tx>(store: Store<Tx>, name: string): ReturnType<WorkflowStores<Tx>['pushJournal']> {
  let length: number | undefined
  const read = (): Promise<readonly SavedPush[]> =>
    store.transaction(async (tx) => {
      const sql = 'SELECT entry FROM custody_journal WHERE name = $1 ORDER BY position'
      const rows = await runQuery(store, tx, sql, [name])
      length = rows.length
      return rows.map((row) => JSON.parse(readString(row, 'entry')))
    })
  return {
    entries: read,
    async append(entry) {
      if (length === undefined) await read()
      const position = (length ?? 0) + 1
      const rows = await store.transaction((tx) =>
        runQuery(store, tx, insertEntry, [name, position, JSON.stringify(entry)]),
      )
      if (rows.length === 0) throw new SharedStateError(`the journal ${name}`)
      length = position
    },
  }
}

const insertEntry = `INSERT INTO custody_journal (name, position, entry) VALUES ($1, $2, $3)
  ON CONFLICT DO NOTHING RETURNING position`

function createDedupe<Tx>(store: Store<Tx>, name: string): ReturnType<WorkflowStores<Tx>['dedupe']> {
  const claim = async (tx: Tx, key: string): Promise<boolean> =>
    (await runQuery(store, tx, insertKey, [name, computeIndexKey(key)])).length > 0
  return {
    claim,
    add: (key) => store.transaction(async (tx) => void (await claim(tx, key))),
    has: (key) =>
      store.transaction(async (tx) => {
        const sql = 'SELECT key FROM custody_dedupe WHERE name = $1 AND key = $2'
        return (await runQuery(store, tx, sql, [name, computeIndexKey(key)])).length > 0
      }),
  }
}

const insertKey = 'INSERT INTO custody_dedupe (name, key) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING key'
