// The `Date` header of the ports for calls: clients learn from it which timestamps the sandbox accepts.
import { answerRequestOf, type Fetch, fetchOf, TextAnswer } from '@custody-wallet/server/core'

/** A view whose responses show the time of the sandbox, not that of the machine. */
export function withDate(view: Fetch, now: () => number): Fetch {
  const answerCall = answerRequestOf(view)
  return fetchOf(async (request, info) => {
    const answer = await answerCall(request, info)
    const date = new Date(now()).toUTCString()
    if (answer instanceof TextAnswer) return answer.with({ date })
    answer.headers.set('date', date)
    return answer
  })
}
