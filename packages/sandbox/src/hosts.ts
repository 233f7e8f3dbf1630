// Checks the host name of a request. A web page can point its own DNS name at this port, but not an address or
// localhost.
import { isIP } from 'node:net'

import { isLoopback } from '@custody-wallet/demo/cli'

/** Returns the host of a URL, without the brackets of an IPv6 address. */
export const readHostname = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const wildcardAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Whether a name reaches a port on `host` without DNS. */
export const isOwnName = (name: string, host: string): boolean =>
  isLoopback(name) || name === host || (wildcardAddresses.has(host) && isIP(name) !== 0)

/** Returns the unaccepted host name of a request, from its URL or its `Host` header. */
export function findForeignName({ url, headers }: Request, isAccepted: (name: string) => boolean): string | undefined {
  const { host } = new URL(url)
  const authorities = new Set([host, headers.get('host') || host])
  return [...authorities].map(parseHostname).find((name) => !isAccepted(name))
}

function parseHostname(authority: string): string {
  const url = `http://${authority}`
  return URL.canParse(url) ? readHostname(new URL(url)) : ''
}
