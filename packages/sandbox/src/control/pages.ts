// Pages of lists, which begin with the newest entry.

export interface Page {
  /** Only entries with smaller ids. */
  readonly before?: number | undefined
  /** Largest number of entries. Default: 100; maximum: 1000. */
  readonly limit?: number | undefined
}

const limits = { default: 100, maximum: 1000 } as const

/** Checks a page and completes it. */
export function readPage({ before = Number.MAX_SAFE_INTEGER, limit = limits.default }: Page): {
  readonly before: number
  readonly limit: number
} {
  if (!Number.isSafeInteger(before) || before < 0)
    throw new TypeError(`before must be the id of an entry, not ${before}.`)
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > limits.maximum)
    throw new TypeError(`limit must be an integer from 1 to ${limits.maximum}, not ${limit}.`)
  return { before, limit }
}
