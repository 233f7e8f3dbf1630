// Runs units of work, and the timers that are due before each of them.
import { causedBy } from './cause.ts'
import type { Effects } from './chain/transactions.ts'
import { settleNetwork } from './chain/transactions.ts'
import { changeClock, type Clock, saveClock } from './clock/clock.ts'
import type { MachineClock } from './clock/machine.ts'
import {
  changedTimers,
  type FailedTimer,
  failedTimers,
  failTimer,
  nextTimer,
  takeTimer,
  type Timer,
  type TimerKind,
} from './clock/timers.ts'
import { changeRevision, joined, type Present, presentIn } from './present.ts'
import { runStep } from './service/steps.ts'
import { type Waiting, waitingIn } from './service/waiting.ts'
import { DataError } from './store/data-error.ts'
import type { Database, Store } from './store/store.ts'
import { turnsOf } from './store/turns.ts'
import type { Origin, Work } from './work.ts'

/** What stopped `runUntilIdle`. */
export interface IdleReport {
  /** Timers that ran. */
  readonly timers: number
  /** Whether timers are left because the limit was reached. */
  readonly stopped: boolean
  /** Records that no timer moves, such as `deposit held` or `transaction on Bitcoin`, and how many there are. */
  readonly waiting: Waiting
  /** Timers whose work failed: they stay, and stop no other one. */
  readonly failed: readonly FailedTimer[]
}

/** Runs everything that reads or changes the rows of a sandbox. */
export interface Engine {
  /**
   * Runs timers that are due, then the work, in a transaction each. Work on the rows of one merchant names it: see
   * `Store.transaction`.
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
  readonly nextDue: () => Promise<number>
  /** Call it after rows were replaced, or timers were set elsewhere. */
  readonly forget: () => void
  /** Lets other processes know that merchants or all rows change with a transaction. */
  readonly announce: (db: Database) => Promise<void>
  /** Runs work that replaces the clock: between its moves. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
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

export function engineOf(options: EngineOptions): Engine {
  const { store, clock, machine, origin, effects, onRevision, onError } = options
  const { deliver = async () => false, onTimers = () => {} } = options
  const timers: { readonly [Kind in TimerKind]: (work: Work, subject: string) => Promise<void> } = {
    network: (work, name) => settleNetwork(work, name, effects),
    step: (work, subject) => runStep(work, subject, effects),
  }

  // When the next timer is due; `undefined` after a transaction that set or cleared timers.
  let due: number | undefined
  let writes = 0
  const forget = (): void => {
    due = undefined
    writes += 1
  }

  let seen: Present | undefined
  /** Another process may have changed the rows since the last look. */
  async function look(db: Database): Promise<void> {
    const before = seen
    const present = await machine.follow(() => presentIn(db))
    if (present.clock !== before?.clock) clock.resume(present.clock)
    if (present.revision !== before?.revision) await onRevision?.(db)
    seen = present
    due = present.due ?? Number.POSITIVE_INFINITY
  }
  const lookAgain = joined(() => look(store.db))
  const refresh = async (): Promise<void> => {
    if (store.isShared) await lookAgain()
  }

  async function transaction<Result>(
    work: (db: Database) => Promise<Result>,
    merchant?: string,
  ): Promise<Result> {
    let used: Database | undefined
    try {
      return await store.transaction(async (db) => {
        used = db
        if (store.isShared) await look(db)
        return work(db)
      }, merchant)
    } catch (error) {
      // The clock may have moved here, but not in the rows.
      seen &&= { ...seen, clock: '' }
      throw error
    } finally {
      if (used && changedTimers(used)) {
        forget()
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
    const taken: Timer[] = []
    try {
      return await transaction((db) => nextRun(db, until(), taken))
    } catch (error) {
      const [timer] = taken
      if (!timer || error instanceof DataError) throw error
      await transaction(async (db) => {
        await saveClock(db, clock)
        await failTimer(db, timer, error)
      })
      onError?.(error)
      return timer
    }
  }

  async function nextRun(db: Database, until: number, taken: Timer[]): Promise<Timer | undefined> {
    const timer = await nextTimer(db)
    if (!timer || timer.due > until) return undefined
    taken.push(timer)
    // The first change fails where nothing can be written: the clock stays then.
    await takeTimer(db, timer)
    if (timer.due > clock.now()) {
      clock.set(timer.due)
      await saveClock(db, clock)
    }
    await causedBy('clock', () => timers[timer.kind]({ ...origin(), db, now: timer.due }, timer.subject))
    return timer
  }

  async function nextDue(): Promise<number> {
    const before = writes
    const next = (await nextTimer(store.db))?.due ?? Number.POSITIVE_INFINITY
    if (writes === before) due = next
    return next
  }

  async function catchUp(): Promise<void> {
    // Timers change rows.
    if (store.readOnly) return
    for (;;) {
      if ((due ?? (await nextDue())) > clock.now()) return
      await runTimer(clock.now)
    }
  }

  const turns = turnsOf()
  const inTurn: Engine['inTurn'] = (move) => turns('clock', move)

  return {
    async run(work, merchant) {
      for (;;) {
        await catchUp()
        const done = await transaction(async (db) => {
          // Another process may have set a timer since.
          if (store.isShared && due !== undefined && due <= clock.now()) return undefined
          return { result: await work({ ...origin(), db, now: clock.now() }) }
        }, merchant)
        if (done) return done.result
      }
    },
    async read(work) {
      await catchUp()
      return work({ ...origin(), db: store.db, now: clock.now() })
    },
    refresh,
    nextDue,
    forget,
    async announce(db) {
      if (!store.isShared) return
      // Other machines let a running clock go on from the moment at which it was saved.
      await saveClock(db, clock)
      await changeRevision(db)
    },
    inTurn,
    setClock: (change) => transaction((db) => changeClock(db, clock, change)),
    advance: (target) =>
      inTurn(async () => {
        await refresh()
        const time = target(clock.now())
        while ((await deliver()) || (await runTimer(() => time)));
        await transaction((db) => changeClock(db, clock, () => clock.set(time)))
      }),
    runUntilIdle: (limit) =>
      inTurn(async () => {
        let ran = 0
        for (;;) {
          if (await deliver()) continue
          if (ran === limit || !(await runTimer(() => Number.POSITIVE_INFINITY))) break
          ran += 1
        }
        const stopped = (await nextTimer(store.db)) !== undefined
        return {
          timers: ran,
          stopped,
          waiting: await waitingIn(store.db),
          failed: await failedTimers(store.db),
        }
      }),
  }
}
