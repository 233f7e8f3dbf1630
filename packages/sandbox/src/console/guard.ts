// Checks that every console request must pass, and the headers of every response.
import { describeForeignName, findForeignName, type NameCheck } from '../hosts.ts'

const policy = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'font', 'connect'].map((kind) => `${kind}-src 'self'`),
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const headers: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export interface GuardRejection {
  readonly status: number
  readonly reason: string
}

// Other ports belong to the same site.
const checks: readonly (GuardRejection & { readonly isViolatedBy: (request: Request) => boolean })[] = [
  {
    status: 403,
    reason: 'Another site sent this request. Open the console in its own tab.',
    isViolatedBy: ({ headers }) =>
      !['same-origin', 'none', null].includes(headers.get('sec-fetch-site')) &&
      headers.get('sec-fetch-mode') !== 'navigate',
  },
  {
    status: 403,
    reason: 'Another origin sent this form, so nothing was changed. Send it from the console.',
    isViolatedBy: ({ method, url, headers }) =>
      method === 'POST' && headers.get('origin') !== `http://${headers.get('host') ?? new URL(url).host}`,
  },
  {
    status: 405,
    reason: 'The console accepts only GET and POST.',
    isViolatedBy: ({ method }) => !['GET', 'POST'].includes(method),
  },
]

/** Finds the check that a request fails. */
export function findGuardRejection(request: Request, isAcceptedName: NameCheck): GuardRejection | undefined {
  // Another host can resolve its own name to this machine (DNS rebinding).
  const name = findForeignName(request, isAcceptedName)
  if (name !== undefined) return { status: 421, reason: describeForeignName(name) }
  return checks.find(({ isViolatedBy }) => isViolatedBy(request))
}

/** The name includes the port, because browsers send a host's cookies to all of its ports. */
const getCookieName = ({ url }: Request): string => `custody_console_${new URL(url).port || '80'}`

export const formatCookie = (request: Request, id: string): string =>
  `${getCookieName(request)}=${id}; Path=/console/; HttpOnly; SameSite=Strict`

/** Lists session ids of a request. Pages on other ports may have set more cookies with this name. */
export function listSessionIds(request: Request): readonly string[] {
  const name = `${getCookieName(request)}=`
  const cookies = (request.headers.get('cookie') ?? '').split(/; */)
  return cookies.filter((cookie) => cookie.startsWith(name)).map((cookie) => cookie.slice(name.length))
}
