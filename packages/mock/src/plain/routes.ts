import { nearestName } from '@custody-wallet/types/validate'

import type { MockOperation } from '../description/operations.ts'
import { filled } from '../prism/engine.ts'
import { problem } from './problem.ts'

/** Finds the calls of a path. */
export interface Routes {
  readonly at: (path: string) => readonly MockOperation[]
  /** The path that was probably meant. */
  readonly near: (path: string) => string | undefined
}

/** Paths of a description. A text wins over a segment that may have any text. */
export function routesOf(operations: readonly MockOperation[]): Routes {
  const fixed = new Map<string, readonly MockOperation[]>()
  for (const operation of operations.filter(isFixed))
    fixed.set(operation.path, [...(fixed.get(operation.path) ?? []), operation])
  const patterns = operations
    .filter((operation) => !isFixed(operation))
    .map((operation) => ({ operation, pattern: patternOf(operation) }))
  const paths = [...operations.map(filled), pageAddress]
  return {
    at: (path) =>
      fixed.get(path) ??
      patterns.filter(({ pattern }) => pattern.test(path)).map(({ operation }) => operation),
    near: (path) => nearestName(path, paths),
  }
}

/** Where the mock tells what it answers. */
export const pageAddress = '/_mock'

const isFixed = ({ path }: MockOperation): boolean => !path.includes('{')

const patternOf = ({ path }: MockOperation): RegExp =>
  new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map(literally)
      .join('[\\w.~-]+')}$`,
  )

const literally = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** The call that a request is for, or why there is none. */
export function routed(routes: Routes, method: string, path: string): MockOperation | Response {
  const found = routes.at(path)
  const wanted = method === 'HEAD' ? 'GET' : method
  const operation = found.find((each) => each.method === wanted)
  if (operation) return operation
  return found.length > 0 ? wrongMethod(method, path, allowed(found)) : unknownPath(routes, path)
}

/** Methods of the calls at a path, as the `Allow` header has them. */
export const allowed = (operations: readonly MockOperation[]): string =>
  operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

/** The refusal of a method that a path does not take. */
export const wrongMethod = (method: string, path: string, allow: string): Response =>
  problem('wrong-method', { detail: `${path} takes ${allow}, not ${method}.`, headers: { allow } })

function unknownPath(routes: Routes, path: string): Response {
  const near = routes.near(path)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return problem('unknown-path', {
    detail: `There is no call at ${path}.${hint} ${pageAddress} lists all calls.`,
  })
}
