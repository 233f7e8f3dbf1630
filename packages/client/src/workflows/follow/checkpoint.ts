/** Fields of a record that show a change. */
export interface TrackedRecord {
  readonly status: number
  readonly confirmations?: number
  readonly updated_at: number
  readonly symbol?: string
  readonly txid?: string
  readonly request_id?: string
}

/** Saved state of a follower. Plain data. */
export interface FollowState {
  /** Name of the records, if they have one. */
  readonly of?: string
  /** Greatest id that was handed over. */
  readonly cursor: string
  /** Ids in the overlap that were handed over. */
  readonly seen: readonly string[]
  /** Records that may still change, with their versions when they were last handed over. */
  readonly open: readonly (readonly [id: string, version: string])[]
  /** Credits that the chain can still undo. `mark` has status and transaction, and is empty if the credit is undone. */
  readonly credits?: readonly (readonly [id: string, mark: string, updatedAt: number, requestId: string])[]
}

/** Keeps the state of a follower. `save` resolves when the state is saved. */
export interface Checkpoint {
  load(): Promise<FollowState | undefined>
  save(state: FollowState): Promise<void>
}

/**
 * Keeps a checkpoint in memory.
 *
 * @example
 * ```ts
 * import { memoryCheckpoint } from '@custody-wallet/client/workflows'
 *
 * const checkpoint = memoryCheckpoint({ cursor: '482913', seen: [], open: [] })
 * console.log((await checkpoint.load())?.cursor) // 482913
 * ```
 */
export function memoryCheckpoint(state?: FollowState): Checkpoint {
  let savedState = state
  return {
    load: async () => savedState,
    save: async (next) => void (savedState = next),
  }
}
