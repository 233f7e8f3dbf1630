import type { ServerClock } from '../clock/offset.ts'
import type { Sender } from './send.ts'

/** Learns the clock of the service from what it answers. What a cache keeps is the `Date` of another moment. */
export const listenTo =
  (time: ServerClock): NonNullable<Sender['listen']> =>
  () => {
    const mark = time.sent()
    return ({ headers, redirected }) =>
      time.learn(mark, headers.get('date'), { cached: headers.has('age'), redirected })
  }
