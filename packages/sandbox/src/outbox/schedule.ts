const minute = 60_000

/** Milliseconds between a failed attempt and its retry. */
const delays = [1000, 2 * minute, 8 * minute, 32 * minute, 128 * minute] as const

/** Returns the delay after a number of failed attempts; `undefined` to give up. */
export const getRetryDelay = (failedAttempts: number): number | undefined => delays[failedAttempts - 1]
