import { findNearestName } from '@custody-wallet/types/validate'

import type { CallDescription } from './calls.ts'
import { createProblem } from './problem.ts'
import type { TextResponse } from './responses.ts'

export interface Routes<Call extends CallDescription> {
  /** Returns the calls at a path, one for each method. */
  readonly find: (path: string) => readonly Call[]
  /** Returns the path that was probably meant. */
  readonly findNearest: (path: string) => string | undefined
}

/** Creates the routes of calls. A fixed path takes precedence over one with variable segments. */
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
    find: (path) =>
      fixedRoutes.get(path) ?? patterns.filter(({ pattern }) => pattern.test(path)).map(({ call }) => call),
    findNearest: (path) => findNearestName(path, paths),
  }
}

const createPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('[\\w.~-]+')}$`,
  )

/** Finds the call of a method and path, or returns the problem. */
export function matchCall<Call extends CallDescription>(
  routes: Routes<Call>,
  method: string,
  path: string,
  hint = '',
): Call | TextResponse {
  const callsAtPath = routes.find(path)
  const expectedMethod = method === 'HEAD' ? 'GET' : method
  const call = callsAtPath.find((each) => each.method === expectedMethod)
  if (call) return call
  return callsAtPath.length > 0
    ? createWrongMethod(method, path, listAllowedMethods(callsAtPath))
    : createUnknownPathProblem(routes, path, hint)
}

/** Formats the `Allow` header for the calls at a path. */
export const listAllowedMethods = (calls: readonly CallDescription[]): string =>
  calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

export const createWrongMethod = (method: string, path: string, allow: string): TextResponse =>
  createProblem('wrong-method', { detail: `${path} accepts ${allow}, not ${method}.`, headers: { allow } })

export function createUnknownPathProblem(
  routes: Pick<Routes<CallDescription>, 'findNearest'>,
  path: string,
  more = '',
): TextResponse {
  const near = routes.findNearest(path)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return createProblem('unknown-path', { detail: `There is no call at ${path}.${hint}${more}` })
}
