/** Limits how many calls run at a time and how many wait. They run in the order in which they came. */
export interface Semaphore {
  /** Takes a place: at once, later, or, if too many calls wait already, not (`full`). */
  acquire(): Promise<void> | undefined | 'full'
  /** Stops waiting, or releases the place if it was assigned meanwhile. */
  cancel(turn: Promise<void>): void
  /** Gives the place to the next call in the queue. */
  release(): void
}

/** Makes a semaphore with so many places, and so many that may wait. */
export function createSemaphore(concurrency: number, queueLength: number): Semaphore {
  let taken = 0
  const queue = new Map<Promise<void>, () => void>()
  function release(): void {
    const [next] = queue
    if (!next) {
      taken -= 1
      return
    }
    const [turn, enter] = next
    queue.delete(turn)
    enter()
  }
  return {
    acquire() {
      if (taken < concurrency) {
        taken += 1
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
