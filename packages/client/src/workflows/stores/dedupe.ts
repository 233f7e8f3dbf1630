import { type Journal, openJournal, memoryJournal } from './journal.ts'

/** Remembers keys of finished work, so that it is not repeated. You can use a table with a unique key. */
export interface DedupeStore {
  has(key: string): Promise<boolean>
  /** Resolves when the key is saved. */
  add(key: string): Promise<void>
}

const format = {
  format: 'custody-dedupe',
  version: 1,
  isEntry: (value: unknown): value is string => typeof value === 'string',
} as const

/**
 * Keeps keys in an append-only file. Only one process at a time may use the file.
 *
 * @example
 * ```ts
 * import { mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * import { fileDedupe } from '@custody-wallet/client/workflows'
 *
 * const store = fileDedupe(join(await mkdtemp(join(tmpdir(), 'custody-')), 'paid'))
 * await store.add('4711')
 * console.log(await store.has('4711'), await store.has('4712')) // true false
 * await store.close()
 * ```
 */
export function fileDedupe(file: string): DedupeStore & { close(): Promise<void> } {
  const journal = openJournal(file, format)
  return { ...createDedupe(journal), close: () => journal.close() }
}

/**
 * Keeps keys in memory, for tests and for work that may be repeated.
 *
 * @example
 * ```ts
 * import { memoryDedupe } from '@custody-wallet/client/workflows'
 *
 * const store = memoryDedupe()
 * await store.add('4711')
 * console.log(await store.has('4711')) // true
 * ```
 */
export const memoryDedupe = (): DedupeStore => createDedupe(memoryJournal())

function createDedupe(journal: Journal<string>): DedupeStore {
  let keySet: Promise<Set<string>> | undefined
  const readKeys = (): Promise<Set<string>> => (keySet ??= read())
  async function read(): Promise<Set<string>> {
    try {
      return new Set(await journal.entries())
    } catch (error) {
      // The next call tries again.
      keySet = undefined
      throw error
    }
  }
  return {
    has: async (key) => (await readKeys()).has(key),
    async add(key) {
      const set = await readKeys()
      if (set.has(key)) return
      await journal.append(key)
      set.add(key)
    },
  }
}
