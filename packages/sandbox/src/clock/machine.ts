// The source of time: the clock of this machine, or of a database that several machines share.

/** A source of Unix milliseconds. */
export interface MachineClock {
  readonly now: () => number
  /** Runs a query that reads the time of the database, and adopts that time. */
  readonly follow: <Result extends { readonly time: number }>(query: () => Promise<Result>) => Promise<Result>
}

/** Creates a clock without a database. */
export const createIndependentClock = (now: () => number): MachineClock => ({
  now,
  follow: (query) => query(),
})

/** Creates a clock that follows a database. It is never ahead of the database and never goes back. */
export function createDatabaseClock(elapsed: () => number = () => performance.now()): MachineClock {
  let [offset, latest] = [0, 0]
  return {
    now: () => (latest = Math.max(latest, Math.floor(elapsed() + offset))),
    async follow(query) {
      const startTime = elapsed()
      const result = await query()
      // The database read its time between request and response, so quick responses are the most exact.
      offset = Math.min(Math.max(offset, result.time - elapsed()), result.time - startTime)
      return result
    },
  }
}
