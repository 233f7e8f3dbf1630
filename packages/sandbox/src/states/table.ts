// State machines with their actions as data, which code, control, console and docs share.
import { MissingError, RecordStateError } from '../errors.ts'
import type { Guard, RecordFacts } from './guards.ts'

/** Source of a state or a transition. */
export type RuleSource = 'documented' | 'interface' | 'model'

export interface StateDefinition<Event extends string = string> {
  /** Value of the field `status`. */
  readonly value: number
  readonly isFinal: boolean
  readonly source: RuleSource
  /** Whether the record has reached its goal (`good`) or failed (`stop`); absent while that is open. */
  readonly tone?: 'good' | 'stop'
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

/** What a change of a record needs. */
export interface Requirements<Event extends string = string> {
  /** Event that must be possible; absent if the state stays the same. */
  readonly event?: Event
  /** Requirements besides the state. */
  readonly guards?: readonly Guard[]
}

/** What people can do with a record. */
export interface ActionDefinition<Event extends string = string> extends Requirements<Event> {
  /** Control call, such as `withdrawals.audit`. */
  readonly call: string
  /** Parameters besides the id. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Meaning as a sentence. Default: that of the event. */
  readonly meaning?: string
}

/** States of a type of record, its events, and its actions in the order of its life cycle. */
export interface StateTable<
  Name extends string = string,
  Event extends string = string,
  Action extends string = string,
> {
  /** Type of record, such as `mpc_withdrawal`. Subjects such as `mpc_withdrawal 12` begin with it. */
  readonly record: string
  /** Name in sentences, such as `MPC withdrawal`. */
  readonly title: string
  readonly initial: Name
  /** States of a record that reaches its goal without a detour, from the initial one. */
  readonly happyPath: readonly NoInfer<Name>[]
  readonly states: Readonly<Record<Name, StateDefinition<NoInfer<Event>>>>
  readonly transitions: Readonly<Record<Event, TransitionDefinition<Name>>>
  readonly actions: Readonly<Record<Action, ActionDefinition<NoInfer<Event>>>>
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
  checkChange(table, { event }, { id, status: value })
  return table.states[table.transitions[event].to].value
}

/** Throws unless a change is possible. */
export function checkChange<Name extends string, Event extends string>(
  table: StateTable<Name, Event>,
  requirements: Requirements<NoInfer<Event>>,
  facts: RecordFacts,
): void {
  const obstacle = findObstacle(table, requirements, facts)
  if (obstacle !== undefined) throw new RecordStateError(obstacle)
}

/** Returns why a change is not possible now, as a sentence; `undefined` if it is. */
export function findObstacle<Name extends string, Event extends string>(
  table: StateTable<Name, Event>,
  { event, guards = [] }: Requirements<NoInfer<Event>>,
  facts: RecordFacts,
): string | undefined {
  const { record, states, transitions } = table
  const state = getStateName(table, facts.status)
  const { from } = event === undefined ? { from: [state] } : transitions[event]
  if (!from.includes(state)) return `${record} ${facts.id} is ${state}: ${event} needs ${from.join(' or ')}.`
  for (const guard of guards) {
    const obstacle = guard.findObstacle({ ...facts, state, isFinal: states[state].isFinal })
    if (obstacle !== undefined) return `${record} ${facts.id} ${obstacle}.`
  }
  return undefined
}

/** Returns the meaning of an action. */
export const getMeaning = ({ transitions }: StateTable, { event = '', meaning }: ActionDefinition): string =>
  meaning ?? transitions[event]?.meaning ?? ''

/** Returns the error for an id that no record has. */
export const createMissingError = (title: string, id: number): MissingError =>
  new MissingError(`There is no ${title} ${id}: records.list shows the ids.`)

/** Lists the names in a table. */
export function listNames<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  const names: string[] = Object.keys(table)
  const isName = (name: string): name is Name => Object.hasOwn(table, name)
  return names.filter(isName)
}
