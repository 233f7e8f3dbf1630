// Lets a sandbox whose clock runs act by itself: notifications arrive without a call that moves them.

export interface AlarmOptions {
  /** Does what is due. */
  readonly act: () => Promise<void>
  /** Milliseconds until something is due; infinite where nothing is. */
  readonly wait: () => Promise<number>
  readonly onError: (error: unknown) => void
}

export interface Alarm {
  /** Looks again for what is due: soon, or after some milliseconds. */
  readonly set: (delay?: number) => void
  readonly close: () => Promise<void>
}

// Timers of Node take no more.
const maxDelay = 2 ** 31 - 1
export const errorDelay = 1000

/** One timer of the machine, which keeps no process alive. */
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
