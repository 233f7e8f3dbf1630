// What the clock of a sandbox runs with: a clock of this machine, or the time of a database that several machines share.

/** Unix milliseconds, as a database and this process know them. */
export interface MachineClock {
  readonly now: () => number
  /** Runs a query that reads the time of the database, and follows that time. */
  readonly follow: <Result extends { readonly time: number }>(query: () => Promise<Result>) => Promise<Result>
}

/** A clock that no database corrects. */
export const createIndependentClock = (now: () => number): MachineClock => ({
  now,
  follow: (query) => query(),
})

/** The time of a database. It is never ahead of it, as far as the queries show, and never goes back. */
export function createDatabaseClock(elapsed: () => number = () => performance.now()): MachineClock {
  let [offset, latest] = [0, 0]
  return {
    now: () => (latest = Math.max(latest, Math.floor(elapsed() + offset))),
    async follow(query) {
      const startTime = elapsed()
      const result = await query()
      // The database read its time in between, so a quick response shows it best.
      offset = Math.min(Math.max(offset, result.time - elapsed()), result.time - startTime)
      return result
    },
  }
}
