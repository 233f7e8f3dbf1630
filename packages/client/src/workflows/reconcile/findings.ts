import type { Decimal } from '@custody-wallet/types'

import { compare, isDecimal, sum } from '../../decimal.ts'
import { canonicalize } from '../deposits.ts'
import { type Group, groupBy } from '../groups.ts'

/** An entry of the books that is wrong. */
export interface Finding {
  /** `undone`: the chain undid a notified credit. */
  readonly kind: 'missing' | 'duplicate' | 'differs' | 'undone'
  readonly what: 'deposit' | 'withdrawal' | 'miner fee'
  /** The list in which the entry is missing, duplicate or different. */
  readonly list: 'notified' | 'deposits' | 'withdrawals' | 'minerFees'
  /** Request id, or else transaction id, or else the id of the record, such as `record 7`. */
  readonly key: string
  readonly symbol: string
  /** Field that differs. */
  readonly member?: 'amount' | 'fee' | 'txid'
  /** Value on our side: from the notification, or from a withdrawal. */
  readonly ours?: string
  /** Value in the list of the service. */
  readonly theirs?: string
  /** Number of duplicates in the list. */
  readonly count?: number
  /** Ids of the affected records. */
  readonly ids: readonly number[]
}

/** A record of the service. */
interface Versioned {
  readonly id: number
  readonly updated_at: number
}

/** Selects the latest version of each record, because lists that were read with an overlap may contain several. */
export const selectLatest = <R extends Versioned>(records: Iterable<R>): readonly R[] =>
  [...groupBy(records, ({ id }) => id).values()].map((versions) =>
    versions.reduce((latest, version) => (version.updated_at >= latest.updated_at ? version : latest)),
  )

export function joinByKey<Ours, Theirs, Key>(
  ours: ReadonlyMap<Key, Ours>,
  theirs: ReadonlyMap<Key, Theirs>,
): readonly { readonly key: Key; readonly ours: Ours | undefined; readonly theirs: Theirs | undefined }[] {
  const keys = new Set([...ours.keys(), ...theirs.keys()])
  return Array.from(keys, (key) => ({ key, ours: ours.get(key), theirs: theirs.get(key) }))
}

/** Formats the key of a record without request id and transaction. */
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

export function createDuplicateFindings<T>(
  subject: FindingSubject,
  list: Finding['list'],
  group: Group<T>,
  ids: readonly number[] = [],
): readonly Finding[] {
  return group.length > 1 ? [{ kind: 'duplicate', ...subject, list, count: group.length, ids }] : []
}

interface ComparedValues {
  readonly member: 'amount' | 'fee'
  readonly ours: string
  readonly theirs: string
}

export function createDifferenceFindings(
  subject: FindingSubject,
  list: Finding['list'],
  values: ComparedValues,
  ids: readonly number[],
): readonly Finding[] {
  return isEqual(values.ours, values.theirs) ? [] : [{ kind: 'differs', ...subject, list, ...values, ids }]
}

export const isEqual = (one: string, other: string): boolean => compare(parseDecimal(one), parseDecimal(other)) === 0

export const formatAmountKey = (amount: string): string => canonicalize(parseDecimal(amount))

export const sumAmounts = (amounts: readonly string[]): string => sum(amounts.map(parseDecimal))

function parseDecimal(amount: string): Decimal {
  if (isDecimal(amount)) return amount
  throw new TypeError('Every amount and fee must be an exact decimal in a string.')
}
