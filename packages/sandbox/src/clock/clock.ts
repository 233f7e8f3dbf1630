import { DataError } from '../store/data-error.ts'
import type { Database } from '../store/database.ts'

/** The clock cannot move to this time. */
export class ClockError extends Error {
  override readonly name: string = 'ClockError'
}

/** The clock of all timestamps, tokens and timers. It runs with the machine's clock, or stands still while frozen. */
export interface Clock {
  /** Unix milliseconds. It never goes back. */
  readonly now: () => number
  readonly isFrozen: () => boolean
  /** Returns the time if a clock that shows `from` can move to it, and throws otherwise. */
  readonly check: (time: number, from?: number) => number
  /** Moves the clock forward to a time. Does nothing if that time has passed. */
  readonly set: (time: number) => void
  readonly freeze: () => void
  readonly unfreeze: () => void
  /** Returns the state of the clock for `load`. */
  readonly save: () => string
  /** Continues from a saved state at the saved time, frozen or running. */
  readonly load: (savedClock: string) => void
  /** Continues after a restart. A running clock includes the time in between, so that no data is in the future. */
  readonly resume: (savedClock: string) => void
}

interface SavedClock {
  readonly time: number
  /** Time of the machine's clock. */
  readonly machine: number
  readonly frozen: boolean
}

interface ClockState {
  /** Time of this clock when the machine's clock showed `since`. */
  readonly time: number
  readonly since: number
  readonly frozen: boolean
}

export function createClock(machine: () => number): Clock {
  let [lift, lastReading] = [0, Number.NEGATIVE_INFINITY]
  // The machine's clock may be set back, or be behind that of another machine: continue from the latest reading.
  const read = (least = lastReading): number => {
    const correctedTime = machine() + lift
    lift += Math.max(0, least - correctedTime)
    return (lastReading = Math.max(least, correctedTime))
  }
  let state: ClockState = { time: machine(), since: read(), frozen: false }
  const change = (time: number, frozen: boolean, since = read()): void => {
    state = { time, since, frozen }
  }
  const computeTime = (machineTime: number): number =>
    state.frozen ? state.time : state.time + machineTime - state.since
  const now = (): number => computeTime(read())
  function check(time: number, from = now()): number {
    if (!Number.isSafeInteger(time) || Math.abs(time) > maxTime)
      throw new ClockError(`The time must be an integer of milliseconds up to ${formatTime(maxTime)}, not ${time}.`)
    if (time >= from) return time
    throw new ClockError(
      `The clock shows ${formatTime(from)} and only moves forward: to go back to ${formatTime(time)}, restore a snapshot.`,
    )
  }
  return {
    now,
    isFrozen: () => state.frozen,
    check,
    set(time) {
      const since = read()
      change(Math.max(time, computeTime(since)), state.frozen, since)
    },
    freeze: () => change(now(), true),
    unfreeze: () => change(now(), false),
    save() {
      const machineTime = read()
      const savedClock: SavedClock = {
        time: computeTime(machineTime),
        machine: machineTime,
        frozen: state.frozen,
      }
      return JSON.stringify(savedClock)
    },
    load(savedClock) {
      const { time, frozen } = parseSavedClock(savedClock)
      change(time, frozen)
    },
    resume(savedClock) {
      const { time, frozen, machine: savedTime } = parseSavedClock(savedClock)
      const since = read(Math.max(lastReading, savedTime))
      change(frozen ? time : time + since - savedTime, frozen, since)
    },
  }
}

// The text comes from a snapshot or a file, which may have been edited.
function parseSavedClock(text: string): SavedClock {
  try {
    const savedClock: SavedClock = JSON.parse(text)
    const times = [savedClock.time, savedClock.machine]
    const isValid = times.every((each) => Number.isSafeInteger(each) && Math.abs(each) <= maxTime)
    if (isValid && typeof savedClock.frozen === 'boolean') return savedClock
  } catch {}
  throw new DataError('The data has no valid clock: take a new snapshot, or use other data.')
}

/** End of the year 9999: later times have no common text format. */
export const maxTime = 253_402_300_799_999

const formatTime = (time: number): string => new Date(time).toISOString()

/** Name of the setting with the state of the clock. */
export const clockName = 'clock'

/** Stores the state of the clock, so that a restart keeps an advance. */
export async function saveClock(db: Database, clock: Clock): Promise<void> {
  const value = clock.save()
  await db
    .insertInto('settings')
    .values({ name: clockName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Changes the clock and stores its state. If that fails, the clock stays unchanged. */
export async function changeClock(db: Database, clock: Clock, change: () => void): Promise<void> {
  await saveClock(db, clock)
  change()
  await saveClock(db, clock)
}

/** Loads or resumes the stored clock. */
export async function loadClock(db: Database, load: Clock['load']): Promise<void> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', clockName).executeTakeFirst()
  if (row) load(row.value)
}

/** A source of Unix milliseconds. */
export interface MachineClock {
  readonly now: () => number
  /** Runs a query that reads the time of the database, and adopts that time. */
  readonly follow: <Result extends { readonly time: number }>(query: () => Promise<Result>) => Promise<Result>
}

/** Creates a clock without a database. */
export const createIndependentClock = (now: () => number): MachineClock => ({
  now,
  follow: (query) => query(),
})

/** Creates a clock that follows a database. It is never ahead of the database and never goes back. */
export function createDatabaseClock(elapsed: () => number = () => performance.now()): MachineClock {
  let [offset, latest] = [0, 0]
  return {
    now: () => (latest = Math.max(latest, Math.floor(elapsed() + offset))),
    async follow(query) {
      const startTime = elapsed()
      const result = await query()
      // The database read its time between request and response, so quick responses are the most exact.
      offset = Math.min(Math.max(offset, result.time - elapsed()), result.time - startTime)
      return result
    },
  }
}
