// Runs units of work, and the timers that are due before each of them.
import { runWithCause } from './cause.ts'
import type { Effects } from './chain/transactions.ts'
import { settleNetwork } from './chain/transactions.ts'
import { changeClock, type Clock, saveClock } from './clock/clock.ts'
import type { MachineClock } from './clock/machine.ts'
import {
  hasChangedTimers,
  type FailedTimer,
  listFailedTimers,
  failTimer,
  findNextTimer,
  claimTimer,
  type Timer,
  type TimerKind,
} from './clock/timers.ts'
import { runStep } from './service/steps.ts'
import { type WaitingCounts, countWaiting } from './service/waiting.ts'
import { changeRevision, coalesce, type SharedState, readSharedState } from './shared-state.ts'
import { DataError } from './store/data-error.ts'
import type { Database, Store } from './store/store.ts'
import { createTurns } from './store/turns.ts'
import type { Origin, Work } from './work.ts'

/** What stopped `runUntilIdle`. */
export interface IdleReport {
  /** Timers that ran. */
  readonly timers: number
  /** Whether timers are left because the limit was reached. */
  readonly stopped: boolean
  /** Records that no timer moves, such as `deposit held` or `transaction on Bitcoin`, and how many there are. */
  readonly waiting: WaitingCounts
  /** Timers whose work failed: they stay, and stop no other one. */
  readonly failed: readonly FailedTimer[]
}

/** Runs everything that reads or changes the rows of a sandbox. */
export interface Engine {
  /**
   * Runs timers that are due, then the work, in a transaction each. Work on the rows of one merchant names it: see
   * `Store.runTransaction`.
   */
  readonly run: <Result>(work: (work: Work) => Promise<Result>, merchant?: string) => Promise<Result>
  /**
   * The same for work that only reads, without a transaction: one query sees one state of the rows. It knows of other
   * processes what the last `refresh` learned.
   */
  readonly read: <Result>(work: (work: Work) => Promise<Result>) => Promise<Result>
  /** Learns what other processes changed. Without others, there is nothing to learn. */
  readonly refresh: () => Promise<void>
  /** When the next timer is due. */
  readonly getNextDue: () => Promise<number>
  /** Call it after rows were replaced, or timers were set elsewhere. */
  readonly invalidate: () => void
  /** Lets other processes know that merchants or all rows change with a transaction. */
  readonly announce: (db: Database) => Promise<void>
  /** Runs work that replaces the clock: between its moves. */
  readonly runInTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Changes what the clock shows. */
  readonly setClock: (change: () => void) => Promise<void>
  /** Moves the clock to a moment; every timer before it runs at its own moment. Moves happen one after the other. */
  readonly advance: (target: (now: number) => number) => Promise<void>
  /** Moves the clock from timer to timer until none is left. */
  readonly runUntilIdle: (limit: number) => Promise<IdleReport>
}

export interface EngineOptions {
  readonly store: Store
  readonly clock: Clock
  /** What the clock runs with. */
  readonly machine: MachineClock
  /** What the ids and addresses of the present rows derive from. */
  readonly origin: () => Origin
  readonly effects: Effects
  /** Sends notifications that are ready, before the clock moves on. The result says whether there were any. */
  readonly deliver?: (() => Promise<boolean>) | undefined
  /** Called after a transaction that set or cleared timers. */
  readonly onTimers?: (() => void) | undefined
  /** Called when another process changed merchants. */
  readonly onRevision?: ((db: Database) => Promise<void>) | undefined
  /** Called with the error of a timer that failed. */
  readonly onError?: ((error: unknown) => unknown) | undefined
}

