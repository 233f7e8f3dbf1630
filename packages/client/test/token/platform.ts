// A service with its own clock and tokens, and a client that attaches them.
import type { CustodyOptions } from '../../src/index.ts'
import { createClient, type Fetch, createProfile, createService } from '../support/service.ts'

export const start = 1_767_225_600_000
export const lookup = { uid: 10_042, symbol: 'BTC' }

/** A time of day that follows the monotonic clock, as the client does after the first `Date`. */
export function createTickingClock(from: number): () => number {
  const began = performance.now()
  return () => from + Math.floor(performance.now() - began)
}

/** A service with its own clock that issues numbered tokens and rejects revoked ones. */
export function createPlatform(
  options: Partial<CustodyOptions> & {
    readonly ahead?: number | (() => number)
    readonly others?: number
    readonly isAttached?: boolean
    readonly isDated?: boolean
  } = {},
) {
  const {
    ahead = 0,
    others = 0,
    isAttached = true,
    isDated: dated = true,
    clock = createTickingClock(start),
    ...given
  } = options
  const profile = createProfile('modern', 'shop', {
    token: { attach: isAttached ? 'Access-Token' : null },
  })
  const service = createService('modern')
  const state = {
    tokens: 0,
    calls: 0,
    ended: new Set<string>(),
    headers: [] as Headers[],
    urls: [] as string[],
  }
  const respond = (init: RequestInit): Response => {
    const stamp = Number(new Headers(init.headers).get('timestamp'))
    const now = clock() + (typeof ahead === 'number' ? ahead : ahead())
    const date = dated ? { date: new Date(now).toUTCString() } : undefined
    if (stamp > now || stamp < now - 60_000) return Response.json({ code: 1005, msg: '' }, { headers: { ...date } })
    state.tokens += 1
    const data = { access_token: `token-${state.tokens}`, expired_time: now + 7_200_000 }
    return Response.json({ code: 0, msg: '', data }, { headers: { ...date } })
  }
  const fetch: Fetch = async (url, init) => {
    const headers = new Headers(init.headers)
    state.headers.push(headers)
    state.urls.push(url)
    if (url.includes('/token')) return respond(init)
    state.calls += 1
    const token = headers.get('access-token')
    if (token !== null && state.ended.has(token)) return new Response(null, { status: 401 })
    const response = await service(url, init)
    response.headers.set('date', new Date(clock() + others).toUTCString())
    return response
  }
  return { state, custody: createClient('modern', { profile, fetch, clock, ...given }) }
}
