// How records without own rules move: a check, the new state with its history, an effect, their funds, and a timer.
import { getCoin } from '../chain/coins.ts'
import { dropTransaction, isMined } from '../chain/transactions.ts'
import type { StatefulType } from '../engine/record-types.ts'
import { settleTransfers } from '../ledger/post.ts'
import type { RecordFacts } from '../states/guards.ts'
import { applyEvent, checkChange, listNames, type StateTable } from '../states/table.ts'
import type { ReadOnlyWork, Work } from '../work.ts'
import { recordState } from './history.ts'
import { getNextStep, schedule } from './progress.ts'

/** What an event does besides changing the state. */
interface Move<Row> {
  readonly effect?: (work: Work, row: Row) => Promise<unknown>
  /** How the reserved funds end: they move (`posted`) or return (`voided`). */
  readonly funds?: { readonly end: 'posted' | 'voided'; readonly reason: string }
}

export interface MovingRow {
  readonly id: number
  readonly status: number
  readonly symbol: string
}

/** A type of record whose events are moves. */
export interface MovingType<Row extends MovingRow, Event extends string> extends StatefulType {
  readonly states: StateTable<string, Event>
  readonly getRow: (work: ReadOnlyWork, id: number) => Promise<Row>
  readonly moves: { readonly [Name in Event]: Move<Row> }
}

/** Applies an event to a record, and all automatic steps after it. */
export async function moveRecord<Row extends MovingRow, Event extends string>(
  work: Work,
  type: MovingType<Row, Event>,
  id: number,
  event: NoInfer<Event>,
): Promise<void> {
  const { states, moves } = type
  const subject = `${states.record} ${id}`
  const row = await type.getRow(work, id)
  const status = applyEvent(states, id, row.status, event)
  const { guards } = states.actions[event] ?? {}
  if (guards) checkChange(states, { guards }, await type.readFacts(work, id))
  await work.db.updateTable(type.table).set({ status, updated_at: work.now }).where('id', '=', id).execute()
  await recordState(work, subject, status)
  const { effect, funds } = moves[event]
  await effect?.(work, row)
  if (funds) await settleTransfers(work, subject, funds.end, funds.reason)
  await continueRecord(work, type, id)
}

/** Applies the next automatic step at once, or sets its timer. */
export async function continueRecord<Row extends MovingRow, Event extends string>(
  work: Work,
  type: MovingType<Row, Event>,
  id: number,
): Promise<void> {
  const { states } = type
  if (!listNames(states.states).some((name) => states.states[name]?.next)) return
  const { status, symbol } = await type.getRow(work, id)
  const { mode } = await getCoin(work.db, symbol)
  const event = await schedule(work, `${states.record} ${id}`, getNextStep(states, status), mode)
  if (event !== undefined) await moveRecord(work, type, id, event)
}

/** Applies the next automatic step when its timer runs. */
export async function runMove<Row extends MovingRow, Event extends string>(
  work: Work,
  type: MovingType<Row, Event>,
  id: number,
): Promise<void> {
  const { status, symbol } = await type.getRow(work, id)
  const { mode } = await getCoin(work.db, symbol)
  const next = mode === 'manual' ? undefined : getNextStep(type.states, status)
  if (next) await moveRecord(work, type, id, next.event)
}

/** The failure of a record whose transaction no block contains. */
export const createFailure = (record: string, reason: string): Move<MovingRow> => ({
  effect: (work, { id }) => dropTransaction(work, `${record} ${id}`),
  funds: { end: 'voided', reason },
})

/** Reads the facts of a record that fails only before a block contains its transaction. */
export async function readMinedFacts(
  work: ReadOnlyWork,
  record: string,
  { id, status }: MovingRow,
): Promise<RecordFacts> {
  return { id, status, isMined: await isMined(work, `${record} ${id}`) }
}
