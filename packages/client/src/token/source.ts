import type { AccessTokenGrant } from '@custody-wallet/types'

import { isHeaderText } from '../calls/checks.ts'
import { startPlatformTimer, type SetTimer } from '../calls/deadline.ts'
import { ResponseError, TransportError } from '../errors/errors.ts'

export interface TokenSourceOptions {
  readonly fetchToken: (signal: AbortSignal | undefined) => Promise<AccessTokenGrant>
  /** Returns Unix milliseconds, if possible by the clock of the service, which decides when tokens expire. */
  readonly clock: () => number
  /** Whether an error is a rejection by the service. Default: every error. */
  readonly isRejection?: (error: unknown) => boolean
  readonly setTimer?: SetTimer
}

export interface TokenSource {
  /** Returns a valid token. */
  readonly token: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<string>
  /** Removes a token that the service rejected. Ignores a token that has already been replaced. */
  readonly invalidate: (token: string) => void
}

/**
 * Gives all callers one token, and requests a new one before it expires. Only one request runs at a time. Tokens appear
 * only in the result of `token`.
 */
export function createTokenSource({
  fetchToken,
  clock,
  isRejection = () => true,
  setTimer = startPlatformTimer,
}: TokenSourceOptions): TokenSource {
  const backoff = createBackoff(clock, isRejection)
  let currentToken: CachedToken | undefined
  let pending: SharedRequest<string> | undefined

  async function fetchOnce(signal: AbortSignal, isCurrent: () => boolean): Promise<string> {
    try {
      const fresh = createCachedToken(await fetchToken(signal), clock())
      if (isCurrent()) {
        currentToken = fresh
        backoff.recordSuccess()
      }
      return fresh.token
    } catch (error) {
      if (isCurrent()) backoff.recordFailure(error)
      throw error
    } finally {
      if (isCurrent()) pending = undefined
    }
  }

  function start(isBackground: boolean): SharedRequest<string> {
    const isCurrent = (): boolean => pending === request
    const onAbandoned = (): void => {
      if (isCurrent()) pending = undefined
    }
    const request = shareRequest((signal) => fetchOnce(signal, isCurrent), {
      isBackground,
      onAbandoned,
      setTimer,
    })
    pending = request
    return request
  }

  return {
    async token({ signal } = {}) {
      signal?.throwIfAborted()
      const now = clock()
      const wait = pending ? undefined : backoff.getWait()
      if (currentToken && now < currentToken.end) {
        if (now >= currentToken.renewal && !pending && !wait) start(true)
        return currentToken.token
      }
      if (wait) throw wait.error
      return (pending ?? start(false)).join(signal)
    },
    invalidate(token) {
      if (currentToken?.token !== token) return
      currentToken = undefined
      backoff.recordRejection(createRejectionError())
    },
  }
}

interface CachedToken {
  readonly token: string
  /** When to request the next token, and when to stop using this one. */
  readonly renewal: number
  readonly end: number
}

// Shares of a token's remaining life, with upper limits in milliseconds.
const renewalMargin = { share: 0.2, most: 300_000 }
/** Time for a token to reach the service. */
const travelMargin = { share: 0.05, most: 5000 }

function createCachedToken({ access_token: token, expired_time: end }: AccessTokenGrant, now: number): CachedToken {
  const life = end - now
  if (!isHeaderText(token))
    throw createGrantError('access_token', 'must be visible ASCII, because it is sent as a header')
  if (!(life > 0)) throw createGrantError('expired_time', 'is in the past')
  const computeTime = ({ share, most }: typeof renewalMargin): number => end - Math.min(most, life * share)
  return { token, renewal: computeTime(renewalMargin), end: computeTime(travelMargin) }
}

const createGrantError = (field: keyof AccessTokenGrant, message: string): ResponseError =>
  new ResponseError('RESPONSE_INVALID', 'getToken', { issues: [{ pointer: `/data/${field}`, message }] })

function createRejectionError(): TransportError {
  const messageParts = { location: ': the service rejected the last token', next: 'Retry after a second.' }
  return new TransportError('TOKEN_HELD_BACK', 'getToken', {}, messageParts)
}

/** A failed request, and the period without another request. */
interface Wait {
  readonly error: unknown
  readonly from: number
  readonly until: number
}

const shortestWait = 1000
const longestWait = 60_000

/**
 * Allows at most one failed request a second. Consecutive rejections double the wait up to a minute: the IP address may
 * not be allowed, and more requests do not change that.
 */
function createBackoff(clock: () => number, isRejection: (error: unknown) => boolean) {
  let grantTime = -Infinity
  let rejections = 0
  let lastWait: Wait | undefined
  function getWait(): Wait | undefined {
    const now = clock()
    // Setting the clock back must not lengthen the wait.
    return lastWait && lastWait.from <= now && now < lastWait.until ? lastWait : undefined
  }
  return {
    getWait,
    recordSuccess(): void {
      grantTime = clock()
      rejections = 0
      lastWait = undefined
    },
    recordFailure(error: unknown): void {
      if (isRejection(error)) rejections += 1
      const from = clock()
      const wait = Math.min(longestWait, shortestWait * 2 ** Math.max(0, rejections - 1))
      lastWait = { error, from, until: from + wait }
    },
    /** Waits as after a failure, from the time at which the rejected token was granted. */
    recordRejection(error: unknown): void {
      if (!getWait()) lastWait = { error, from: grantTime, until: grantTime + shortestWait }
    },
  }
}

/** One request that several callers wait for. */
interface SharedRequest<T> {
  /** Waits for the result. A caller leaves when its signal aborts; without callers, the request is aborted. */
  join(signal: AbortSignal | undefined): Promise<T>
}

interface SharedRequestOptions {
  /** Whether the request continues without callers. */
  readonly isBackground: boolean
  /** Called before a request without callers is aborted. */
  readonly onAbandoned: () => void
  readonly setTimer: SetTimer
}

/** An abandoned request continues for a second, because callers with short timeouts often call again. */
const abandonedAfter = 1000

function shareRequest<T>(
  request: (signal: AbortSignal) => Promise<T>,
  { isBackground, onAbandoned, setTimer }: SharedRequestOptions,
): SharedRequest<T> {
  const controller = new AbortController()
  // In a later microtask, so that the caller stores the shared request before it can end.
  const result = Promise.resolve().then(() => request(controller.signal))
  let cancelTimer: () => void = () => undefined
  const finish = (): void => cancelTimer()
  // Without callers, an unhandled rejection would end the process.
  result.then(finish, finish)
  let callers = isBackground ? 1 : 0
  const abandon = (): void => {
    onAbandoned()
    controller.abort()
  }
  const leave = (): void => {
    callers -= 1
    if (callers === 0) cancelTimer = setTimer(abandon, abandonedAfter)
  }
  return {
    join(signal) {
      callers += 1
      cancelTimer()
      return signal ? waitUnlessAborted(result, signal, leave) : result
    },
  }
}

function waitUnlessAborted<T>(result: Promise<T>, signal: AbortSignal, leave: () => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => {
      leave()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
