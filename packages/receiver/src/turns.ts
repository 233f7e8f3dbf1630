/** Runs work for the same key one after another. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Copies of a message wait here and not in the database, whose connections other messages need. If one is late, waiting
 * copies fail with it: each of them would be late again, and their sender retries anyway.
 */
export function createTurns(isLate: (error: unknown) => boolean): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const own = before ? runAfter(before, work) : work()
    const end = own.then(
      () => undefined,
      (error: unknown) => (isLate(error) ? error : undefined),
    )
    last.set(key, end)
    try {
      return await own
    } finally {
      if (last.get(key) === end) last.delete(key)
    }
  }
}

/** Runs work after other work. `before` resolves with an error if that was late. */
async function runAfter<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const late = await before
  if (late !== undefined) throw late
  return work()
}
