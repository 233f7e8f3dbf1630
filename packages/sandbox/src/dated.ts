// The `Date` header of the ports for calls: clients learn from it which timestamps the sandbox accepts.
import { getResponder, type Fetch, createFetch, TextResponse } from '@custody-wallet/server/core'

/** A view whose responses show the time of the sandbox, not that of the machine. */
export function addDateHeader(view: Fetch, now: () => number): Fetch {
  const respondToCall = getResponder(view)
  return createFetch(async (request, info) => {
    const response = await respondToCall(request, info)
    const date = new Date(now()).toUTCString()
    if (response instanceof TextResponse) return response.with({ date })
    response.headers.set('date', date)
    return response
  })
}
