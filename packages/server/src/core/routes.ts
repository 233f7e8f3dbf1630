import { findNearestName } from '@custody-wallet/types/validate'

import type { CallDescription } from './calls.ts'
import { createProblem } from './problem.ts'
import type { TextResponse } from './responses.ts'

/** Finds calls by path. */
export interface Routes<Call extends CallDescription> {
  /** The calls at a path, one for each method. */
  readonly at: (path: string) => readonly Call[]
  /** The path that was probably meant. */
  readonly near: (path: string) => string | undefined
}

/** Routes of a list of calls. A fixed path takes precedence over one with segments. */
export function createRoutes<Call extends CallDescription>(
  calls: readonly Call[],
  otherPaths: readonly string[] = [],
): Routes<Call> {
  const fixedRoutes = new Map<string, readonly Call[]>()
  const patterns: { readonly call: Call; readonly pattern: RegExp }[] = []
  for (const call of calls)
    if (call.path.includes('{')) patterns.push({ call, pattern: createPattern(call.path) })
    else fixedRoutes.set(call.path, [...(fixedRoutes.get(call.path) ?? []), call])
  const paths = [...calls.map(({ path, shownPath = path }) => shownPath), ...otherPaths]
  return {
    at: (path) =>
      fixedRoutes.get(path) ?? patterns.filter(({ pattern }) => pattern.test(path)).map(({ call }) => call),
    near: (path) => findNearestName(path, paths),
  }
}

const createPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('[\\w.~-]+')}$`,
  )

/** The call of a method and path, or the problem that says why there is none. */
export function matchCall<Call extends CallDescription>(
  routes: Routes<Call>,
  method: string,
  path: string,
  hint = '',
): Call | TextResponse {
  const found = routes.at(path)
  const expectedMethod = method === 'HEAD' ? 'GET' : method
  const call = found.find((each) => each.method === expectedMethod)
  if (call) return call
  return found.length > 0
    ? createWrongMethod(method, path, listAllowedMethods(found))
    : createUnknownPath(routes, path, hint)
}

/** Methods of the calls at a path, as the `Allow` header has them. */
export const listAllowedMethods = (calls: readonly CallDescription[]): string =>
  calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

/** The problem of a method that a path does not take. */
export const createWrongMethod = (method: string, path: string, allow: string): TextResponse =>
  createProblem('wrong-method', { detail: `${path} takes ${allow}, not ${method}.`, headers: { allow } })

/** The problem of a path without a call. It names the nearest path. */
export function createUnknownPath(
  routes: Pick<Routes<CallDescription>, 'near'>,
  path: string,
  more = '',
): TextResponse {
  const near = routes.near(path)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return createProblem('unknown-path', { detail: `There is no call at ${path}.${hint}${more}` })
}
