// By which names a port is called. A page can lead a name of its own to any address, but not an address or localhost.
import { isIP } from 'node:net'

import { isLoopback } from '@custody-wallet/server/core'

/** The name of a URL, with IPv6 addresses without brackets. */
export const readHostname = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const wildcardAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Whether a name leads to a port of `host` without DNS. */
export const isOwnName = (name: string, host: string): boolean =>
  isLoopback(name) || name === host || (wildcardAddresses.has(host) && isIP(name) !== 0)

/** The name by which a request calls a port if it is not accepted; the address and the header `Host` both have one. */
export function findForeignName(
  { url, headers }: Request,
  isAccepted: (name: string) => boolean,
): string | undefined {
  const { host } = new URL(url)
  const authorities = new Set([host, headers.get('host') || host])
  return [...authorities].map(parseHostname).find((name) => !isAccepted(name))
}

function parseHostname(authority: string): string {
  const url = `http://${authority}`
  return URL.canParse(url) ? readHostname(new URL(url)) : ''
}
