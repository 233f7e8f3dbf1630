/** How much of a moment a `Date` header cuts off at most. */
export const secondsCut = 1000

/**
 * Unix milliseconds of a `Date` header, in the one form that servers may write (RFC 9110, 5.6.7); nothing for all else.
 * `Date.parse` alone takes `1` for a year and a wrong weekday for a right one.
 */
export function momentOf(date: string | null): number | undefined {
  if (date === null) return undefined
  if (date !== last.date) last = { date, moment: parsed(date) }
  return last.moment
}

// A header changes once a second, and to check it costs more than anything else that a client does with an answer.
let last: { readonly date: string; readonly moment: number | undefined } = { date: '', moment: undefined }

function parsed(date: string): number | undefined {
  const moment = Date.parse(date)
  return !Number.isNaN(moment) && new Date(moment).toUTCString() === date ? moment : undefined
}
