import { getDialectFacts, type Store } from './store.ts'
import { createTurns } from './turns.ts'

/** Runs work in a transaction of the store, within the deadline. Works with the same key wait for each other. */
export type Transaction<Tx> = <T>(key: string, work: (tx: Tx) => Promise<T>) => Promise<T>

/** A notification that took too long. Everything in its transaction was rolled back. */
export class DeadlineError extends Error {
  override readonly name: string = 'DeadlineError'

  constructor(deadline: number, part = '') {
    super(
      `A notification took longer than ${part}the deadline of ${deadline} ms, so it was rolled back; its sender repeats it. Make the function faster, or raise \`deadline\`.`,
    )
  }
}

/** Runs a function after some milliseconds, unless the returned function is called before. */
export type StartTimer = (run: () => void, milliseconds: number) => () => void

// A copy of a message in another process waits this long for the first one.
const lockShare = 0.5

/** Transactions of a store with a deadline, which counts from the call. */
export function createTransaction<Tx>(
  store: Store<Tx>,
  deadline: number,
  startTimer: StartTimer,
): Transaction<Tx> {
  const createTimer = (milliseconds: number, part?: string): Timer =>
    startRunningTimer((run) => startTimer(run, milliseconds), new DeadlineError(deadline, part))
  const inTurn = createTurns((error) => error instanceof DeadlineError)
  const { limits, probe, isAlone } = getDialectFacts(store.dialect)
  const limitValues = [String(Math.ceil(deadline * lockShare)), String(deadline)]
  return async (key, work) => {
    const timer = createTimer(deadline)
    const runInTransaction = async (tx: Tx) => {
      timer.check()
      if (limits !== undefined) await store.query(tx, limits, limitValues)
      // Others that wait must have the other half of their deadlines left.
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
      // The transaction may wait for its turn or for a connection longer than the deadline.
      return await Promise.race([inTurn(key, begin), timer.expiry])
    } finally {
      timer.end()
    }
  }
}

async function runWithTimers<Tx, T>(
  timers: readonly Timer[],
  store: Store<Tx>,
  tx: Tx,
  work: Promise<T>,
): Promise<T> {
  try {
    if (store.destroy) return await Promise.race([work, ...timers.map(({ expiry }) => expiry)])
    // A driver would give the connection to others while a late function still uses it.
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
  // Only races wait for it.
  expiry.catch(() => undefined)
  return {
    expiry,
    check() {
      if (hasPassed) throw late
    },
    end: () => end(),
  }
}
