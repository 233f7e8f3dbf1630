// Who may call the plain port: a browser sends the calls of every page that its user opens.
import { isIP } from 'node:net'

import {
  answerRequestOf,
  contractCalls,
  type Fetch,
  fetchOf,
  isLoopback,
  problem,
  type ProblemKind,
  routesOf,
  type TextAnswer,
} from '@custody-wallet/server/core'
import type { OperationId } from '@custody-wallet/types/operations'

import { isOwnName, nameOf, otherName } from './hosts.ts'

export interface CallerOptions {
  /** Origins whose pages may make every call, such as `https://shop.example`; those of this machine always may. */
  readonly origins?: readonly string[] | undefined
  /** Further host names by which the plain port is called, such as `sandbox` in a network of containers. */
  readonly allowedHosts?: readonly string[] | undefined
}

/** Whether a text is an origin as browsers send it. */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Whether a text is a host without scheme and port. */
export const isHost = (text: string): boolean => /^[\w.-]+$/.test(text) || isIP(text) !== 0

/** A view that answers to known names only, and lets pages of other origins change nothing. */
export function withCallers(view: Fetch, host: string, options: CallerOptions): Fetch {
  const { origins, hosts } = checkedCallers(options)
  const answer = answerRequestOf(view)
  return fetchOf(async (request, info) => {
    const name = otherName(request, (each) => isOwnName(each, host) || hosts.has(each))
    if (name !== undefined) return otherHost(name)
    return rejectionOf(request, origins) ?? answer(request, info)
  })
}

function checkedCallers({ origins = [], allowedHosts = [] }: CallerOptions) {
  const origin = origins.find((each) => !isOrigin(each))
  if (origin !== undefined)
    throw new TypeError(`origins takes origins such as https://shop.example, not ${origin}.`)
  const host = allowedHosts.find((each) => !isHost(each))
  if (host !== undefined)
    throw new TypeError(`allowedHosts takes hosts without scheme and port, such as sandbox, not ${host}.`)
  return { origins: new Set(origins), hosts: new Set(allowedHosts.map((each) => each.toLowerCase())) }
}

const kinds = {
  host: { name: 'plain-host', status: 421, title: 'The address is not one of the plain port' },
  origin: { name: 'plain-origin', status: 403, title: 'Pages of this origin may not change the sandbox' },
} as const satisfies Record<string, ProblemKind>

const otherHost = (name: string): TextAnswer =>
  problem(kinds.host, {
    detail: `This port does not answer at ${name}. Call it at 127.0.0.1 or localhost, or start the sandbox with --allowed-hosts ${name} (allowedHosts of listen()), such as for another container.`,
  })

function rejectionOf(request: Request, origins: ReadonlySet<string>): TextAnswer | undefined {
  const page = foreignPage(request, origins)
  if (page === undefined) return undefined
  const call = changedBy(request)
  if (call === undefined) return undefined
  const detail = `${call} changes the sandbox, and ${page.name} may not do that. ${page.nextStep}`
  // A preflight without these headers stops its call. The call itself changes nothing, so its author may read why.
  const headers = request.method === 'OPTIONS' ? {} : { 'access-control-allow-origin': '*' }
  return problem(kinds.origin, { detail, headers })
}

interface Page {
  readonly name: string
  readonly nextStep: string
}

/** The page that sent a request, unless it is listed. Programs send neither header. */
function foreignPage({ headers, url }: Request, origins: ReadonlySet<string>): Page | undefined {
  const origin = headers.get('origin')
  if (origin !== null) return origins.has(origin) || isOwnOrigin(origin) ? undefined : pageOf(origin)
  // Browsers send no Origin with pictures, frames and links.
  const site = headers.get('sec-fetch-site')
  const isOwn = site === 'same-site' && isLoopback(nameOf(new URL(url)))
  return site === null || ['none', 'same-origin'].includes(site) || isOwn ? undefined : linkingPage
}

const pageOf = (origin: string): Page => ({
  name: `a page of ${origin}`,
  nextStep: isOrigin(origin)
    ? `Start the sandbox with --origins ${origin} (origins of listen()) to allow it.`
    : 'Serve the page over HTTP, and start the sandbox with --origins and its origin.',
})

const linkingPage: Page = {
  name: 'a picture, form or link of another page',
  nextStep: 'Make the call with fetch() from a listed origin, or from a program.',
}

const isOwnOrigin = (origin: string): boolean => isOrigin(origin) && isLoopback(nameOf(new URL(origin)))

// A call that is missing here counts as one that changes something. `getAccount` assigns addresses.
const reading: ReadonlySet<string> = new Set<OperationId>([
  'countAvailableAddresses',
  'findUser',
  'getStakingDetails',
  'getToken',
  'listDelegations',
  'listMpcWithdrawals',
  'listNetworks',
  'listStakes',
  'listWithdrawals',
  'pullWithdrawals',
  'syncDeposits',
  'syncMinerFees',
])

const routes = routesOf(contractCalls)

/** The call by which a request, or the one that a preflight announces, changes the sandbox. */
function changedBy({ method, url, headers }: Request): string | undefined {
  const sent = method === 'OPTIONS' ? headers.get('access-control-request-method') : method
  const wanted = sent === 'HEAD' ? 'GET' : sent
  const { pathname } = new URL(url)
  return routes.at(pathname).find((call) => call.method === wanted && !reading.has(call.id))?.id
}
