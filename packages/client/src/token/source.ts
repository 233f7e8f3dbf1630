import type { AccessTokenGrant } from '@custody-wallet/types'

import { isHeaderText } from '../calls/checks.ts'
import type { Tracing } from '../calls/tracing.ts'
import { ResponseError, ServiceError, TransportError } from '../errors/errors.ts'

export interface TokenSourceOptions {
  readonly fetchToken: () => Promise<AccessTokenGrant>
  /** Returns Unix milliseconds, if possible by the clock of the service, which decides when tokens expire. */
  readonly clock: () => number
  readonly tracing?: Tracing | undefined
}

export interface TokenSource {
  /** Returns a valid token. */
  readonly token: () => Promise<string>
  /** Removes a token that the service rejected. Ignores a token that has already been replaced. */
  readonly invalidate: (token: string) => void
}

/**
 * Gives all callers one token, and requests a new one before it expires. Only one request runs at a time, and callers
 * that leave do not end it. Tokens appear only in the result of `token`.
 */
export function createTokenSource({ fetchToken, clock, tracing }: TokenSourceOptions): TokenSource {
  const backoff = createBackoff(clock)
  let current: CachedToken | undefined
  let pending: Promise<string> | undefined

  async function requestToken(): Promise<string> {
    backoff.check()
    try {
      current = createCachedToken(await fetchToken(), clock())
      backoff.recordSuccess()
      return current.token
    } catch (error) {
      backoff.recordFailure(error)
      throw error
    }
  }

  function renew(): Promise<string> {
    pending ??= (tracing?.token(requestToken) ?? requestToken()).finally(() => {
      pending = undefined
    })
    // Without callers, an unhandled rejection would end the process.
    pending.catch(() => undefined)
    return pending
  }

  return {
    async token() {
      const now = clock()
      if (!current || now >= current.end) return renew()
      if (now >= current.renewal) void renew()
      return current.token
    },
    invalidate(token) {
      if (current?.token !== token) return
      backoff.recordRejection(current.start)
      current = undefined
    },
  }
}

interface CachedToken {
  readonly token: string
  readonly start: number
  /** When to request the next token, and when to stop using this one. */
  readonly renewal: number
  readonly end: number
}

// Shares of a token's remaining life, with upper limits in milliseconds.
const renewalMargin = { share: 0.2, most: 300_000 }
/** Time for a token to reach the service. */
const travelMargin = { share: 0.05, most: 5000 }

function createCachedToken({ access_token: token, expired_time: end }: AccessTokenGrant, start: number): CachedToken {
  const life = end - start
  if (!isHeaderText(token))
    throw createGrantError('access_token', 'must be visible ASCII, because it is sent as a header')
  if (!(life > 0)) throw createGrantError('expired_time', 'is in the past')
  const computeTime = ({ share, most }: typeof renewalMargin): number => end - Math.min(most, life * share)
  return { token, start, renewal: computeTime(renewalMargin), end: computeTime(travelMargin) }
}

const createGrantError = (field: keyof AccessTokenGrant, message: string): ResponseError =>
  new ResponseError('RESPONSE_INVALID', 'getToken', { issues: [{ pointer: `/data/${field}`, message }] })

const shortestWait = 1000
const longestWait = 60_000

/**
 * Allows at most one failed request a second. Consecutive rejections double the wait up to a minute: the IP address may
 * not be allowed, and more requests do not change that.
 */
function createBackoff(clock: () => number) {
  let rejections = 0
  let wait: { readonly error: unknown; readonly from: number; readonly until: number } | undefined
  function check(): void {
    const now = clock()
    // Setting the clock back must not lengthen the wait.
    if (wait && wait.from <= now && now < wait.until) throw wait.error
    wait = undefined
  }
  return {
    check,
    recordSuccess(): void {
      rejections = 0
      wait = undefined
    },
    recordFailure(error: unknown): void {
      if (error instanceof ServiceError) rejections += 1
      const [from, factor] = [clock(), 2 ** Math.max(0, rejections - 1)]
      wait = { error, from, until: from + Math.min(longestWait, shortestWait * factor) }
    },
    /** Waits as after a failure, from the start of the rejected token. A later failure already waits longer. */
    recordRejection(start: number): void {
      wait ??= { error: createRejectionError(), from: start, until: start + shortestWait }
    },
  }
}

function createRejectionError(): TransportError {
  const messageParts = { location: ': the service rejected the last token', next: 'Retry after a second.' }
  return new TransportError('TOKEN_HELD_BACK', 'getToken', {}, messageParts)
}
