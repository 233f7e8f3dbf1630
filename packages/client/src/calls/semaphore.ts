/** Limits how many calls run at the same time and how many wait, in the order of arrival. */
export interface Semaphore {
  /** Takes a slot: immediately (`undefined`), later (a promise), or not, because the queue is full (`full`). */
  acquire(): Promise<void> | undefined | 'full'
  /** Stops waiting, or releases the slot if it was assigned meanwhile. */
  cancel(turn: Promise<void>): void
  /** Passes the slot to the next call in the queue. */
  release(): void
}

export function createSemaphore(concurrency: number, queueLength: number): Semaphore {
  let runningCount = 0
  const queue = new Map<Promise<void>, () => void>()
  function release(): void {
    const [next] = queue
    if (!next) {
      runningCount -= 1
      return
    }
    const [turn, enter] = next
    queue.delete(turn)
    enter()
  }
  return {
    acquire() {
      if (runningCount < concurrency) {
        runningCount += 1
        return undefined
      }
      if (queue.size >= queueLength) return 'full'
      let enter: () => void = () => undefined
      const turn = new Promise<void>((resolve) => {
        enter = resolve
      })
      queue.set(turn, enter)
      return turn
    },
    cancel(turn) {
      if (!queue.delete(turn)) release()
    },
    release,
  }
}
