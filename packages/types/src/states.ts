import { states } from './generated/states.ts'

/** Name of a map of known values, such as `withdrawalStatus`. */
export type StateName = keyof typeof states

/** What is known of one value of an open number or text. */
export interface KnownValue {
  readonly meaning: string
  /** Whether nothing follows it any more; absent where the value is no state. An assumption, see `openPoints`. */
  readonly final?: boolean
  /** Who says so: the interface, other public documents, or nobody. */
  readonly source: 'interface' | 'documented' | 'open'
}

states satisfies Readonly<Record<StateName, Readonly<Record<string, KnownValue>>>>

/**
 * What is known of a value, or nothing: the lists are open.
 *
 * @example
 * ```ts
 * import { knownValue } from '@custody-wallet/types'
 *
 * console.log(knownValue('withdrawalStatus', 5)?.final)
 * console.log(knownValue('withdrawalStatus', 3) ?? 'not yet decided')
 * ```
 */
export function knownValue(name: StateName, value: number | string): KnownValue | undefined {
  const known: Readonly<Record<string, KnownValue>> = states[name]
  return Object.hasOwn(known, value) ? known[value] : undefined
}
