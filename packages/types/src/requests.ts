/**
 * Reads calls of the plain view from requests of the Fetch API.
 *
 * @example
 * ```ts
 * import { createPlainRequest } from '@custody-wallet/types/http'
 * import { findRoute, readRequest } from '@custody-wallet/types/requests'
 *
 * const request = createPlainRequest('/api/v2/billing/withdrawList?ids=order-1,order-2')
 * const { operation } = findRoute(new URL(request.url).pathname)
 * console.log(operation, await readRequest(operation, request, request.signal))
 * ```
 *
 * @module
 */
import { readBody } from './http.ts'
import { type Operation, type OperationId, operations } from './operations.ts'
import { type QueryViolation, readParameters } from './query.ts'
import { toSafeName } from './validate/names.ts'
import { parseStrictly } from './validate/strict.ts'

export type { QueryViolation } from './query.ts'

/** A call, and its path segments. */
export interface Route {
  readonly operation: OperationId
  readonly segments: Readonly<Record<string, string>>
}

const operationsByTemplate: ReadonlyMap<string, OperationId> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.values(operations).map(({ path, id }) => [path, id]),
)

// `{resource_chain}` becomes a group of that name. No path has a character with a special meaning in a pattern.
const patterns = /* @__PURE__ */ Object.values(operations).map(({ path, id }) => ({
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

/** Throws if a request has another method than its call. */
export function checkMethod(operation: OperationId, { method }: Request): void {
  const { method: expected, path } = operations[operation]
  if (method !== expected) throw new TypeError(`${operation} is ${expected} ${path}, not ${method}.`)
}

/** Parameters of a request, and what could not be read. They are not checked yet. */
export interface ReadParameters {
  readonly parameters: unknown
  readonly violations: readonly QueryViolation[]
}

const maxBodyBytes = 256 * 1024

/**
 * Reads the parameters of a request: from the query of a GET, where a list is joined with commas or repeated, or from the
 * JSON body of a POST. Throws the reason of the signal when it aborts.
 */
export async function readRequest(
  operation: OperationId,
  { method, url, body }: Request,
  signal: AbortSignal,
): Promise<ReadParameters> {
  const { search } = new URL(url)
  const { parameters: kinds }: Operation = operations[operation]
  if (method === 'GET') return readParameters(search, (name) => kinds[name]?.kind)
  if (search !== '') throw new TypeError(`${operation} accepts parameters only in the body. Remove the query.`)
  return parseBody(await readBody(body, maxBodyBytes, signal))
}

// A reader that understood the body differently would see another call.
function parseBody(body: Uint8Array): ReadParameters {
  if (body.byteLength > maxBodyBytes) return createViolation(`must have at most ${maxBodyBytes} bytes`)
  const parameters = parseStrictly(body)
  return parameters === undefined
    ? createViolation('must be JSON in UTF-8 without repeated fields or rounded numbers')
    : { parameters, violations: [] }
}

const createViolation = (message: string): ReadParameters => ({
  parameters: undefined,
  violations: [{ pointer: '', message }],
})
