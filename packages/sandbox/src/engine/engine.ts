import { settleNetwork } from '../chain/transactions.ts'
import { changeClock, type Clock, type MachineClock, saveClock } from '../clock/clock.ts'
import {
  type FailedTimer,
  listFailedTimers,
  failTimer,
  findNextTimer,
  claimTimer,
  type Timer,
  timerChanges,
  type TimerKind,
} from '../clock/timers.ts'
import { DataError } from '../store/data-error.ts'
import type { Database } from '../store/database.ts'
import type { Store } from '../store/store.ts'
import { createTurns, coalesce } from '../store/turns.ts'
import type { Cause, Origin, ReadOnlyWork, Work } from '../work.ts'
import { type RecordTypes, runStep } from './record-types.ts'
import { changeRevision, type SharedState, readSharedState } from './shared-state.ts'
import { type WaitingCounts, countWaiting } from './waiting.ts'

/** Result of `runUntilIdle`. */
export interface IdleReport {
  /** Number of timers that ran. */
  readonly timers: number
  /** Whether it stopped at the limit with timers left. */
  readonly stopped: boolean
  /** Numbers of records that no timer moves, such as `deposit held` or `transaction on Bitcoin`. */
  readonly waiting: WaitingCounts
  /** Timers whose work failed. They do not stop other timers. */
  readonly failed: readonly FailedTimer[]
}

/** Runs all work that reads or changes data. */
export interface Engine {
  /** Runs due timers and then the work, each in a transaction. */
  readonly run: <Result>(work: (work: Work) => Promise<Result>, by?: RunOptions) => Promise<Result>
  /**
   * Runs due timers and then work of one query, without a transaction, which would be slower. Changes of other processes
   * are visible after `refresh`.
   */
  readonly read: <Result>(work: (work: Work) => Promise<Result>) => Promise<Result>
  /** Runs due timers and then work that only reads. All its queries see the same state, and no call waits for it. */
  readonly readSnapshot: <Result>(work: (work: ReadOnlyWork) => Promise<Result>) => Promise<Result>
  /** Reads the changes of other processes, if the store is shared. */
  readonly refresh: () => Promise<void>
  /** Returns when the next timer is due. */
  readonly getNextDue: () => Promise<number>
  /** Call this after all data was replaced, or timers were set elsewhere. */
  readonly invalidate: () => void
  /** Tells other processes that a transaction changes merchants or all data. */
  readonly announce: (db: Database) => Promise<void>
  /** Runs work that replaces the clock, between moves of the clock. */
  readonly runInTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Changes the clock. */
  readonly setClock: (change: () => void) => Promise<void>
  /** Moves the clock to a time. Timers on the way run at their own time. Moves run one by one. */
  readonly advance: (target: (now: number) => number) => Promise<void>
  /** Moves the clock from timer to timer until none is left. */
  readonly runUntilIdle: (limit: number) => Promise<IdleReport>
}

interface RunOptions {
  /** Merchant whose data the work concerns: see `Store.transaction`. */
  readonly merchant?: string | undefined
  /** Default: no cause, as in tests. */
  readonly cause?: Cause | undefined
}

const program: Cause = { cause: '', request: '' }
const clockCause: Cause = { cause: 'clock', request: '' }

export interface EngineOptions {
  readonly store: Store
  readonly clock: Clock
  /** Source of time. */
  readonly machine: MachineClock
  /** Data of the store that this process keeps in memory: the source of ids and addresses. */
  readonly loaded: { readonly origin: Origin }
  readonly recordTypes: RecordTypes
  /** Sends ready notifications before the clock moves on. Returns whether there were any. */
  readonly deliver?: (() => Promise<boolean>) | undefined
  /** Called after a transaction that set or cleared timers. */
  readonly onTimers?: (() => void) | undefined
  /** Called when another process changed merchants. */
  readonly onRevision?: ((db: Database) => Promise<void>) | undefined
  /** Called with the error of a timer that failed. */
  readonly onError?: ((error: unknown) => unknown) | undefined
}

export function createEngine(options: EngineOptions): Engine {
  const { store, clock, machine, loaded, recordTypes, onRevision, onError } = options
  const { deliver = async () => false, onTimers = () => {} } = options
  const createWork = (db: Database, now: number, cause: Cause): Work => ({
    ...loaded.origin,
    db,
    now,
    cause,
    effects: recordTypes,
  })
  const timers: { readonly [Kind in TimerKind]: (work: Work, subject: string) => Promise<void> } = {
    network: (work, name) => settleNetwork(work, name),
    step: (work, subject) => runStep(recordTypes, work, subject),
  }

  // When the next timer is due; `undefined` after a change of timers.
  let due: number | undefined
  let writes = 0
  const invalidate = (): void => {
    due = undefined
    writes += 1
  }

  let lastState: SharedState | undefined
  /** Reads what other processes changed. */
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

  async function runTransaction<Result>(work: (db: Database) => Promise<Result>, merchant?: string): Promise<Result> {
    let database: Database | undefined
    try {
      return await store.transaction(async (db) => {
        database = db
        if (store.isShared) await synchronize(db)
        return work(db)
      }, merchant)
    } catch (error) {
      // The clock may have moved in this process without being stored.
      lastState &&= { ...lastState, clock: '' }
      throw error
    } finally {
      if (database && timerChanges.has(database)) {
        invalidate()
        onTimers()
      }
    }
  }

  /**
   * Runs the next timer in its own transaction, unless it is later than a time. A failed timer has no effects and does
   * not stop others. Errors of the data file are thrown to the caller; the timer runs once the file works again.
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

  async function runNextTimer(db: Database, until: number, claimedTimers: Timer[]): Promise<Timer | undefined> {
    const timer = await findNextTimer(db)
    if (!timer || timer.due > until) return undefined
    claimedTimers.push(timer)
    // If nothing can be written, this first change fails before the clock moves.
    await claimTimer(db, timer)
    if (timer.due > clock.now()) {
      clock.set(timer.due)
      await saveClock(db, clock)
    }
    await timers[timer.kind](createWork(db, timer.due, clockCause), timer.subject)
    return timer
  }

  async function getNextDue(): Promise<number> {
    const before = writes
    const next = (await findNextTimer(store.db))?.due ?? Number.POSITIVE_INFINITY
    if (writes === before) due = next
    return next
  }

  async function catchUp(): Promise<void> {
    if (store.readOnly) return
    for (;;) {
      if ((due ?? (await getNextDue())) > clock.now()) return
      await runTimer(clock.now)
    }
  }

  const turns = createTurns()
  const runInTurn: Engine['runInTurn'] = (move) => turns('clock', move)

  return {
    async run(work, { merchant, cause = program } = {}) {
      for (;;) {
        await catchUp()
        const outcome = await runTransaction(async (db) => {
          // Another process may have set a timer meanwhile.
          if (store.isShared && !store.readOnly && due !== undefined && due <= clock.now()) return undefined
          return { result: await work(createWork(db, clock.now(), cause)) }
        }, merchant)
        if (outcome) return outcome.result
      }
    },
    async read(work) {
      await catchUp()
      return work(createWork(store.db, clock.now(), program))
    },
    async readSnapshot(work) {
      await refresh()
      await catchUp()
      return store.read((db) => work(createWork(db, clock.now(), program)))
    },
    refresh,
    getNextDue,
    invalidate,
    async announce(db) {
      if (!store.isShared) return
      // Other machines continue a running clock from its saved time.
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
          waiting: await countWaiting(store.db, recordTypes),
          failed: await listFailedTimers(store.db),
        }
      }),
  }
}
