import { RecordStateError, getStateName, type StateTable } from './table.ts'

/** Stops a record where it is, or lets it go on. */
export type HoldEvent = 'hold' | 'release'

/** A record that can be held. */
interface Holdable {
  readonly id: number
  readonly status: number
  readonly held: 0 | 1
}

const holdRules = {
  hold: { held: 1, rejection: 'is held already: release lets it go on' },
  release: { held: 0, rejection: 'is not held: it goes on already' },
} as const satisfies Record<HoldEvent, { readonly held: 0 | 1; readonly rejection: string }>

/** The value of `held` after an event. */
export function applyHold(table: StateTable, { id, status, held }: Holdable, event: HoldEvent): 0 | 1 {
  const state = getStateName(table, status)
  if (table.states[state]?.isFinal)
    throw new RecordStateError(`${table.record} ${id} is ${state}: nothing is left to ${event}.`)
  const { held: next, rejection } = holdRules[event]
  if (held === next) throw new RecordStateError(`${table.record} ${id} ${rejection}.`)
  return next
}
