import { nearestName } from '@custody-wallet/types/validate'

import type { MockOperation } from '../description/operations.ts'
import { filled } from '../prism/engine.ts'
import { problem } from './problem.ts'

/** Finds the calls of a path. */
export interface Routes {
  readonly at: (path: string) => readonly MockOperation[]
  /** The path that a misspelt one probably means. */
  readonly near: (path: string) => string | undefined
}

/** Paths of a description. A fixed path takes precedence over a pattern. */
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

/** Path of the list of calls. */
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

/** The call of a request, or the problem. */
export function routed(routes: Routes, method: string, path: string): MockOperation | Response {
  const found = routes.at(path)
  const operation = found.find((each) => each.method === (method === 'HEAD' ? 'GET' : method))
  if (operation) return operation
  return found.length > 0 ? wrongMethod(method, path, allowed(found)) : unknownPath(routes, path)
}

/** Methods of the calls at a path, for the `Allow` header. */
export const allowed = (operations: readonly MockOperation[]): string =>
  operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

/** The problem of a wrong method. */
export const wrongMethod = (method: string, path: string, allow: string): Response =>
  problem('wrong-method', { detail: `${path} takes ${allow}, not ${method}.`, headers: { allow } })

function unknownPath(routes: Routes, path: string): Response {
  const near = routes.near(path)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return problem('unknown-path', {
    detail: `There is no call at ${path}.${hint} ${pageAddress} lists all calls.`,
  })
}
