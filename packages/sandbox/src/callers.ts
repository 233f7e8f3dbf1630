// Who may call the plain port: a browser sends the calls of every page that its user opens.
import { isIP } from 'node:net'

import {
  getResponder,
  contractCalls,
  type Fetch,
  createFetch,
  isLoopback,
  createProblem,
  type ProblemKind,
  createRoutes,
  type TextResponse,
} from '@custody-wallet/server/core'
import type { OperationId } from '@custody-wallet/types/operations'

import { isOwnName, readHostname, findForeignName } from './hosts.ts'

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

/** A view that serves known host names only, and lets pages of other origins change nothing. */
export function restrictCallers(view: Fetch, host: string, options: CallerOptions): Fetch {
  const { origins, hosts } = readCallerOptions(options)
  const respond = getResponder(view)
  return createFetch(async (request, info) => {
    const name = findForeignName(request, (each) => isOwnName(each, host) || hosts.has(each))
    if (name !== undefined) return rejectHost(name)
    return rejectForeignPage(request, origins) ?? respond(request, info)
  })
}

function readCallerOptions({ origins = [], allowedHosts = [] }: CallerOptions) {
  const origin = origins.find((each) => !isOrigin(each))
  if (origin !== undefined)
    throw new TypeError(`origins takes origins such as https://shop.example, not ${origin}.`)
  const host = allowedHosts.find((each) => !isHost(each))
  if (host !== undefined)
    throw new TypeError(`allowedHosts takes hosts without scheme and port, such as sandbox, not ${host}.`)
  return { origins: new Set(origins), hosts: new Set(allowedHosts.map((each) => each.toLowerCase())) }
}

const problemKinds = {
  host: { name: 'plain-host', status: 421, title: 'The address is not one of the plain port' },
  origin: { name: 'plain-origin', status: 403, title: 'Pages of this origin may not change the sandbox' },
} as const satisfies Record<string, ProblemKind>

const rejectHost = (name: string): TextResponse =>
  createProblem(problemKinds.host, {
    detail: `This port does not respond at ${name}. Call it at 127.0.0.1 or localhost, or start the sandbox with --allowed-hosts ${name} (allowedHosts of listen()), such as for another container.`,
  })

function rejectForeignPage(request: Request, origins: ReadonlySet<string>): TextResponse | undefined {
  const page = findForeignPage(request, origins)
  if (page === undefined) return undefined
  const call = findChangingCall(request)
  if (call === undefined) return undefined
  const detail = `${call} changes the sandbox, and ${page.name} may not do that. ${page.nextStep}`
  // A preflight without these headers stops its call. The call itself changes nothing, so its author may read why.
  const headers = request.method === 'OPTIONS' ? {} : { 'access-control-allow-origin': '*' }
  return createProblem(problemKinds.origin, { detail, headers })
}

interface ForeignPage {
  readonly name: string
  readonly nextStep: string
}

/** The page that sent a request, unless it is listed. Programs send neither header. */
function findForeignPage({ headers, url }: Request, origins: ReadonlySet<string>): ForeignPage | undefined {
  const origin = headers.get('origin')
  if (origin !== null) return origins.has(origin) || isOwnOrigin(origin) ? undefined : describePage(origin)
  // Browsers send no Origin with pictures, frames and links.
  const site = headers.get('sec-fetch-site')
  const isOwn = site === 'same-site' && isLoopback(readHostname(new URL(url)))
  return site === null || ['none', 'same-origin'].includes(site) || isOwn ? undefined : linkingPage
}

const describePage = (origin: string): ForeignPage => ({
  name: `a page of ${origin}`,
  nextStep: isOrigin(origin)
    ? `Start the sandbox with --origins ${origin} (origins of listen()) to allow it.`
    : 'Serve the page over HTTP, and start the sandbox with --origins and its origin.',
})

const linkingPage: ForeignPage = {
  name: 'a picture, form or link of another page',
  nextStep: 'Make the call with fetch() from a listed origin, or from a program.',
}

const isOwnOrigin = (origin: string): boolean => isOrigin(origin) && isLoopback(readHostname(new URL(origin)))

// A call that is missing here counts as one that changes something. `getAccount` assigns addresses.
const readOnlyCalls: ReadonlySet<string> = new Set<OperationId>([
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

const routes = createRoutes(contractCalls)

/** The call by which a request, or the one that a preflight announces, changes the sandbox. */
function findChangingCall({ method, url, headers }: Request): string | undefined {
  const sentMethod = method === 'OPTIONS' ? headers.get('access-control-request-method') : method
  const wantedMethod = sentMethod === 'HEAD' ? 'GET' : sentMethod
  const { pathname } = new URL(url)
  return routes.at(pathname).find((call) => call.method === wantedMethod && !readOnlyCalls.has(call.id))?.id
}
