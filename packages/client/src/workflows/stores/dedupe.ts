import { type FileJournal, type Journal, journalIn, memoryJournal } from './journal.ts'

/** Remembers what was done, so that it is not done again. Yours may be a table with a unique key. */
export interface DedupeStore {
  has(key: string): Promise<boolean>
  /** Resolves when the key is kept for good. */
  add(key: string): Promise<void>
}

const shape = {
  format: 'custody-dedupe',
  version: 1,
  isEntry: (value: unknown): value is string => typeof value === 'string',
} as const

/**
 * Keeps keys in a file that only grows. One process at a time may use it.
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
export function fileDedupe(file: string): DedupeStore & Pick<FileJournal<string>, 'close'> {
  const journal = journalIn(file, shape)
  return { ...dedupeOver(journal), close: () => journal.close() }
}

/**
 * Keeps keys until the process ends; for tests, and where doing something twice does no harm.
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
export const memoryDedupe = (): DedupeStore => dedupeOver(memoryJournal())

function dedupeOver(journal: Journal<string>): DedupeStore {
  let known: Promise<Set<string>> | undefined
  const keys = (): Promise<Set<string>> => (known ??= read())
  async function read(): Promise<Set<string>> {
    try {
      return new Set(await journal.entries())
    } catch (error) {
      // The next who asks tries again.
      known = undefined
      throw error
    }
  }
  return {
    has: async (key) => (await keys()).has(key),
    async add(key) {
      const set = await keys()
      if (set.has(key)) return
      await journal.append(key)
      set.add(key)
    },
  }
}
