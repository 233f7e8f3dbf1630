import type { Parameters } from '@custody-wallet/types'

import { factsOf } from '../codec/members.ts'
import type { SealedId } from '../profile/profile.ts'
import { keepAliveWith } from '../request-lifetime.ts'

/**
 * The request as the plain document shows it, at the same origin and path. Of the sealed one nothing else is in it:
 * its headers and its frame are proven by nobody.
 */
export function plainRequest(
  request: Request,
  operation: SealedId,
  parameters: Parameters[SealedId],
): Request {
  const { signal } = request
  const { origin, pathname } = new URL(request.url)
  const plain = shownAs(operation, parameters, `${origin}${pathname}`, signal)
  // Handlers may pass on the signal alone, and wait for nothing else.
  keepAliveWith(plain.signal, plain, request)
  return plain
}

function shownAs(
  operation: SealedId,
  parameters: Parameters[SealedId],
  at: string,
  signal: AbortSignal,
): Request {
  const { method } = factsOf(operation)
  const accept = 'application/json'
  if (method === 'POST') {
    const headers = { accept, 'content-type': 'application/json' }
    return new Request(at, { method, headers, body: JSON.stringify(parameters), signal })
  }
  const query = queryOf(parameters)
  return new Request(query === '' ? at : `${at}?${query}`, { headers: { accept }, signal })
}

/** Members as a query of style `form`: a list is one parameter, its entries joined by commas. */
export const queryOf = (parameters: object): string =>
  Object.entries(parameters)
    .map(([name, value]: [string, unknown]) => `${encodeURIComponent(name)}=${textOf(value)}`)
    .join('&')

// RFC 6570, 3.2.8: entries are encoded one by one, so that a comma between them stays one.
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(',') : encodeURIComponent(String(value))
