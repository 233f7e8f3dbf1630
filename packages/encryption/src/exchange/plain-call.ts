// Finds the call and the parameters of a plain HTTP request.
import { readParameters } from '@custody-wallet/types/http'
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { toSafeName } from '@custody-wallet/types/validate'

import { decodeUtf8 } from '../bytes/encodings.ts'
import { getOperation } from '../codec/fields.ts'
import { EncryptionError, type EncryptionErrorIssue, Rejection } from '../errors.ts'
import { toInteger, JsonNumber } from '../json/number.ts'
import { readJson, isJsonObject, type JsonValue } from '../json/reader.ts'
import { readWithin, requestLimits } from '../limits.ts'
import type { SealedId } from '../profile/profile.ts'

/** A call, and its path segments. */
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

/** Finds the call by its path in the contract, with its `{segments}`. */
export function findOperation(template: string): OperationId {
  const operation = operationsByTemplate.get(template)
  if (operation === undefined) throw createUnknownPathError(template)
  return operation
}

/** Finds the call of a path with filled segments. Segments stay as they are written. */
export function findRoute(path: string): Route {
  for (const { id, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { operation: id, segments: { ...match.groups } }
  }
  throw createUnknownPathError(path)
}

// A path may contain personal data, such as an address to look up.
const createUnknownPathError = (path: string): TypeError =>
  new TypeError(
    `The interface has no call at ${path.replaceAll(/[^/]+/g, (name) => toSafeName(name))}. Check its spelling.`,
  )

/** Reads the parameters of a plain request. They are not checked yet. */
export async function readRequestParameters(
  operation: SealedId,
  { method, url, body, signal }: Request,
): Promise<unknown> {
  const { search } = new URL(url)
  if (method === 'GET') return readQueryParameters(operation, search)
  if (search !== '') throw new TypeError(`${operation} accepts parameters only in the body. Remove the query.`)
  return readBodyParameters(operation, await readWithin(body, requestLimits.body, signal))
}

/** Restores the types of a query string. Only a list may be repeated, or joined with commas. */
export function readQueryParameters(operation: SealedId, search: string): object {
  const kinds = getOperation(operation).parameters
  const { parameters, violations } = readParameters(search, (name) => kinds[name]?.kind)
  if (violations.length > 0) throw createInvalidError(operation, violations)
  return parameters
}

/** Reads a body strictly, so that the sealed content is exactly the body. */
export function readBodyParameters(operation: SealedId, body: Uint8Array): unknown {
  const { body: most } = requestLimits
  if (body.byteLength > most)
    throw createInvalidError(operation, [{ pointer: '', message: `must have at most ${most} bytes` }])
  try {
    return toPlain(readJson(decodeUtf8(body)))
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    throw createInvalidError(operation, [{ pointer: '', message: 'must be JSON in UTF-8 without repeated fields' }])
  }
}

// No parameter is a fraction or a number that a double rounds, so it becomes NaN, which every check rejects.
function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return toInteger(value) ?? Number.NaN
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, toPlain(entry)]))
  return Array.isArray(value) ? value.map((entry: JsonValue) => toPlain(entry)) : value
}

const createInvalidError = (operation: SealedId, issues: readonly EncryptionErrorIssue[]): EncryptionError =>
  new EncryptionError('PARAMETERS_INVALID', { operation, issues })
