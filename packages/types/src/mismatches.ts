/**
 * Compares a response with its call. A signature proves who wrote a response, but not always for which call: an attacker
 * can send an old response again, or mix responses that are encrypted in blocks.
 *
 * @example
 * ```ts
 * import { findMismatches } from '@custody-wallet/types/mismatches'
 *
 * const response = { code: 0, msg: 'success', data: { symbol: 'ETH', address_count: 12 } }
 * console.log(findMismatches('countAvailableAddresses', { symbol: 'BTC' }, response))
 * ```
 *
 * @module
 */
import { isObject } from './checks.ts'
import { type Operation, type OperationId, operations } from './operations.ts'
import { isSuccessful } from './success.ts'

/** A path at which a response does not belong to its call. It never contains the value. */
export interface Mismatch {
  /** JSON pointer; empty for the whole response. */
  readonly pointer: string
  readonly message: string
}

type Fields = Readonly<Record<string, unknown>>

interface Comparison extends Pick<Operation, 'batch' | 'cursor'> {
  readonly parameters: Fields
  /** JSON pointer to the content. */
  readonly pointer: string
  readonly records: readonly (readonly [pointer: string, record: Fields])[]
}

const maxMismatches = 10

/** Lists the first ten paths at which a success does not belong to a call with these parameters. */
export function findMismatches(operation: OperationId, parameters: object, response: unknown): readonly Mismatch[] {
  if (!isSuccessful(response)) return []
  const { family, batch, cursor }: Operation = operations[operation]
  const [pointer, content] = family === 'mpc' ? ['', response] : ['/data', getField(response, 'data')]
  const comparison = {
    parameters: { ...parameters },
    pointer,
    records: listRecords(pointer, content),
    batch,
    cursor,
  }
  return rules.flatMap((rule) => rule(comparison)).slice(0, maxMismatches)
}

const rules: readonly ((comparison: Comparison) => readonly Mismatch[])[] = [
  findExcessRecords,
  findUnrequestedRecords,
  findRecordsBeforeCursor,
  findDifferingFields,
  findDuplicateRecords,
]

const getField = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

// A receipt has its content in another `data`.
function listRecords(pointer: string, content: unknown): Comparison['records'] {
  if (Array.isArray(content)) return content.flatMap((entry, index) => listRecords(`${pointer}/${index}`, entry))
  if (!isObject(content)) return []
  return [[pointer, content], ...listRecords(`${pointer}/data`, content['data'])]
}

function findMismatchesWhere(
  { records }: Comparison,
  name: string,
  message: string,
  isWrong: (value: unknown) => boolean,
): readonly Mismatch[] {
  const wrongRecords = records.filter(([, record]) => Object.hasOwn(record, name) && isWrong(record[name]))
  return wrongRecords.map(([pointer]) => ({ pointer: `${pointer}/${name}`, message }))
}

function findExcessRecords({ pointer, records, batch, cursor }: Comparison): readonly Mismatch[] {
  const limit = cursor?.page ?? (batch?.caps === 'records' ? batch.maximum : Infinity)
  return records.length > limit ? [{ pointer, message: `has more than ${limit} records` }] : []
}

function findUnrequestedRecords(comparison: Comparison): readonly Mismatch[] {
  const { batch, parameters } = comparison
  if (batch?.record === undefined) return []
  const requestedIds = new Set(readIds(parameters, batch.parameter))
  return findMismatchesWhere(comparison, batch.record, 'was not requested', (id) => !requestedIds.has(String(id)))
}

function readIds(parameters: Fields, name: string): readonly unknown[] {
  const ids = parameters[name]
  return Array.isArray(ids) ? ids : []
}

function findRecordsBeforeCursor(comparison: Comparison): readonly Mismatch[] {
  const { cursor, parameters } = comparison
  const after = cursor ? String(parameters[cursor.parameter]) : ''
  if (!cursor || !isIntegerText(after)) return []
  const isBefore = (id: unknown): boolean => isIntegerText(String(id)) && BigInt(String(id)) <= BigInt(after)
  return findMismatchesWhere(comparison, cursor.record, `is not greater than ${cursor.parameter}`, isBefore)
}

const isIntegerText = (text: string): boolean => /^\d+$/.test(text)

/** Finds fields with the name of a parameter, such as the coin of a pull, and another value. */
function findDifferingFields(comparison: Comparison): readonly Mismatch[] {
  const scalars = Object.entries(comparison.parameters).filter(([, value]) => typeof value !== 'object')
  return scalars.flatMap(([name, value]) =>
    findMismatchesWhere(comparison, name, 'differs from the parameter', (found) => found !== value),
  )
}

/** Fields that identify a record. Pending withdrawals have a `trans_id`. */
const identities = ['id', 'trans_id'] as const

function findDuplicateRecords(comparison: Comparison): readonly Mismatch[] {
  const { batch, parameters } = comparison
  const ids = batch ? readIds(parameters, batch.parameter) : []
  // A service may return a record twice if the list has its id twice.
  if (new Set(ids).size < ids.length) return []
  return identities.flatMap((name) => {
    const knownIds = new Set<unknown>()
    return findMismatchesWhere(comparison, name, 'is repeated', (id) => knownIds.size === knownIds.add(id).size)
  })
}
