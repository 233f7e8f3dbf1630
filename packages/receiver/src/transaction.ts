import { setTimeout as nodeTimer } from 'node:timers'

import { factsOf, type Store } from './store.ts'

/** Runs work in a transaction of the store, within the deadline. */
export type Transaction<Tx> = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** A transaction that took longer than the deadline. Everything in it was rolled back. */
export class DeadlineError extends Error {
  override readonly name: string = 'DeadlineError'

  constructor(deadline: number) {
    super(
      `A notification took longer than the deadline of ${deadline} ms, so it was rolled back; its sender repeats it. Make the function faster, or raise \`deadline\`.`,
    )
  }
}

// A copy of a message waits this long for the first one.
const lockShare = 0.5

/** Transactions of a store with a deadline, which counts from the call. */
export function transactionsOf<Tx>(store: Store<Tx>, deadline: number): Transaction<Tx> {
  const { limits, probe } = factsOf(store.dialect)
  const limitValues = [String(Math.ceil(deadline * lockShare)), String(deadline)]
  return async (work) => {
    const timer = deadlineOf(deadline)
    try {
      // The transaction may wait for a connection longer than the deadline.
      return await Promise.race([
        store.transaction(async (tx) => {
          timer.check()
          if (limits !== undefined) await store.query(tx, limits, limitValues)
          const result = await within(timer, store, tx, work(tx))
          if (probe !== undefined && store.checksCommit !== true) await store.query(tx, probe, [])
          return result
        }),
        timer.passed,
      ])
    } finally {
      timer.end()
    }
  }
}

async function within<Tx, T>(timer: Deadline, store: Store<Tx>, tx: Tx, work: Promise<T>): Promise<T> {
  if (store.destroy) return timer.within(work, () => store.destroy?.(tx))
  // A driver would give the connection to others while a late function still uses it.
  const result = await work
  timer.check()
  return result
}

interface Deadline {
  /** Rejects when the deadline passes. */
  readonly passed: Promise<never>
  /** Throws if the deadline has passed. */
  readonly check: () => void
  /** The result of work, or a rejection after `stop` when the deadline passes first. */
  readonly within: <T>(work: Promise<T>, stop: () => void) => Promise<T>
  readonly end: () => void
}

function deadlineOf(milliseconds: number): Deadline {
  let error: DeadlineError | undefined
  let end = (): void => {}
  const passed = new Promise<never>((_resolve, reject) => {
    const timer = nodeTimer(() => {
      error = new DeadlineError(milliseconds)
      reject(error)
    }, milliseconds)
    end = () => clearTimeout(timer)
  })
  // Only races wait for it.
  passed.catch(() => undefined)
  return {
    passed,
    check() {
      if (error) throw error
    },
    async within(work, stop) {
      try {
        return await Promise.race([work, passed])
      } catch (failure) {
        if (failure === error) stop()
        throw failure
      }
    },
    end: () => end(),
  }
}
