/**
 * The untyped core of the server: the plain view of any list of calls, for mocks and test doubles.
 *
 * @example
 * ```ts
 * import { contractCalls, createCore } from '@custody-wallet/server/core'
 *
 * const core = createCore({ calls: contractCalls, check: () => [], handle: ({ id }) => Response.json({ id }) })
 * console.log(await (await core.fetch(new Request('http://service/api/v2/user/info?email=a@shop.example'))).json())
 * ```
 *
 * @module
 */
export { type CallMetrics, type CountedCall, createCallMetrics } from './metrics.ts'
export {
  type AnyResponse,
  type Responder,
  getResponder,
  type Fetch,
  createFetch,
  LostResponseError,
  type RequestInfo,
  StreamResponse,
  TextResponse,
  type View,
} from './responses.ts'
export {
  type Core,
  type CoreOptions,
  createCore,
  createCoreResponder,
  createJsonResponse,
  jsonHeaders,
  type Page,
} from './app.ts'
export { type CallDescription, contractCalls, type Kind } from './calls.ts'
export { findContractViolations, isOperationId, toViolations } from './checks.ts'
export type { Readiness, ReadyCheck, ReadyChecks } from './health.ts'
export type { ListenOptions } from './listen-options.ts'
export { listenAt, listenOn, ListenError, type RunningServer } from './listen.ts'
export { createPreferenceProblem, type PreferenceReader, type PreferenceReaders, readPreferences } from './prefer.ts'
export {
  createProblem,
  type ProblemDetails,
  type ProblemKind,
  type ProblemName,
  toSentence,
  describeViolations,
  createUnavailableProblem,
  UnavailableError,
  type Violation,
} from './problem.ts'
export { readQuery, type ReadRequest } from './read.ts'
export { type Routes, createRoutes, createUnknownPathProblem } from './routes.ts'
