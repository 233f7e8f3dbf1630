import type { OperationId } from '@custody-wallet/types/operations'

// A back end may hand over a request as its own caller sent it, with cookies, and with headers in which a proxy says who
// that caller is.
const needed = {
  token: ['accept', 'api-key', 'timestamp'],
  sealed: ['accept', 'access-token'],
} as const

/** Names that describe a connection or a body, or carry a credential for another address. */
const reserved =
  /^(api-key|connection|content-.*|expect|host|keep-alive|te|timestamp|trailer|transfer-encoding|upgrade)$/

/** Takes from a plain request the headers that its call needs, and those that `more` names. */
export function headerSelection(
  more: readonly string[] = [],
): (carrier: Request, operation: OperationId) => Headers {
  const named = checkedNames(more)
  return ({ headers }, operation) => {
    const names = new Set([...needed[operation === 'getToken' ? 'token' : 'sealed'], ...named])
    return new Headers([...names].flatMap((name) => pairOf(name, headers.get(name))))
  }
}

const pairOf = (name: string, value: string | null): [string, string][] =>
  value === null ? [] : [[name, value]]

function checkedNames(names: readonly string[]): readonly string[] {
  if (!Array.isArray(names) || !names.every((name) => /^[\w-]+$/.test(name)))
    throw new TypeError("headers must be a list of header names, such as ['traceparent'].")
  const lower = names.map((name) => name.toLowerCase())
  const taken = lower.find((name) => reserved.test(name))
  if (taken === undefined) return lower
  throw new TypeError(`headers must not name ${taken}: the call sets it, or leaves it out. Remove it.`)
}
