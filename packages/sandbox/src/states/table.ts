// State machines as data. Code, control, tests and docs read the same tables.

/** Where a state or a transition comes from. */
export type RuleSource = 'documented' | 'interface' | 'model'

export interface StateDefinition<Event extends string = string> {
  /** Value of the field `status`. */
  readonly value: number
  readonly isFinal: boolean
  readonly source: RuleSource
  /** What happens by itself in the mode `timed`, after some milliseconds; at once in the mode `instant`. */
  readonly next?: { readonly event: Event; readonly after: number }
}

export interface TransitionDefinition<Name extends string = string> {
  readonly from: readonly Name[]
  readonly to: Name
  readonly source: RuleSource
  /** What the transition means, for people. */
  readonly meaning: string
}

/** The states of one kind of record, and the events that move it. */
export interface StateTable<Name extends string = string, Event extends string = string> {
  /** Kind of the record, such as `withdrawal`. */
  readonly record: string
  readonly initial: Name
  readonly states: Readonly<Record<Name, StateDefinition<NoInfer<Event>>>>
  readonly transitions: Readonly<Record<Event, TransitionDefinition<Name>>>
}

/** A record is not in a state in which the event is possible. */
export class RecordStateError extends Error {
  override readonly name: string = 'StateError'
}

/** The value of a new record. */
export const getInitialValue = <Name extends string>({ initial, states }: StateTable<Name>): number =>
  states[initial].value

/** The state of a value. */
export function getStateName<Name extends string>({ record, states }: StateTable<Name>, value: number): Name {
  const name = listNames(states).find((each) => states[each].value === value)
  if (name !== undefined) return name
  throw new TypeError(`A ${record} has the unknown status ${value}.`)
}

/** The value of the state after an event. */
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

/** The events that are possible in the state of a value. */
export function listEvents<Name extends string, Event extends string>(
  table: StateTable<Name, Event>,
  value: number,
): readonly Event[] {
  const currentState = getStateName(table, value)
  return listNames(table.transitions).filter((event) => table.transitions[event].from.includes(currentState))
}

/** The names of a table. */
export function listNames<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  const names: string[] = Object.keys(table)
  const isName = (name: string): name is Name => Object.hasOwn(table, name)
  return names.filter(isName)
}
