import { onceBody } from '@custody-wallet/encryption'

import type { Fetch } from './send.ts'

/** A `fetch` whose bodies can be sent once, so that it never repeats a POST by itself: on HTTP 421 Node's would. */
export const sendingOnce =
  (fetch: Fetch): Fetch =>
  (url, init) => {
    if (typeof init.body !== 'string') return fetch(url, init)
    const { headers, ...sent } = onceBody(init.body)
    return fetch(url, { ...init, ...sent, headers: { ...plainHeaders(init), ...headers } })
  }

const plainHeaders = ({ headers }: RequestInit) => Object.fromEntries(new Headers(headers))
