// Which call of the interface a path of the plain view stands for.
import { type OperationId, operations } from '@custody-wallet/types/operations'
import { shownName } from '@custody-wallet/types/validate'

/** A call, and the path segments that were given for it. */
export interface Route {
  readonly operation: OperationId
  readonly segments: Readonly<Record<string, string>>
}

const byTemplate: ReadonlyMap<string, OperationId> = new Map(
  Object.values(operations).map(({ path, id }) => [path, id]),
)

// `{resource_chain}` becomes a group of that name. No path holds a character that a pattern would read otherwise.
const patterns = Object.values(operations).map(({ path, id }) => ({
  id,
  pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

/** The call whose path in the contract, with its braces, is the given one. */
export function operationAt(template: string): OperationId {
  const operation = byTemplate.get(template)
  if (operation === undefined) throw noCall(template)
  return operation
}

/** The call that a path with filled segments stands for. Segments stay as they are written. */
export function routeAt(path: string): Route {
  for (const { id, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { operation: id, segments: { ...match.groups } }
  }
  throw noCall(path)
}

// A path may hold what somebody looks up.
const noCall = (path: string): TypeError =>
  new TypeError(
    `The interface has no call at ${path.replaceAll(/[^/]+/g, (name) => shownName(name))}; check its spelling.`,
  )
