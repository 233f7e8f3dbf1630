// Which call a plain HTTP request makes, and with which parameters.
import { readParameters } from '@custody-wallet/types/http'
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { shownName } from '@custody-wallet/types/validate'

import { decodeUtf8 } from '../bytes/encodings.ts'
import { factsOf } from '../codec/members.ts'
import { EncryptionError, type EncryptionErrorIssue, Rejection } from '../errors.ts'
import { readJson } from '../json/reader.ts'
import { integerOf, isJsonObject, JsonNumber, type JsonValue } from '../json/value.ts'
import { readWithin, requestLimits } from '../limits.ts'
import type { SealedId } from '../profile/profile.ts'

/** A call, and the path segments that were given for it. */
export interface Route {
  readonly operation: OperationId
  readonly segments: Readonly<Record<string, string>>
}

const byTemplate: ReadonlyMap<string, OperationId> = new Map(
  Object.values(operations).map(({ path, id }) => [path, id]),
)

// `{resource_chain}` becomes a group of that name. No path has a character with a special meaning in a pattern.
const patterns = Object.values(operations).map(({ path, id }) => ({
  id,
  pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

/** The call with this path in the contract, with its braces. */
export function operationAt(template: string): OperationId {
  const operation = byTemplate.get(template)
  if (operation === undefined) throw unknownPath(template)
  return operation
}

/** The call that a path with filled segments belongs to. Segments stay as they are written. */
export function routeAt(path: string): Route {
  for (const { id, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { operation: id, segments: { ...match.groups } }
  }
  throw unknownPath(path)
}

// A path may hold personal data, such as an address that somebody looks up.
const unknownPath = (path: string): TypeError =>
  new TypeError(
    `The interface has no call at ${path.replaceAll(/[^/]+/g, (name) => shownName(name))}; check its spelling.`,
  )

/** Reads the parameters of a plain request. They are not checked yet. */
export async function parametersOf(
  operation: SealedId,
  { method, url, body, signal }: Request,
): Promise<unknown> {
  const { search } = new URL(url)
  if (method === 'GET') return queryParameters(operation, search)
  if (search !== '') throw new TypeError(`${operation} takes its parameters only in the body.`)
  return bodyParameters(operation, await readWithin(body, requestLimits.body, signal))
}

/** Restores the types of a query string. A list is joined or repeated; every other parameter occurs once. */
export function queryParameters(operation: SealedId, search: string): object {
  const kinds = factsOf(operation).parameters
  const { parameters, violations } = readParameters(search, (name) => kinds[name]?.kind)
  if (violations.length > 0) throw invalid(operation, violations)
  return parameters
}

/** Reads a body strictly, so that what is sealed is exactly what its bytes say. */
export function bodyParameters(operation: SealedId, body: Uint8Array): unknown {
  const { body: most } = requestLimits
  if (body.byteLength > most)
    throw invalid(operation, [{ pointer: '', message: `must have at most ${most} bytes` }])
  try {
    return plain(readJson(decodeUtf8(body)))
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw invalid(operation, [{ pointer: '', message: 'must be JSON in UTF-8 without repeated members' }])
  }
}

// No parameter is a fraction or a number that a double rounds. No check accepts NaN.
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return integerOf(value) ?? Number.NaN
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
  return Array.isArray(value) ? value.map((entry: JsonValue) => plain(entry)) : value
}

const invalid = (operation: SealedId, issues: readonly EncryptionErrorIssue[]): EncryptionError =>
  new EncryptionError('PARAMETERS_INVALID', { operation, issues })
