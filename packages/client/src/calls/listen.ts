import type { ServerClock } from '../clock/offset.ts'
import type { Sender } from './send.ts'

/**
 * Learns the clock of the service from what one address answers: the one that checks timestamps. Other addresses have
 * clocks of their own. What a cache keeps is the `Date` of another moment.
 */
export function listenTo(time: ServerClock, address: string): NonNullable<Sender['listen']> {
  const near = `${new URL(address).origin}/`
  return (url) => {
    if (!url.startsWith(near)) return undefined
    const mark = time.sent()
    return ({ headers, redirected }) =>
      time.learn(mark, headers.get('date'), { cached: headers.has('age'), redirected })
  }
}
