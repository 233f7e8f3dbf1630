import { nearestName } from '@custody-wallet/types/validate'

import type { TextAnswer } from './answers.ts'
import type { CallDescription } from './calls.ts'
import { problem } from './problem.ts'

/** Finds calls by path. */
export interface Routes<Call extends CallDescription> {
  /** The calls at a path, one for each method. */
  readonly at: (path: string) => readonly Call[]
  /** The path that was probably meant. */
  readonly near: (path: string) => string | undefined
}

/** Routes of a list of calls. A fixed path takes precedence over one with segments. */
export function routesOf<Call extends CallDescription>(
  calls: readonly Call[],
  otherPaths: readonly string[] = [],
): Routes<Call> {
  const fixed = new Map<string, readonly Call[]>()
  const patterns: { readonly call: Call; readonly pattern: RegExp }[] = []
  for (const call of calls)
    if (call.path.includes('{')) patterns.push({ call, pattern: patternOf(call.path) })
    else fixed.set(call.path, [...(fixed.get(call.path) ?? []), call])
  const paths = [...calls.map(({ path, shownPath = path }) => shownPath), ...otherPaths]
  return {
    at: (path) =>
      fixed.get(path) ?? patterns.filter(({ pattern }) => pattern.test(path)).map(({ call }) => call),
    near: (path) => nearestName(path, paths),
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('[\\w.~-]+')}$`,
  )

/** The call of a method and path, or the problem that says why there is none. */
export function routed<Call extends CallDescription>(
  routes: Routes<Call>,
  method: string,
  path: string,
  hint = '',
): Call | TextAnswer {
  const found = routes.at(path)
  const wanted = method === 'HEAD' ? 'GET' : method
  const call = found.find((each) => each.method === wanted)
  if (call) return call
  return found.length > 0 ? wrongMethod(method, path, allowed(found)) : unknownPath(routes, path, hint)
}

/** Methods of the calls at a path, as the `Allow` header has them. */
export const allowed = (calls: readonly CallDescription[]): string =>
  calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

/** The problem of a method that a path does not take. */
export const wrongMethod = (method: string, path: string, allow: string): TextAnswer =>
  problem('wrong-method', { detail: `${path} takes ${allow}, not ${method}.`, headers: { allow } })

/** The problem of a path without a call. It names the nearest path. */
export function unknownPath(
  routes: Pick<Routes<CallDescription>, 'near'>,
  path: string,
  more = '',
): TextAnswer {
  const near = routes.near(path)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return problem('unknown-path', { detail: `There is no call at ${path}.${hint}${more}` })
}
