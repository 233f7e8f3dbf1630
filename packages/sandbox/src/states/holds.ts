import { RecordStateError } from '../errors.ts'
import { getStateName, type StateTable } from './table.ts'

export type HoldEvent = 'hold' | 'release'

interface Holdable {
  readonly id: number
  readonly status: number
  readonly held: 0 | 1
}

const holdRules = {
  hold: { held: 1, rejection: 'is held already: release it to continue' },
  release: { held: 0, rejection: 'is not held: hold it first' },
} as const satisfies Record<HoldEvent, { readonly held: 0 | 1; readonly rejection: string }>

/** Returns the value of `held` after an event. */
export function applyHold(table: StateTable, { id, status, held }: Holdable, event: HoldEvent): 0 | 1 {
  const state = getStateName(table, status)
  if (table.states[state]?.isFinal)
    throw new RecordStateError(`${table.record} ${id} has ended as ${state}: it is too late to ${event} it.`)
  const { held: next, rejection } = holdRules[event]
  if (held === next) throw new RecordStateError(`${table.record} ${id} ${rejection}.`)
  return next
}
