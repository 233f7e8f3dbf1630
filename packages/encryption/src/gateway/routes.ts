import { type Operation, operations } from '@custody-wallet/types/operations'

import { pathOf } from '../codec/requests.ts'
import type { Profile, SealedFamily, SealedId } from '../profile/profile.ts'
import { notAllowed, notFound } from './refusals.ts'

/** A call that a path belongs to. */
export type Route = TokenRoute | SealedRoute

/** Answers the token call, which is not sealed. */
export type TokenHandler = (request: Request) => Promise<Response> | Response

interface TokenRoute {
  readonly family: 'token'
  readonly answer: TokenHandler
}

export interface SealedRoute {
  readonly family: SealedFamily
  readonly operation: SealedId
  /** The path that was asked for, its fixed segments included. */
  readonly path: string
}

type Methods = readonly string[]

const ways: Readonly<Record<Operation['family'], { readonly [T in Profile['transport']]: Methods }>> = {
  token: { query: ['GET'], 'query-or-form': ['GET'] },
  v2: { query: ['GET'], 'query-or-form': ['GET', 'POST'] },
  mpc: { query: ['GET'], 'query-or-form': ['GET', 'POST'] },
  v1: { query: ['POST'], 'query-or-form': ['POST'] },
}

const table = Object.values(operations).map(({ id, family, path }) => ({
  id,
  family,
  pieces: path.split('/'),
}))

/** What a gateway takes beside the calls that every gateway takes. */
interface Taken {
  readonly transport: Profile['transport']
  readonly token?: TokenHandler
}

/**
 * The call of a path and a method. A segment that a profile fixes may have any text here: whose profile it is shows
 * only once the message has been read, so `isAt` decides then.
 */
export function routeOf({ method, url }: Request, path: string, { transport, token }: Taken): Route {
  const pieces = path.split('/')
  const found = table.find((entry) => fits(entry.pieces, pieces))
  if (found === undefined) throw notFound()
  const { id: operation, family } = found
  const route =
    operation === 'getToken' || family === 'token' ? tokenRoute(url, token) : { family, operation, path }
  const methods = ways[family][transport]
  if (!methods.includes(method)) throw notAllowed(methods)
  return route
}

function tokenRoute(url: string, answer: TokenHandler | undefined): TokenRoute {
  if (!answer || hasHash(url)) throw notFound()
  return { family: 'token', answer }
}

const fits = (pattern: readonly string[], pieces: readonly string[]): boolean =>
  pattern.length === pieces.length &&
  pattern.every((piece, index) => piece.startsWith('{') || piece === pieces[index])

/** Nobody sends a hash. Whoever reads such an address in front of the gateway may see another one. */
export const hasHash = (url: string): boolean => url.includes('#')

/** Tells whether the path of a route has the texts of these segments. */
export const isAt = ({ operation, path }: SealedRoute, segments: Profile['segments']): boolean =>
  pathOf(operation, segments) === path

/** Refuses segments without a text for one of the paths. */
export function checkSegments(segments: Profile['segments']): void {
  for (const { id } of table) if (id !== 'getToken') pathOf(id, segments)
}
