/** A try that failed, and the period in which nobody tries again. */
interface Pause {
  readonly error: unknown
  readonly from: number
  readonly until: number
}

/** How often tokens are asked for. */
export interface Pace {
  /** The last failure, while it is too early for another try. */
  pause(): { readonly error: unknown } | undefined
  succeeded(): void
  failed(error: unknown): void
  /** What was granted turned out to be worthless. */
  disappointed(error: unknown): void
}

const shortest = 1000
const longest = 60_000

/**
 * At most one failed try a second. Refusals in a row double the pause up to a minute: they may mean that this address
 * is not on the service's list, and asking more often does not put it there.
 */
export function pace(clock: () => number, refused: (error: unknown) => boolean): Pace {
  let granted = -Infinity
  let refusals = 0
  let last: Pause | undefined
  const rest = (error: unknown, from: number, ms: number): void => {
    last = { error, from, until: from + ms }
  }
  function pause(): Pause | undefined {
    const now = clock()
    // A clock that was set back must not make the pause any longer.
    return last && last.from <= now && now < last.until ? last : undefined
  }
  return {
    pause,
    succeeded() {
      granted = clock()
      refusals = 0
      last = undefined
    },
    failed(error) {
      if (refused(error)) refusals += 1
      rest(error, clock(), Math.min(longest, shortest * 2 ** Math.max(0, refusals - 1)))
    },
    disappointed(error) {
      if (!pause()) rest(error, granted, shortest)
    },
  }
}
