// Automatic steps: after a delay in the mode `timed`, at once in `instant`, never in `manual`.
import type { Coin } from '../chain/coins.ts'
import { clearTimer, setTimer } from '../clock/timers.ts'
import { type StateTable, getStateName } from '../states/table.ts'
import type { Work } from '../work.ts'

interface NextStep<Event extends string> {
  readonly event: Event
  readonly after: number
}

/** Returns the next automatic step of a state. */
export const getNextStep = <Name extends string, Event extends string>(
  table: StateTable<Name, Event>,
  status: number,
): NextStep<Event> | undefined => table.states[getStateName(table, status)].next

/** Sets or clears the timer of the next automatic step. In the mode `instant`, returns the event to apply now. */
export async function schedule<Event extends string>(
  work: Work,
  subject: string,
  next: NextStep<Event> | undefined,
  mode: Coin['mode'],
): Promise<Event | undefined> {
  if (next && mode === 'timed') await setTimer(work.db, { due: work.now + next.after, kind: 'step', subject })
  else await clearTimer(work.db, 'step', subject)
  return mode === 'instant' ? next?.event : undefined
}
