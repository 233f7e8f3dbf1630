import type { Store } from '@custody-wallet/store'
import { getDialectFacts } from '@custody-wallet/store/internal'

import { createTurns } from './turns.ts'

/** Runs work in a transaction of the store, within the deadline, and one after another for the same key. */
export type Transaction<Tx> = <T>(key: string, work: (tx: Tx) => Promise<T>) => Promise<T>

/** A notification took too long. Its transaction was rolled back, unless its commit had already begun. */
export class DeadlineError extends Error {
  override readonly name: string = 'DeadlineError'
  readonly code = 'DEADLINE_EXCEEDED'

  constructor(deadline: number, part = '') {
    super(
      `A notification took longer than ${part}the deadline of ${deadline} ms. It was rolled back, unless its commit had already begun. Its sender retries, and a committed deposit is not credited again. Make the function faster, or raise \`deadline\`.`,
    )
  }
}

/** Runs a function later, and returns a function that cancels it. */
export type StartTimer = (run: () => void, milliseconds: number) => () => void

// How long a copy in another process waits for the first one, as a share of the deadline.
const lockShare = 0.5

/** Creates transactions with a deadline that counts from the call. */
export function createTransaction<Tx>(store: Store<Tx>, deadline: number, startTimer: StartTimer): Transaction<Tx> {
  const createTimer = (milliseconds: number, part?: string): Timer =>
    startRunningTimer((run) => startTimer(run, milliseconds), new DeadlineError(deadline, part))
  const runInTurn = createTurns((error) => error instanceof DeadlineError)
  const { limits, probe, isAlone } = getDialectFacts(store.dialect)
  const limitValues = [String(Math.ceil(deadline * lockShare)), String(deadline)]
  return async (key, work) => {
    const timer = createTimer(deadline)
    const runInTransaction = async (tx: Tx) => {
      timer.check()
      if (limits !== undefined) await store.query(tx, limits, limitValues)
      // Leaves the other half of the deadline to messages that wait.
      const turn = isAlone ? createTimer(deadline / 2, 'half of ') : undefined
      const result = await runWithTimers(turn ? [timer, turn] : [timer], store, tx, work(tx))
      if (probe !== undefined && store.hasCommitCheck !== true) await store.query(tx, probe, [])
      return result
    }
    const begin = async () => {
      timer.check()
      return store.transaction(runInTransaction)
    }
    try {
      // Waiting for a turn or a connection may take longer than the deadline.
      return await Promise.race([runInTurn(key, begin), timer.expiry])
    } finally {
      timer.end()
    }
  }
}

async function runWithTimers<Tx, T>(timers: readonly Timer[], store: Store<Tx>, tx: Tx, work: Promise<T>): Promise<T> {
  try {
    if (store.destroy) return await Promise.race([work, ...timers.map(({ expiry }) => expiry)])
    // Otherwise, the driver would reuse the connection while a late function still uses it.
    const result = await work
    timers[0]?.check()
    return result
  } catch (failure) {
    if (failure instanceof DeadlineError) store.destroy?.(tx)
    throw failure
  } finally {
    for (const timer of timers.slice(1)) timer.end()
  }
}

interface Timer {
  /** Rejects when the time has passed. */
  readonly expiry: Promise<never>
  /** Throws if the time has passed. */
  readonly check: () => void
  readonly end: () => void
}

function startRunningTimer(start: (run: () => void) => () => void, late: DeadlineError): Timer {
  let hasPassed = false
  let end = (): void => {}
  const expiry = new Promise<never>((_resolve, reject) => {
    end = start(() => {
      hasPassed = true
      reject(late)
    })
  })
  // Without a race, its rejection would be unhandled.
  expiry.catch(() => undefined)
  return {
    expiry,
    check() {
      if (hasPassed) throw late
    },
    end: () => end(),
  }
}
