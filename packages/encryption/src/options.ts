// What the options of several modules share: numbers, clocks, timers and hooks.

// Node replaces a longer delay by one millisecond.
const maxTimer = 2 ** 31 - 1

/** Checks an option that must be an integer from `least` on. */
export function checkInteger(name: string, value: number, least: number, most: number = maxTimer): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new TypeError(`${name} must be an integer from ${least} to ${most}, not ${value}.`)
}

/** Checks an option that must be a fraction of a whole. */
export function checkFraction(name: string, value: number): number {
  if (value > 0 && value <= 1) return value
  throw new TypeError(`${name} must be a number over 0 and up to 1, not ${value}.`)
}

/** Reads a clock. A wrong time would be signed without complaint, and every reader would reject the message. */
export function readClock(clock: () => number): number {
  const time = clock()
  if (!Number.isSafeInteger(time) || time < 0)
    throw new TypeError(`clock() must be a safe integer from 0 on, in Unix milliseconds, not ${time}.`)
  return time
}

/** Calls back after some milliseconds, unless the returned function is called first. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

/** `setTimeout` in this form. */
export const setTimer: SetTimer = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** Calls a hook without waiting for it. An error or a rejection of the hook is ignored. */
export function notify<T>(hook: ((report: T) => unknown) | undefined, report: T): void {
  void callHook(hook, report)
}

async function callHook<T>(hook: ((report: T) => unknown) | undefined, report: T): Promise<void> {
  try {
    await hook?.(report)
  } catch {}
}
