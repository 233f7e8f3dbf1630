// Compares an answer with the call that it answers. A seal proves who wrote an answer, and not always for which call:
// an old answer can be sent again, and answers in blocks can be mixed.
import { succeeded } from '@custody-wallet/types'
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'

import { sealedAnswerError } from '../errors/sealed.ts'
import type { ErrorIssue } from '../errors/tree.ts'

type Members = Readonly<Record<string, unknown>>

interface Compared extends Pick<Operation, 'batch' | 'cursor'> {
  readonly parameters: Members
  /** Place of the content. */
  readonly at: string
  readonly records: readonly (readonly [pointer: string, record: Members])[]
}

/** So many issues say enough. */
const most = 10

/** Rejects an answer that cannot belong to a call with these parameters, by place. */
export function checkMatches(operation: OperationId, parameters: object, answer: unknown): void {
  const issues = mismatchesOf(operation, { ...parameters }, answer)
  if (issues.length > 0) throw sealedAnswerError('ANSWER_MISMATCHED', operation, { issues })
}

function mismatchesOf(operation: OperationId, parameters: Members, answer: unknown): readonly ErrorIssue[] {
  if (!succeeded(answer)) return []
  const { family, batch, cursor }: Operation = operations[operation]
  const [at, content] = family === 'mpc' ? ['', answer] : ['/data', memberOf(answer, 'data')]
  const compared = { parameters, at, records: recordsAt(at, content), batch, cursor }
  return [tooMany, strangers, beforeCursor, others, repeated].flatMap((find) => find(compared)).slice(0, most)
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null
const memberOf = (value: unknown, name: string): unknown => (isMembers(value) ? value[name] : undefined)

// A receipt has its content in a `data` of its own.
function recordsAt(pointer: string, content: unknown): Compared['records'] {
  if (Array.isArray(content))
    return content.flatMap((entry, index) => recordsAt(`${pointer}/${index}`, entry))
  if (!isMembers(content)) return []
  return [[pointer, content], ...recordsAt(`${pointer}/data`, content['data'])]
}

function issuesWhere(
  { records }: Compared,
  name: string,
  message: string,
  isWrong: (value: unknown) => boolean,
): readonly ErrorIssue[] {
  const wrong = records.filter(([, record]) => Object.hasOwn(record, name) && isWrong(record[name]))
  return wrong.map(([pointer]) => ({ pointer: `${pointer}/${name}`, message }))
}

function tooMany({ at, records, batch, cursor }: Compared): readonly ErrorIssue[] {
  const allowed = cursor?.page ?? (batch?.caps === 'records' ? batch.maximum : Infinity)
  return records.length > allowed ? [{ pointer: at, message: `has more than ${allowed} records` }] : []
}

/** Records that were not asked for; an empty id cannot be asked for. */
function strangers(compared: Compared): readonly ErrorIssue[] {
  const { batch, parameters } = compared
  if (batch?.record === undefined) return []
  const asked = new Set(idsOf(parameters, batch.parameter))
  return issuesWhere(compared, batch.record, 'was not asked for', (id) => !asked.has(String(id)))
}

const idsOf = (parameters: Members, name: string): readonly unknown[] => {
  const ids = parameters[name]
  return Array.isArray(ids) ? ids : []
}

function beforeCursor(compared: Compared): readonly ErrorIssue[] {
  const { cursor, parameters } = compared
  const after = cursor ? String(parameters[cursor.parameter]) : ''
  if (!cursor || !isWhole(after)) return []
  const isBefore = (id: unknown): boolean => isWhole(String(id)) && BigInt(String(id)) <= BigInt(after)
  return issuesWhere(compared, cursor.record, `is not greater than ${cursor.parameter}`, isBefore)
}

const isWhole = (text: string): boolean => /^\d+$/.test(text)

/** Members that repeat a parameter, such as the coin of a pull, with another value. */
function others(compared: Compared): readonly ErrorIssue[] {
  const given = Object.entries(compared.parameters).filter(([, value]) => typeof value !== 'object')
  return given.flatMap(([name, value]) =>
    issuesWhere(compared, name, 'is not the one that was asked for', (found) => found !== value),
  )
}

/** What tells a record from others: pending withdrawals have a `trans_id`. */
const identities = ['id', 'trans_id'] as const

function repeated(compared: Compared): readonly ErrorIssue[] {
  const { batch, parameters } = compared
  const ids = batch ? idsOf(parameters, batch.parameter) : []
  // A service may answer an id twice that stands in the list twice.
  if (new Set(ids).size < ids.length) return []
  return identities.flatMap((name) => {
    const seen = new Set<unknown>()
    return issuesWhere(compared, name, 'stands there twice', (id) => seen.size === seen.add(id).size)
  })
}
