/** The time of a clock. Another number would be signed all the same, and no reader would take the message. */
export function timeOf(clock: () => number): number {
  const time = clock()
  if (!Number.isSafeInteger(time) || time < 0)
    throw new TypeError('clock() must be a safe integer from 0 on.')
  return time
}
