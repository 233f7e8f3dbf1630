/** Remembers keys of finished work, so that it is not repeated. You can use a table with a unique key. */
export interface DedupeStore {
  has(key: string): Promise<boolean>
  /** Resolves when the key is saved. */
  add(key: string): Promise<void>
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
export function memoryDedupe(): DedupeStore {
  const keys = new Set<string>()
  return { has: async (key) => keys.has(key), add: async (key) => void keys.add(key) }
}
