import { isObject } from '@custody-wallet/types/validate'

import { WorkflowError } from '../errors.ts'
import { readContent, replaceFile } from '../stores/files.ts'

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

const format = { format: 'custody-checkpoint', version: 1 } as const

/**
 * Keeps a checkpoint in a file. Each save replaces the whole file. A corrupted file is rejected and not changed. Only one
 * process at a time may use the file.
 *
 * @example
 * ```ts
 * import { mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * import { fileCheckpoint } from '@custody-wallet/client/workflows'
 *
 * const checkpoint = fileCheckpoint(join(await mkdtemp(join(tmpdir(), 'custody-')), 'deposits'))
 * await checkpoint.save({ cursor: '482913', seen: [], open: [] })
 * console.log((await checkpoint.load())?.cursor) // 482913
 * ```
 */
export function fileCheckpoint(file: string): Checkpoint {
  return {
    async load() {
      const content = await readContent(file, format)
      if (!content) return undefined
      const [state, ...more] = content.entries
      if (content.tail !== 'none' || more.length > 0 || !isFollowState(state))
        throw new WorkflowError('FILE_BROKEN', { file })
      return state
    },
    save: (state) => replaceFile(file, format, [state]),
  }
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

const isString = (value: unknown): value is string => typeof value === 'string'
const isId = (value: unknown): boolean => isString(value) && /^(?:0|[1-9]\d*)$/.test(value)
const isOpen = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && isId(value[0]) && isString(value[1])

function isCredit(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 4) return false
  const [id, mark, updatedAt, requestId] = value
  return isId(id) && isString(mark) && typeof updatedAt === 'number' && isString(requestId)
}

function isFollowState(value: unknown): value is FollowState {
  if (!isObject(value)) return false
  const { cursor, seen, open, credits } = value
  if ('of' in value && !isString(value['of'])) return false
  if ('credits' in value && !(Array.isArray(credits) && credits.every(isCredit))) return false
  return isId(cursor) && Array.isArray(seen) && seen.every(isId) && Array.isArray(open) && open.every(isOpen)
}
