// Addresses of a service: where each family of calls lives, and the whole URL of a call.
import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'

/** The three addresses of a service, each with the path that its calls are appended to, if it has one. */
export interface Urls {
  /** Serves the token call. */
  readonly openPlatform: string
  /** Serves the v2 and MPC calls. */
  readonly base: string
  /** Serves the v1 calls. */
  readonly v1: string
}

const servers = {
  open_platform_url: 'openPlatform',
  base_url: 'base',
  v1_url: 'v1',
} as const satisfies Record<Operation['server'], keyof Urls>

/** Checks the addresses once. Credentials in an address would end in logs; a query or fragment belongs to a call. */
export function checkUrls({ openPlatform, base, v1 }: Urls): Urls {
  return {
    openPlatform: checkedBase(openPlatform, 'urls.openPlatform'),
    base: checkedBase(base, 'urls.base'),
    v1: checkedBase(v1, 'urls.v1'),
  }
}

/** The one form of an address, without a slash at its end. The name says which one is wrong; its text is not repeated. */
export function checkedBase(address: string, name: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new TypeError(
      `${name} must be an absolute http or https address without credentials, query and fragment.`,
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Address that serves a call. */
export const baseOf = (urls: Urls, operation: OperationId): string =>
  urls[servers[operations[operation].server]]

/** The whole URL of a call. */
export const urlOf = (
  base: string,
  { path, query }: { readonly path: string; readonly query: string },
): string => (query === '' ? `${base}${path}` : `${base}${path}?${query}`)