export function createEngine(options: EngineOptions): Engine {
  const { store, clock, machine, origin, effects, onRevision, onError } = options
  const { deliver = async () => false, onTimers = () => {} } = options
  const timers: { readonly [Kind in TimerKind]: (work: Work, subject: string) => Promise<void> } = {
    network: (work, name) => settleNetwork(work, name, effects),
    step: (work, subject) => runStep(work, subject, effects),
  }

  // When the next timer is due; `undefined` after a transaction that set or cleared timers.
  let due: number | undefined
  let writes = 0
  const invalidate = (): void => {
    due = undefined
    writes += 1
  }

  let lastState: SharedState | undefined
  /** Another process may have changed the rows since the last look. */
  async function synchronize(db: Database): Promise<void> {
    const before = lastState
    const currentState = await machine.follow(() => readSharedState(db))
    if (currentState.clock !== before?.clock) clock.resume(currentState.clock)
    if (currentState.revision !== before?.revision) await onRevision?.(db)
    lastState = currentState
    due = currentState.due ?? Number.POSITIVE_INFINITY
  }
  const synchronizeAgain = coalesce(() => synchronize(store.db))
  const refresh = async (): Promise<void> => {
    if (store.isShared) await synchronizeAgain()
  }

  async function runTransaction<Result>(
    work: (db: Database) => Promise<Result>,
    merchant?: string,
  ): Promise<Result> {
    let database: Database | undefined
    try {
      return await store.transaction(async (db) => {
        database = db
        if (store.isShared) await synchronize(db)
        return work(db)
      }, merchant)
    } catch (error) {
      // The clock may have moved here, but not in the rows.
      lastState &&= { ...lastState, clock: '' }
      throw error
    } finally {
      if (database && hasChangedTimers(database)) {
        invalidate()
        onTimers()
      }
    }
  }

  /**
   * Runs the next timer in a transaction of its own, unless it is later than a moment. The clock has reached it then. A
   * timer that fails stays, without effects, and stops no other one. Errors of the data file are those of the caller:
   * the timer runs once the file works again.
   */
  async function runTimer(until: () => number): Promise<Timer | undefined> {
    const claimedTimers: Timer[] = []
    try {
      return await runTransaction((db) => runNextTimer(db, until(), claimedTimers))
    } catch (error) {
      const [timer] = claimedTimers
      if (!timer || error instanceof DataError) throw error
      await runTransaction(async (db) => {
        await saveClock(db, clock)
        await failTimer(db, timer, error)
      })
      onError?.(error)
      return timer
    }
  }

  async function runNextTimer(
    db: Database,
    until: number,
    claimedTimers: Timer[],
  ): Promise<Timer | undefined> {
    const timer = await findNextTimer(db)
    if (!timer || timer.due > until) return undefined
    claimedTimers.push(timer)
    // The first change fails where nothing can be written: the clock stays then.
    await claimTimer(db, timer)
    if (timer.due > clock.now()) {
      clock.set(timer.due)
      await saveClock(db, clock)
    }
    await runWithCause('clock', () => timers[timer.kind]({ ...origin(), db, now: timer.due }, timer.subject))
    return timer
  }

  async function getNextDue(): Promise<number> {
    const before = writes
    const next = (await findNextTimer(store.db))?.due ?? Number.POSITIVE_INFINITY
    if (writes === before) due = next
    return next
  }

  async function catchUp(): Promise<void> {
    // Timers change rows.
    if (store.readOnly) return
    for (;;) {
      if ((due ?? (await getNextDue())) > clock.now()) return
      await runTimer(clock.now)
    }
  }

  const turns = createTurns()
  const runInTurn: Engine['runInTurn'] = (move) => turns('clock', move)

  return {
    async run(work, merchant) {
      for (;;) {
        await catchUp()
        const outcome = await runTransaction(async (db) => {
          // Another process may have set a timer since.
          if (store.isShared && due !== undefined && due <= clock.now()) return undefined
          return { result: await work({ ...origin(), db, now: clock.now() }) }
        }, merchant)
        if (outcome) return outcome.result
      }
    },
    async read(work) {
      await catchUp()
      return work({ ...origin(), db: store.db, now: clock.now() })
    },
    refresh,
    getNextDue,
    invalidate,
    async announce(db) {
      if (!store.isShared) return
      // Other machines let a running clock go on from the moment at which it was saved.
      await saveClock(db, clock)
      await changeRevision(db)
    },
    runInTurn,
    setClock: (change) => runTransaction((db) => changeClock(db, clock, change)),
    advance: (target) =>
      runInTurn(async () => {
        await refresh()
        const time = target(clock.now())
        while ((await deliver()) || (await runTimer(() => time)));
        await runTransaction((db) => changeClock(db, clock, () => clock.set(time)))
      }),
    runUntilIdle: (limit) =>
      runInTurn(async () => {
        let timerCount = 0
        for (;;) {
          if (await deliver()) continue
          if (timerCount === limit || !(await runTimer(() => Number.POSITIVE_INFINITY))) break
          timerCount += 1
        }
        const hasMoreTimers = (await findNextTimer(store.db)) !== undefined
        return {
          timers: timerCount,
          stopped: hasMoreTimers,
          waiting: await countWaiting(store.db),
          failed: await listFailedTimers(store.db),
        }
      }),
  }
}
