// What a request of the console needs before anything answers it, and the headers of every response.
import { isLoopback } from '@custody-wallet/server/core'

import { findForeignName } from '../hosts.ts'

/** Nothing inline, nothing from elsewhere, and no frame around a page. */
const policy = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'connect'].map((kind) => `${kind}-src 'self'`),
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every response of the console. */
export const headers: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** Why a request is not answered. */
export interface GuardRejection {
  readonly status: number
  readonly reason: string
}

// A page of another host can lead its own name to this machine, and pages of other ports are of the same site.
const checks: readonly (GuardRejection & { readonly isViolatedBy: (request: Request) => boolean })[] = [
  {
    status: 421,
    reason:
      'The console responds at 127.0.0.1 and localhost only: open the address that the sandbox printed.',
    isViolatedBy: (request) => findForeignName(request, isLoopback) !== undefined,
  },
  {
    status: 403,
    reason: 'Another page asked for this: open the console in a tab of its own.',
    isViolatedBy: ({ headers }) =>
      !['same-origin', 'none', null].includes(headers.get('sec-fetch-site')) &&
      headers.get('sec-fetch-mode') !== 'navigate',
  },
  {
    status: 403,
    reason: 'A page of another origin sent this form: nothing was changed.',
    isViolatedBy: ({ method, url, headers }) =>
      method === 'POST' && headers.get('origin') !== `http://${headers.get('host') ?? new URL(url).host}`,
  },
  {
    status: 405,
    reason: 'The console takes GET and POST.',
    isViolatedBy: ({ method }) => !['GET', 'POST'].includes(method),
  },
]

/** The rule that a request breaks. */
export const findGuardRejection = (request: Request): GuardRejection | undefined =>
  checks.find(({ isViolatedBy }) => isViolatedBy(request))

/** The cookie has the port in its name: browsers send the cookies of a host to all of its ports. */
const getCookieName = ({ url }: Request): string => `custody_console_${new URL(url).port || '80'}`

/** The header that gives a browser its session. */
export const formatCookie = (request: Request, id: string): string =>
  `${getCookieName(request)}=${id}; Path=/console/; HttpOnly; SameSite=Strict`

/** The sessions that a browser sent. Pages of other ports may have set more cookies of this name. */
export function listSessionIds(request: Request): readonly string[] {
  const name = `${getCookieName(request)}=`
  const cookies = (request.headers.get('cookie') ?? '').split(/; */)
  return cookies.filter((cookie) => cookie.startsWith(name)).map((cookie) => cookie.slice(name.length))
}
