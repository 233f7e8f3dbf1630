import { states } from './generated/states.ts'

/** Name of a map of known values, such as `withdrawalStatus`. */
export type StateName = keyof typeof states

/** What is known about one value of an open number or text. */
export interface KnownValue {
  readonly meaning: string
  /** Whether the state is final; absent if the value is not a state. An assumption, see `openPointsRule`. */
  readonly final?: boolean
  /** Source of the meaning: the interface, other public documents, or none, because the meaning is open. */
  readonly source: 'interface' | 'documented' | 'open'
  /** What a merchant does about a record in this state; absent if the value is not a state. */
  readonly advice?: string
}

/** A value with the meaning that a profile gives. */
interface ProfileValue extends Pick<KnownValue, 'meaning' | 'final'> {
  readonly source: 'profile'
}

states satisfies Readonly<Record<StateName, Readonly<Record<string, KnownValue>>>>

/**
 * Returns what is known about a value, or `undefined`, because the lists are open. `meanings` of a profile take
 * precedence over those of the contract; such a value has no advice.
 *
 * @example
 * ```ts
 * import { findKnownValue } from '@custody-wallet/types'
 *
 * console.log(findKnownValue('withdrawalStatus', 5)?.final)
 * console.log(findKnownValue('withdrawalStatus', 3) ?? 'not yet decided')
 * console.log(findKnownValue('withdrawalStatus', 3, { 3: 'Processing' })?.meaning)
 * ```
 */
export function findKnownValue(
  name: StateName,
  value: number | string,
  meanings: Readonly<Record<number, string>> = {},
): KnownValue | ProfileValue | undefined {
  const known = getOwn<KnownValue>(states[name], value)
  const meaning = getOwn(meanings, value)
  if (meaning === undefined) return known
  // The advice of the contract may not fit another meaning.
  return { ...(known?.final !== undefined && { final: known.final }), meaning, source: 'profile' }
}

const getOwn = <T>(values: Readonly<Record<string, T>>, value: number | string): T | undefined =>
  Object.hasOwn(values, value) ? values[value] : undefined
