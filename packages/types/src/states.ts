import { states } from './generated/states.ts'
import type { Exact } from './validate/options.ts'

/** Name of a map of known values, such as `withdrawalStatus`. */
export type StateName = keyof typeof states

/** Facts about a value of an open list. */
export interface KnownValue {
  readonly meaning: string
  /** Whether the state is final, which is an assumption: see `openPoints`. Absent if the value is not a state. */
  readonly final?: boolean
  /** Source of the meaning: the interface, other public documents, or none (`open`). */
  readonly source: 'interface' | 'documented' | 'open'
  /** What to do about a record in this state. Absent if the value is not a state. */
  readonly advice?: string
}

/** A value with a meaning from a profile. */
interface ProfileValue extends Pick<KnownValue, 'meaning' | 'final'> {
  readonly source: 'profile'
}

states satisfies Exact<typeof states, Readonly<Record<StateName, Readonly<Record<number | string, KnownValue>>>>>

/**
 * Looks up a value of an open list. Returns `undefined` for a value that is not listed: treat it as pending. `meanings` of
 * a profile replace those of the contract, without advice.
 *
 * @example
 * ```ts
 * import { findKnownValue } from '@custody-wallet/types'
 *
 * console.log(findKnownValue('withdrawalStatus', 5)?.final)
 * console.log(findKnownValue('withdrawalStatus', 3) ?? 'pending')
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
  // The advice of the contract may not fit the other meaning.
  return { ...(known?.final !== undefined && { final: known.final }), meaning, source: 'profile' }
}

const getOwn = <T>(values: Readonly<Record<string, T>>, value: number | string): T | undefined =>
  Object.hasOwn(values, value) ? values[value] : undefined
