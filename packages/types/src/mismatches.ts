/**
 * Compares an answer with the call that it answers. A signature proves who wrote an answer, but not always for which
 * call: an old answer can be sent again, and answers that are encrypted in blocks can be mixed.
 *
 * @example
 * ```ts
 * import { mismatchesOf } from '@custody-wallet/types/mismatches'
 *
 * const answer = { code: 0, msg: 'success', data: { symbol: 'ETH', address_count: 12 } }
 * console.log(mismatchesOf('countAvailableAddresses', { symbol: 'BTC' }, answer))
 * ```
 *
 * @module
 */
import { type Operation, type OperationId, operations } from './operations.ts'
import { succeeded } from './success.ts'

/** One place where an answer does not belong to its call. The value itself is not repeated. */
export interface Mismatch {
  /** JSON pointer to the place; empty for the whole answer. */
  readonly pointer: string
  readonly message: string
}

type Members = Readonly<Record<string, unknown>>

interface Compared extends Pick<Operation, 'batch' | 'cursor'> {
  readonly parameters: Members
  /** Place of the content. */
  readonly at: string
  readonly records: readonly (readonly [pointer: string, record: Members])[]
}

const mostMismatches = 10

/** Lists the first ten places where a success cannot answer a call with these parameters. */
export function mismatchesOf(
  operation: OperationId,
  parameters: object,
  answer: unknown,
): readonly Mismatch[] {
  if (!succeeded(answer)) return []
  const { family, batch, cursor }: Operation = operations[operation]
  const [at, content] = family === 'mpc' ? ['', answer] : ['/data', memberOf(answer, 'data')]
  const compared = { parameters: { ...parameters }, at, records: recordsAt(at, content), batch, cursor }
  return rules.flatMap((rule) => rule(compared)).slice(0, mostMismatches)
}

const rules: readonly ((compared: Compared) => readonly Mismatch[])[] = [
  tooManyRecords,
  unrequestedRecords,
  recordsBeforeCursor,
  differingMembers,
  repeatedRecords,
]

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null
const memberOf = (value: unknown, name: string): unknown => (isMembers(value) ? value[name] : undefined)

// A receipt has its content in a `data` of its own.
function recordsAt(pointer: string, content: unknown): Compared['records'] {
  if (Array.isArray(content))
    return content.flatMap((entry, index) => recordsAt(`${pointer}/${index}`, entry))
  if (!isMembers(content)) return []
  return [[pointer, content], ...recordsAt(`${pointer}/data`, content['data'])]
}

function mismatchesWhere(
  { records }: Compared,
  name: string,
  message: string,
  isWrong: (value: unknown) => boolean,
): readonly Mismatch[] {
  const wrong = records.filter(([, record]) => Object.hasOwn(record, name) && isWrong(record[name]))
  return wrong.map(([pointer]) => ({ pointer: `${pointer}/${name}`, message }))
}

function tooManyRecords({ at, records, batch, cursor }: Compared): readonly Mismatch[] {
  const allowed = cursor?.page ?? (batch?.caps === 'records' ? batch.maximum : Infinity)
  return records.length > allowed ? [{ pointer: at, message: `has more than ${allowed} records` }] : []
}

function unrequestedRecords(compared: Compared): readonly Mismatch[] {
  const { batch, parameters } = compared
  if (batch?.record === undefined) return []
  const requested = new Set(idsOf(parameters, batch.parameter))
  return mismatchesWhere(compared, batch.record, 'was not requested', (id) => !requested.has(String(id)))
}

function idsOf(parameters: Members, name: string): readonly unknown[] {
  const ids = parameters[name]
  return Array.isArray(ids) ? ids : []
}

function recordsBeforeCursor(compared: Compared): readonly Mismatch[] {
  const { cursor, parameters } = compared
  const after = cursor ? String(parameters[cursor.parameter]) : ''
  if (!cursor || !isWhole(after)) return []
  const isBefore = (id: unknown): boolean => isWhole(String(id)) && BigInt(String(id)) <= BigInt(after)
  return mismatchesWhere(compared, cursor.record, `is not greater than ${cursor.parameter}`, isBefore)
}

const isWhole = (text: string): boolean => /^\d+$/.test(text)

/** Members that repeat a parameter, such as the coin of a pull, with another value. */
function differingMembers(compared: Compared): readonly Mismatch[] {
  const given = Object.entries(compared.parameters).filter(([, value]) => typeof value !== 'object')
  return given.flatMap(([name, value]) =>
    mismatchesWhere(compared, name, 'differs from the parameter', (found) => found !== value),
  )
}

/** The members that identify a record: pending withdrawals have a `trans_id`. */
const identities = ['id', 'trans_id'] as const

function repeatedRecords(compared: Compared): readonly Mismatch[] {
  const { batch, parameters } = compared
  const ids = batch ? idsOf(parameters, batch.parameter) : []
  // A service may answer an id twice that is in the list twice.
  if (new Set(ids).size < ids.length) return []
  return identities.flatMap((name) => {
    const seen = new Set<unknown>()
    return mismatchesWhere(compared, name, 'is repeated', (id) => seen.size === seen.add(id).size)
  })
}
