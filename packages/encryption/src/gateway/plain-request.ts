import type { Parameters } from '@custody-wallet/types'

import { factsOf } from '../codec/members.ts'
import type { SealedId } from '../profile/profile.ts'

/**
 * The request as the plain document shows it, at the same origin and path. Of the sealed one nothing else is in it:
 * its headers and its frame are proven by nobody.
 */
export function plainRequest(
  request: Request,
  operation: SealedId,
  parameters: Parameters[SealedId],
): Request {
  const { origin, pathname } = new URL(request.url)
  const { method } = factsOf(operation)
  const { signal } = request
  const accept = 'application/json'
  const search = method === 'GET' ? queryOf(parameters) : ''
  const url = `${origin}${pathname}${search === '' ? '' : `?${search}`}`
  if (method === 'GET') return new Request(url, { headers: { accept }, signal })
  const headers = { accept, 'content-type': 'application/json' }
  return new Request(url, { method, headers, body: JSON.stringify(parameters), signal })
}

/** Members as a query of style `form`: a list is one parameter, its entries joined by commas. */
export const queryOf = (parameters: object): string =>
  Object.entries(parameters)
    .map(([name, value]: [string, unknown]) => `${encodeURIComponent(name)}=${textOf(value)}`)
    .join('&')

// RFC 6570, 3.2.8: entries are encoded one by one, so that a comma between them stays one.
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(',') : encodeURIComponent(String(value))
