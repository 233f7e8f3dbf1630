// Findings, and the comparisons that make them.
import type { Decimal } from '@custody-wallet/types'

import { compare, isDecimal, sum } from '../../decimal.ts'
import { canonicalize } from '../deposits.ts'
import { type Group, groupBy } from '../groups.ts'

/** An entry of the books that is wrong. */
export interface Finding {
  /** `undone`: a notified credit whose record is no credit any more, because the chain undid it. */
  readonly kind: 'missing' | 'duplicate' | 'differs' | 'undone'
  /** What the entry is about. */
  readonly what: 'deposit' | 'withdrawal' | 'miner fee'
  /** The list that lacks the entry, has it twice, or has other values than ours. */
  readonly list: 'notified' | 'deposits' | 'withdrawals' | 'minerFees'
  /** Request id if there is one, otherwise transaction id, otherwise the id of the record, such as `record 7`. */
  readonly key: string
  readonly symbol: string
  /** Field that differs. */
  readonly member?: 'amount' | 'fee' | 'txid'
  /** Value on our side: from the notification, or from a withdrawal. */
  readonly ours?: string
  /** Value in the list of the service. */
  readonly theirs?: string
  /** How often the list has the entry. */
  readonly count?: number
  /** Ids of the records concerned. */
  readonly ids: readonly number[]
}

/** A record of the service. */
interface Versioned {
  readonly id: number
  readonly updated_at: number
}

/** The latest version of each record: a list that was read with an overlap may contain several. */
export const selectLatest = <R extends Versioned>(records: Iterable<R>): readonly R[] =>
  [...groupBy(records, ({ id }) => id).values()].map((versions) =>
    versions.reduce((latest, version) => (version.updated_at >= latest.updated_at ? version : latest)),
  )

/** A full outer join by key. */
export function joinByKey<Ours, Theirs, Key>(
  ours: ReadonlyMap<Key, Ours>,
  theirs: ReadonlyMap<Key, Theirs>,
): readonly { readonly key: Key; readonly ours: Ours | undefined; readonly theirs: Theirs | undefined }[] {
  const keys = new Set([...ours.keys(), ...theirs.keys()])
  return Array.from(keys, (key) => ({ key, ours: ours.get(key), theirs: theirs.get(key) }))
}

/** Identifies a record that has neither a request id nor a transaction. */
export const formatRecordKey = ({ id }: Pick<Versioned, 'id'>): string => `record ${id}`

export const listIds = (records: readonly Versioned[] = []): readonly number[] => records.map(({ id }) => id)

export type FindingSubject = Pick<Finding, 'what' | 'key' | 'symbol'>

export const createMissingFinding = (
  subject: FindingSubject,
  list: Finding['list'],
  ids: readonly number[] = [],
): Finding => ({
  kind: 'missing',
  ...subject,
  list,
  ids,
})

/** A finding if a list has several entries instead of one. */
export function createDuplicateFindings<T>(
  subject: FindingSubject,
  list: Finding['list'],
  group: Group<T>,
  ids: readonly number[] = [],
): readonly Finding[] {
  return group.length > 1 ? [{ kind: 'duplicate', ...subject, list, count: group.length, ids }] : []
}

/** The values of a field on both sides. */
interface ComparedValues {
  readonly member: 'amount' | 'fee'
  readonly ours: string
  readonly theirs: string
}

/** A finding if two values differ as decimals. */
export function createDifferenceFindings(
  subject: FindingSubject,
  list: Finding['list'],
  values: ComparedValues,
  ids: readonly number[],
): readonly Finding[] {
  return isEqual(values.ours, values.theirs) ? [] : [{ kind: 'differs', ...subject, list, ...values, ids }]
}

export const isEqual = (one: string, other: string): boolean =>
  compare(parseDecimal(one), parseDecimal(other)) === 0

/** Equal amounts have equal keys. */
export const formatAmountKey = (amount: string): string => canonicalize(parseDecimal(amount))

export const sumAmounts = (amounts: readonly string[]): string => sum(amounts.map(parseDecimal))

function parseDecimal(amount: string): Decimal {
  if (isDecimal(amount)) return amount
  throw new TypeError('Every amount and fee must be an exact decimal in a string.')
}
