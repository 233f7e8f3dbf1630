const minute = 60_000

/** Milliseconds from a failed attempt to the next one. */
const delays = [1000, 2 * minute, 8 * minute, 32 * minute, 128 * minute] as const

/** How long to wait after so many failed attempts; `undefined` for giving up. */
export const getRetryDelay = (failedAttempts: number): number | undefined => delays[failedAttempts - 1]
