import type { Database } from '../store/store.ts'

/** A moment of the sandbox is before the present one. */
export class ClockError extends Error {
  override readonly name: string = 'ClockError'
}

/** The clock of every timestamp, token and timer. It runs with the machine's clock, or stands still while frozen. */
export interface Clock {
  /** Unix milliseconds. It never goes back. */
  readonly now: () => number
  readonly frozen: () => boolean
  /** Moves the clock forward to a moment. */
  readonly set: (time: number) => void
  readonly freeze: () => void
  readonly unfreeze: () => void
  /** As text, for `load`. */
  readonly save: () => string
  /** Goes on from a saved text: at its moment, frozen or running as it was. */
  readonly load: (saved: string) => void
  /** Goes on from a saved text, and counts the time that the machine's clock has counted since. */
  readonly resume: (saved: string) => void
}

interface State {
  /** What the clock shows at `since` of the machine's clock. */
  readonly time: number
  readonly since: number
  readonly frozen: boolean
}

export function clockOf(machine: () => number): Clock {
  let state: State = { time: machine(), since: machine(), frozen: false }
  // The clock of a machine may be set back.
  const elapsed = (): number => Math.max(0, machine() - state.since)
  const now = (): number => (state.frozen ? state.time : state.time + elapsed())
  const change = (time: number, frozen: boolean): void => {
    state = { time, since: machine(), frozen }
  }
  return {
    now,
    frozen: () => state.frozen,
    set(time) {
      if (!Number.isSafeInteger(time))
        throw new ClockError(`The clock takes whole milliseconds, not ${time}.`)
      if (time < now())
        throw new ClockError(
          `The clock shows ${stamp(now())} and only moves forward: restore a snapshot to go back to ${stamp(time)}.`,
        )
      change(time, state.frozen)
    },
    freeze: () => change(now(), true),
    unfreeze: () => change(now(), false),
    save: () => JSON.stringify({ time: now(), since: machine(), frozen: state.frozen } satisfies State),
    load(saved) {
      const { time, frozen }: State = JSON.parse(saved)
      change(time, frozen)
    },
    resume(saved) {
      state = JSON.parse(saved)
    },
  }
}

const stamp = (time: number): string => new Date(time).toISOString()

const name = 'clock'

/** Stores what the clock shows, so that a restart does not lose an advance. */
export async function saveClock(db: Database, clock: Clock): Promise<void> {
  const value = clock.save()
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Loads the clock of stored rows. After a restart, it resumes: the time between both processes has passed. */
export async function loadClock(db: Database, clock: Clock, how: 'load' | 'resume' = 'load'): Promise<void> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  if (row) clock[how](row.value)
}
