// A request passes the steps of a port until one of them responds.
import { type TextResponse, UnavailableError } from '@custody-wallet/server'
import { createUnavailableProblem, type RequestInfo, type Responder } from '@custody-wallet/server/core'

import type { Engine } from './engine/engine.ts'

/** Handles a request, as the rest of a pipeline does. */
export type Next = Responder<RequestInfo, TextResponse>

/** Responds to a request, or passes it on and may change the response. */
export type Step = (request: Request, info: RequestInfo, next: Next) => Promise<TextResponse>

/** Joins steps. The first one gets the request first. */
export const joinSteps = (steps: readonly Step[], last: Next): Next =>
  steps.reduceRight<Next>((next, step) => (request, info) => step(request, info, next), last)

/**
 * Sets the `Date` header to the time of the sandbox instead of the machine. Clients read from it which timestamps the
 * sandbox accepts.
 */
export const createDateStep =
  (now: () => number): Step =>
  async (request, info, next) => {
    const response = await next(request, info)
    return response.with({ date: new Date(now()).toUTCString() })
  }

/** Serves a page at the root path, which no call has. */
export const createRootStep =
  (createPage: () => TextResponse): Step =>
  async (request, info, next) =>
    isRoot(request) ? createPage() : next(request, info)

// Parsing the address of every call would take longer than the rest of its routing.
const isRoot = ({ method, url }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /^https?:\/\/[^/]+\/(?:\?|$)/.test(url)

/** Reads the changes of other processes before a request. If the database is unreachable, it responds with HTTP 503. */
export const createRefreshStep =
  ({ refresh }: Engine, onError: ((error: unknown) => unknown) | undefined): Step =>
  async (request, info, next) => {
    try {
      await refresh()
    } catch (error) {
      onError?.(error)
      if (error instanceof UnavailableError) return createUnavailableProblem()
      throw error
    }
    return next(request, info)
  }
