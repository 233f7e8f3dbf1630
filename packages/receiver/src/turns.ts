/** Runs works with the same key one after another. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Turns of copies, which wait for each other here, so that they keep nothing of the database from other messages. If one
 * is late, those that wait for it fail with it: each of them would be late again, and their sender repeats them anyway.
 */
export function createTurns(isLate: (error: unknown) => boolean): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const own = before ? runAfter(before, work) : work()
    const ended = own.then(
      () => undefined,
      (error: unknown) => (isLate(error) ? error : undefined),
    )
    last.set(key, ended)
    try {
      return await own
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}

/** Runs work when another one has ended. `before` resolves with an error if that one was late. */
async function runAfter<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const late = await before
  if (late !== undefined) throw late
  return work()
}
