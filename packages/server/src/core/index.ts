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
export {
  type Answer,
  type AnswerRequest,
  answerRequestOf,
  type Fetch,
  fetchOf,
  LostAnswerError,
  type RequestInfo,
  TextAnswer,
} from './answers.ts'
export { type Core, type CoreOptions, createCore, jsonHeaders, type Page } from './app.ts'
export { type CallDescription, contractCalls, type Kind } from './calls.ts'
export { contractViolations, isOperation, violationsOf } from './checks.ts'
export { isLoopback, listenAt, listenOn, ListenError, type Listening, type ListenOptions } from './listen.ts'
export { badPreference, type PreferenceReader, type PreferenceReaders, readPreferences } from './prefer.ts'
export {
  problem,
  type ProblemFacts,
  type ProblemKind,
  type ProblemName,
  sentence,
  sentenceOf,
  unavailable,
  UnavailableError,
  type Violation,
} from './problem.ts'
export { readQuery, type ReadRequest } from './read.ts'
export { type Routes, routesOf, unknownPath } from './routes.ts'
export { checkedAnswer } from '../service/answer.ts'
export { checkTokenCall, tokenFailure } from '../service/token-call.ts'
