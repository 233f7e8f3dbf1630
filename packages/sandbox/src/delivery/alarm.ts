// Wakes the sandbox when something is due.

export interface AlarmOptions {
  /** Handles what is due. */
  readonly act: () => Promise<void>
  /** Returns the milliseconds until something is due, or infinity. */
  readonly wait: () => Promise<number>
  readonly onError: (error: unknown) => void
}

export interface Alarm {
  /** Wakes the sandbox soon, or after some milliseconds. */
  readonly set: (delay?: number) => void
  readonly close: () => Promise<void>
}

// Node's timers have this limit.
const maxDelay = 2 ** 31 - 1
export const errorDelay = 1000

/** Creates an alarm with one timer, which doesn't keep the process alive. */
export function createAlarm({ act, wait, onError }: AlarmOptions): Alarm {
  let timer: NodeJS.Timeout | undefined
  let currentRun: Promise<void> | undefined
  let isSetAgain = false
  let isClosed = false

  function arm(delay: number): void {
    clearTimeout(timer)
    if (isClosed || !Number.isFinite(delay)) return
    timer = setTimeout(start, Math.min(Math.max(delay, 0), maxDelay))
    timer.unref()
  }

  function start(): void {
    currentRun = run().finally(() => (currentRun = undefined))
  }

  async function run(): Promise<void> {
    do {
      isSetAgain = false
      arm(await actAndGetDelay())
    } while (isSetAgain)
  }

  async function actAndGetDelay(): Promise<number> {
    try {
      await act()
      return await wait()
    } catch (error) {
      if (!isClosed) onError(error)
      return errorDelay
    }
  }

  return {
    set(delay = 0) {
      if (currentRun) isSetAgain = !isClosed
      else arm(delay)
    },
    async close() {
      isClosed = true
      isSetAgain = false
      clearTimeout(timer)
      await currentRun
    },
  }
}
