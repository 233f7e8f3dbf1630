// State machines as data, which code, control and docs share.
import { RecordStateError } from '../errors.ts'

/** Source of a state or a transition. */
export type RuleSource = 'documented' | 'interface' | 'model'

export interface StateDefinition<Event extends string = string> {
  /** Value of the field `status`. */
  readonly value: number
  readonly isFinal: boolean
  readonly source: RuleSource
  /** Automatic event: after some milliseconds in the mode `timed`, at once in `instant`. */
  readonly next?: { readonly event: Event; readonly after: number }
}

export interface TransitionDefinition<Name extends string = string> {
  readonly from: readonly Name[]
  readonly to: Name
  readonly source: RuleSource
  /** Meaning as a sentence. */
  readonly meaning: string
}

/** States of a type of record, and its events. */
export interface StateTable<Name extends string = string, Event extends string = string> {
  /** Type of record, such as `withdrawal`. */
  readonly record: string
  readonly initial: Name
  readonly states: Readonly<Record<Name, StateDefinition<NoInfer<Event>>>>
  readonly transitions: Readonly<Record<Event, TransitionDefinition<Name>>>
}

/** Returns the value of a new record. */
export const getInitialValue = <Name extends string>({ initial, states }: StateTable<Name>): number =>
  states[initial].value

/** Returns the state of a value. */
export function getStateName<Name extends string>({ record, states }: StateTable<Name>, value: number): Name {
  const name = listNames(states).find((each) => states[each].value === value)
  if (name !== undefined) return name
  throw new TypeError(`A ${record} has the unknown status ${value}.`)
}

/** Returns the value of the state after an event. */
export function applyEvent<Name extends string, Event extends string>(
  table: StateTable<Name, Event>,
  id: number,
  value: number,
  event: Event,
): number {
  const { from, to } = table.transitions[event]
  const currentState = getStateName(table, value)
  if (from.includes(currentState)) return table.states[to].value
  throw new RecordStateError(`${table.record} ${id} is ${currentState}: ${event} needs ${from.join(' or ')}.`)
}

/** Lists the events that are possible in the state of a value. */
export function listEvents<Name extends string, Event extends string>(
  table: StateTable<Name, Event>,
  value: number,
): readonly Event[] {
  const currentState = getStateName(table, value)
  return listNames(table.transitions).filter((event) => table.transitions[event].from.includes(currentState))
}

/** Lists the names in a table. */
export function listNames<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  const names: string[] = Object.keys(table)
  const isName = (name: string): name is Name => Object.hasOwn(table, name)
  return names.filter(isName)
}
