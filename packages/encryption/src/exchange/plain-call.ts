// Which call a plain HTTP request makes, and with which parameters.
import { readParameters } from '@custody-wallet/types/http'
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { toSafeName } from '@custody-wallet/types/validate'

import { decodeUtf8 } from '../bytes/encodings.ts'
import { getOperation } from '../codec/fields.ts'
import { EncryptionError, type EncryptionErrorIssue, Rejection } from '../errors.ts'
import { readJson } from '../json/reader.ts'
import { toInteger, isJsonObject, JsonNumber, type JsonValue } from '../json/value.ts'
import { readWithin, requestLimits } from '../limits.ts'
import type { SealedId } from '../profile/profile.ts'

/** A call, and the path segments that were given for it. */
export interface Route {
  readonly operation: OperationId
  readonly segments: Readonly<Record<string, string>>
}

const operationsByTemplate: ReadonlyMap<string, OperationId> = new Map(
  Object.values(operations).map(({ path, id }) => [path, id]),
)

// `{resource_chain}` becomes a group of that name. No path has a character with a special meaning in a pattern.
const patterns = Object.values(operations).map(({ path, id }) => ({
  id,
  pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

/** The call with this path in the contract, with its braces. */
export function findOperation(template: string): OperationId {
  const operation = operationsByTemplate.get(template)
  if (operation === undefined) throw createUnknownPathError(template)
  return operation
}

/** The call that a path with filled segments belongs to. Segments stay as they are written. */
export function findRoute(path: string): Route {
  for (const { id, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { operation: id, segments: { ...match.groups } }
  }
  throw createUnknownPathError(path)
}

// A path may hold personal data, such as an address that somebody looks up.
const createUnknownPathError = (path: string): TypeError =>
  new TypeError(
    `The interface has no call at ${path.replaceAll(/[^/]+/g, (name) => toSafeName(name))}; check its spelling.`,
  )

/** Reads the parameters of a plain request. They are not checked yet. */
export async function readRequestParameters(
  operation: SealedId,
  { method, url, body, signal }: Request,
): Promise<unknown> {
  const { search } = new URL(url)
  if (method === 'GET') return readQueryParameters(operation, search)
  if (search !== '') throw new TypeError(`${operation} takes its parameters only in the body.`)
  return readBodyParameters(operation, await readWithin(body, requestLimits.body, signal))
}

/** Restores the types of a query string. A list is joined or repeated; every other parameter occurs once. */
export function readQueryParameters(operation: SealedId, search: string): object {
  const kinds = getOperation(operation).parameters
  const { parameters, violations } = readParameters(search, (name) => kinds[name]?.kind)
  if (violations.length > 0) throw createInvalidError(operation, violations)
  return parameters
}

/** Reads a body strictly, so that what is sealed is exactly what its bytes say. */
export function readBodyParameters(operation: SealedId, body: Uint8Array): unknown {
  const { body: most } = requestLimits
  if (body.byteLength > most)
    throw createInvalidError(operation, [{ pointer: '', message: `must have at most ${most} bytes` }])
  try {
    return toPlain(readJson(decodeUtf8(body)))
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw createInvalidError(operation, [
      { pointer: '', message: 'must be JSON in UTF-8 without repeated fields' },
    ])
  }
}

// No parameter is a fraction or a number that a double rounds. No check accepts NaN.
function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return toInteger(value) ?? Number.NaN
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, toPlain(entry)]))
  return Array.isArray(value) ? value.map((entry: JsonValue) => toPlain(entry)) : value
}

const createInvalidError = (operation: SealedId, issues: readonly EncryptionErrorIssue[]): EncryptionError =>
  new EncryptionError('PARAMETERS_INVALID', { operation, issues })
