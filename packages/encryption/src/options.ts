// Numbers, timers and hooks in options.

// Node replaces a longer delay with one millisecond.
const maxTimer = 2 ** 31 - 1

export function checkInteger(name: string, value: number, least: number, most: number = maxTimer): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new TypeError(`${name} must be an integer from ${least} to ${most}, not ${value}.`)
}

export function checkFraction(name: string, value: number): number {
  if (value > 0 && value <= 1) return value
  throw new TypeError(`${name} must be greater than 0 and at most 1, not ${value}.`)
}

/** Calls back after some milliseconds. The returned function cancels the timer. */
export type SetTimer = (callback: () => void, milliseconds: number) => () => void

export const setTimer: SetTimer = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** Calls a hook without awaiting it, and ignores its errors. */
export function notify<Input extends readonly unknown[]>(hook: Hook<Input> | undefined, ...input: Input): void {
  if (hook) void callHook(hook, input)
}

type Hook<Input extends readonly unknown[]> = (...input: Input) => unknown

async function callHook<Input extends readonly unknown[]>(hook: Hook<Input>, input: Input): Promise<void> {
  try {
    await hook(...input)
  } catch {}
}
