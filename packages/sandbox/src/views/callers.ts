// Restricts who may call the plain port: any web page that a user opens can make the browser call it.
import { isLoopback } from '@custody-wallet/demo/cli'
import {
  contractCalls,
  createProblem,
  type ProblemKind,
  createRoutes,
  type TextResponse,
} from '@custody-wallet/server/core'
import type { OperationId } from '@custody-wallet/types/operations'

import { createNameCheck, describeForeignName, findForeignName, readHostname } from '../hosts.ts'
import type { Step } from '../pipeline.ts'

export interface CallerOptions {
  /** Web origins whose pages may change the sandbox, such as `https://shop.example`. Local origins always may. */
  readonly origins?: readonly string[] | undefined
  /** More host names of the plain port and the control port, such as `sandbox` in a container network. */
  readonly allowedHosts?: readonly string[] | undefined
}

export const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Rejects requests to unknown host names, and changes by pages of other origins. */
export function createCallerStep(host: string, options: CallerOptions): Step {
  const origins = readOrigins(options)
  const isAccepted = createNameCheck(host, options.allowedHosts)
  return async (request, info, next) => {
    const name = findForeignName(request, isAccepted)
    if (name !== undefined) return rejectHost(name)
    return rejectForeignPage(request, origins) ?? next(request, info)
  }
}

function readOrigins({ origins = [] }: CallerOptions): ReadonlySet<string> {
  const origin = origins.find((each) => !isOrigin(each))
  if (origin !== undefined)
    throw new TypeError(`origins must contain origins such as https://shop.example, not ${origin}.`)
  return new Set(origins)
}

const problemKinds = {
  host: { name: 'plain-host', status: 421, title: 'Unknown host name' },
  origin: { name: 'plain-origin', status: 403, title: 'Origin not allowed' },
} as const satisfies Record<string, ProblemKind>

const rejectHost = (name: string): TextResponse =>
  createProblem(problemKinds.host, { detail: describeForeignName(name) })

function rejectForeignPage(request: Request, origins: ReadonlySet<string>): TextResponse | undefined {
  const page = findForeignPage(request, origins)
  if (page === undefined) return undefined
  const call = findChangingCall(request)
  if (call === undefined) return undefined
  const detail = `${call} changes the sandbox, which ${page.name} may not do. ${page.nextStep}`
  // A preflight without these headers stops its call. A rejected call gets them, so that the author of the page can
  // read why.
  const headers = request.method === 'OPTIONS' ? {} : { 'access-control-allow-origin': '*' }
  return createProblem(problemKinds.origin, { detail, headers })
}

interface ForeignPage {
  readonly name: string
  readonly nextStep: string
}

/** Returns the unlisted page that sent a request. Requests of programs have neither header. */
function findForeignPage({ headers, url }: Request, origins: ReadonlySet<string>): ForeignPage | undefined {
  const origin = headers.get('origin')
  if (origin !== null) return origins.has(origin) || isOwnOrigin(origin) ? undefined : describePage(origin)
  // Browsers send no Origin header for images, frames and links.
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
  name: 'an image, form or link of another page',
  nextStep: 'Make the call with fetch() from a listed origin, or from a program.',
}

const isOwnOrigin = (origin: string): boolean => isOrigin(origin) && isLoopback(readHostname(new URL(origin)))

// All other calls count as changes: `getAccount` assigns addresses.
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

/** Returns the call of a request that changes the sandbox. For a preflight, that is the announced call. */
function findChangingCall({ method, url, headers }: Request): string | undefined {
  const sentMethod = method === 'OPTIONS' ? headers.get('access-control-request-method') : method
  const wantedMethod = sentMethod === 'HEAD' ? 'GET' : sentMethod
  const { pathname } = new URL(url)
  return routes.find(pathname).find((call) => call.method === wantedMethod && !readOnlyCalls.has(call.id))?.id
}
