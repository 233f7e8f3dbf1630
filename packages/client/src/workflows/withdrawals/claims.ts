// What is being handed over, by store: two loops of a process that share a store never hand over the same withdrawal at
// the same time.
import type { DedupeStore } from '../stores/dedupe.ts'

const claims = new WeakMap<DedupeStore, Set<string>>()

/** Does the work unless somebody else is at it. */
export async function claimed(store: DedupeStore, key: string, work: () => Promise<void>): Promise<void> {
  const taken = claims.get(store) ?? new Set<string>()
  claims.set(store, taken)
  if (taken.has(key)) return
  taken.add(key)
  try {
    await work()
  } finally {
    taken.delete(key)
  }
}
