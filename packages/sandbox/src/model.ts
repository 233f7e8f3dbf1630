/**
 * States and rules of the sandbox as data, each with its source: the interface, public documents, or the sandbox's model.
 *
 * @example
 * ```ts
 * import { records, rules } from '@custody-wallet/sandbox/model'
 *
 * for (const { table } of records) console.log(table.record, Object.keys(table.states))
 * console.log(rules['coin-known'].says)
 * ```
 *
 * @module
 */
import { states } from '@custody-wallet/types'

import { capitalize } from './names.ts'
import { stateTables } from './states/all.ts'
import { listNames, type StateTable } from './states/table.ts'

export { limits, type Rule, rules } from './rules/rules.ts'
export type { Guard, RecordFacts } from './states/guards.ts'
export type { ActionDefinition, RuleSource, StateDefinition, StateTable, TransitionDefinition } from './states/table.ts'

export interface RecordModel {
  /** Display name. */
  readonly title: string
  readonly table: StateTable
  /** Meanings in the contract of the values of `status`. */
  readonly meanings: Readonly<Record<string, { readonly meaning: string }>>
}

/** All types of records with a state. */
export const records: readonly RecordModel[] = listNames(stateTables).map((name) => {
  const table = stateTables[name]
  return { title: capitalize(table.title), table, meanings: states[name] }
})
