import { StateError, stateOf, type StateTable } from './table.ts'

/** Stops a record where it is, or lets it go on. */
export type HoldEvent = 'hold' | 'release'

/** A record that can be held. */
interface Holdable {
  readonly id: number
  readonly status: number
  readonly held: 0 | 1
}

const holds = {
  hold: { held: 1, refusal: 'is held already: release lets it go on' },
  release: { held: 0, refusal: 'is not held: it goes on already' },
} as const satisfies Record<HoldEvent, { readonly held: 0 | 1; readonly refusal: string }>

/** The value of `held` after an event. */
export function heldAfter(table: StateTable, { id, status, held }: Holdable, event: HoldEvent): 0 | 1 {
  const state = stateOf(table, status)
  if (table.states[state]?.final)
    throw new StateError(`${table.record} ${id} is ${state}: nothing is left to ${event}.`)
  const { held: next, refusal } = holds[event]
  if (held === next) throw new StateError(`${table.record} ${id} ${refusal}.`)
  return next
}
