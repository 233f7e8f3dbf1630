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

/** The same with the meaning that a profile gives. */
export interface OwnValue extends Omit<KnownValue, 'source'> {
  readonly source: 'profile'
}

/** Meanings of values in one deployment, by value. */
export type Meanings = Readonly<Record<number, string>>

states satisfies Readonly<Record<StateName, Readonly<Record<string, KnownValue>>>>

/**
 * What is known of a value, or nothing: the lists are open. `meanings` of a profile replace those of the contract.
 *
 * @example
 * ```ts
 * import { knownValue } from '@custody-wallet/types'
 *
 * console.log(knownValue('withdrawalStatus', 5)?.final)
 * console.log(knownValue('withdrawalStatus', 3) ?? 'not yet decided')
 * console.log(knownValue('withdrawalStatus', 3, { 3: 'Processing' })?.meaning)
 * ```
 */
export function knownValue(
  name: StateName,
  value: number | string,
  meanings: Meanings = {},
): KnownValue | OwnValue | undefined {
  const known = own<KnownValue>(states[name], value)
  const meaning = own(meanings, value)
  return meaning === undefined ? known : { ...known, meaning, source: 'profile' }
}

const own = <T>(values: Readonly<Record<string, T>>, value: number | string): T | undefined =>
  Object.hasOwn(values, value) ? values[value] : undefined
