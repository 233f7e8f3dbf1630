// Clients read from the `Date` header which timestamps the sandbox accepts.
import { getResponder, type Fetch, createFetch, TextResponse } from '@custody-wallet/server/core'

/** Sets the `Date` header to the time of the sandbox instead of the machine. */
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
