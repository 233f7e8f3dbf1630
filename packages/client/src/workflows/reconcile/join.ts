import type { Decimal } from '@custody-wallet/types'

import { compare, isDecimal, sum } from '../../decimal.ts'
import { type Group, groupsOf } from '../groups.ts'
import type { Finding } from './findings.ts'

/** A record of the service. */
interface Versioned {
  readonly id: number
  readonly updated_at: number
}

/** Records each once: a list that was read with an overlap may hold one twice, and the later version counts. */
export const newest = <R extends Versioned>(records: Iterable<R>): readonly R[] =>
  [...groupsOf(records, ({ id }) => id).values()].map((versions) =>
    versions.reduce((latest, version) => (version.updated_at >= latest.updated_at ? version : latest)),
  )

/** Both sides of a join, by key. */
export function joined<Ours, Theirs, Key>(
  ours: ReadonlyMap<Key, Ours>,
  theirs: ReadonlyMap<Key, Theirs>,
): readonly { readonly key: Key; readonly ours: Ours | undefined; readonly theirs: Theirs | undefined }[] {
  const keys = new Set([...ours.keys(), ...theirs.keys()])
  return Array.from(keys, (key) => ({ key, ours: ours.get(key), theirs: theirs.get(key) }))
}

export type Facts = Pick<Finding, 'what' | 'key' | 'symbol'>

export const idsOf = (records: readonly Versioned[] = []): readonly number[] => records.map(({ id }) => id)

export const missing = (facts: Facts, list: Finding['list'], ids: readonly number[] = []): Finding => ({
  kind: 'missing',
  ...facts,
  list,
  ids,
})

/** Says that a list holds several where one belongs. */
export function doubled<T>(
  facts: Facts,
  list: Finding['list'],
  group: Group<T>,
  ids: readonly number[] = [],
): readonly Finding[] {
  return group.length > 1 ? [{ kind: 'doubled', ...facts, list, count: group.length, ids }] : []
}

/** What is compared of both sides. */
export interface Values {
  readonly member: 'amount' | 'fee'
  readonly ours: string
  readonly theirs: string
}

/** Says that two values differ, where neither is a mere zero longer than the other. */
export function differing(
  facts: Facts,
  list: Finding['list'],
  values: Values,
  ids: readonly number[],
): readonly Finding[] {
  return equal(values.ours, values.theirs) ? [] : [{ kind: 'differs', ...facts, list, ...values, ids }]
}

export const equal = (one: string, other: string): boolean => compare(decimal(one), decimal(other)) === 0

export const total = (amounts: readonly string[]): string => sum(amounts.map(decimal))

function decimal(amount: string): Decimal {
  if (isDecimal(amount)) return amount
  throw new TypeError('Every amount and fee must be an exact decimal as text.')
}
