import { DataError } from '../store/data-error.ts'
import type { Database } from '../store/store.ts'

/** A moment of the sandbox is before the present one. */
export class ClockError extends Error {
  override readonly name: string = 'ClockError'
}

/** The clock of every timestamp, token and timer. It runs with the machine's clock, or stands still while frozen. */
export interface Clock {
  /** Unix milliseconds. It never goes back. */
  readonly now: () => number
  readonly isFrozen: () => boolean
  /** A moment that a clock which shows `from` can be moved to; throws for others. */
  readonly check: (time: number, from?: number) => number
  /** Moves the clock forward to a moment, unless it has passed meanwhile. */
  readonly set: (time: number) => void
  readonly freeze: () => void
  readonly unfreeze: () => void
  /** As text, for `load`. */
  readonly save: () => string
  /** Goes on from a saved text: at its moment, frozen or running as it was. */
  readonly load: (savedClock: string) => void
  /** The same after a restart: a running clock has also run in between, so that no row is later than it. */
  readonly resume: (savedClock: string) => void
}

interface SavedClock {
  readonly time: number
  /** What the machine's clock showed. */
  readonly machine: number
  readonly frozen: boolean
}

interface ClockState {
  /** What the clock shows at `since` of the machine's clock. */
  readonly time: number
  readonly since: number
  readonly frozen: boolean
}

export function createClock(machine: () => number): Clock {
  let [lift, lastReading] = [0, Number.NEGATIVE_INFINITY]
  // The clock of a machine may be set back, or be behind that of another one: it counts on from the latest reading.
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
      throw new ClockError(`The clock takes whole milliseconds up to ${formatTime(maxTime)}, not ${time}.`)
    if (time >= from) return time
    throw new ClockError(
      `The clock shows ${formatTime(from)} and only moves forward: restore a snapshot to go back to ${formatTime(time)}.`,
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

// The text may come from a snapshot or a file that somebody changed.
function parseSavedClock(text: string): SavedClock {
  try {
    const savedClock: SavedClock = JSON.parse(text)
    const times = [savedClock.time, savedClock.machine]
    const isValid = times.every((each) => Number.isSafeInteger(each) && Math.abs(each) <= maxTime)
    if (isValid && typeof savedClock.frozen === 'boolean') return savedClock
  } catch {}
  throw new DataError('The rows have no valid clock: take a new snapshot, or give other data.')
}

/** The end of the year 9999: later moments have no usual text. */
export const maxTime = 253_402_300_799_999

const formatTime = (time: number): string => new Date(time).toISOString()

/** Setting that keeps what the clock shows. */
export const clockName = 'clock'

/** Stores what the clock shows, so that a restart does not lose an advance. */
export async function saveClock(db: Database, clock: Clock): Promise<void> {
  const value = clock.save()
  await db
    .insertInto('settings')
    .values({ name: clockName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Changes what the clock shows, and stores it. Where nothing can be written, the clock stays as it is. */
export async function changeClock(db: Database, clock: Clock, change: () => void): Promise<void> {
  await saveClock(db, clock)
  change()
  await saveClock(db, clock)
}

/** Loads or resumes the clock of stored rows. */
export async function loadClock(db: Database, load: Clock['load']): Promise<void> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', clockName).executeTakeFirst()
  if (row) load(row.value)
}
