// Checks the host name of a request. A web page can point its own DNS name at this port, but not an address or
// localhost.
import { isIP } from 'node:net'

import { isLoopback } from '@custody-wallet/demo/cli'

/** Returns the host of a URL, without the brackets of an IPv6 address. */
export const readHostname = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const wildcardAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Whether a name reaches a port on `host` without DNS. */
const isOwnName = (name: string, host: string): boolean =>
  isLoopback(name) || name === host || (wildcardAddresses.has(host) && isIP(name) !== 0)

export const isHost = (text: string): boolean => /^[\w.-]+$/.test(text) || isIP(text) !== 0

/** Whether a port accepts a host name. */
export type NameCheck = (name: string) => boolean

/** Accepts the names of a port on `host`, and the allowed ones. */
export function createNameCheck(host: string, allowedHosts: readonly string[] = []): NameCheck {
  const invalidHost = allowedHosts.find((each) => !isHost(each))
  if (invalidHost !== undefined)
    throw new TypeError(`allowedHosts must contain hosts without scheme and port, such as sandbox, not ${invalidHost}.`)
  const names = new Set(allowedHosts.map((each) => each.toLowerCase()))
  return (name) => isOwnName(name, host) || names.has(name)
}

export const describeForeignName = (name: string): string =>
  `This port does not respond at ${name}. Call it at 127.0.0.1 or localhost, or start the sandbox with --allowed-hosts ${name} (allowedHosts of listen()), such as for another container.`

/** Returns the unaccepted host name of a request, from its URL or its `Host` header. */
export function findForeignName({ url, headers }: Request, isAccepted: NameCheck): string | undefined {
  const { host } = new URL(url)
  const authorities = new Set([host, headers.get('host') || host])
  return [...authorities].map(parseHostname).find((name) => !isAccepted(name))
}

function parseHostname(authority: string): string {
  const url = `http://${authority}`
  return URL.canParse(url) ? readHostname(new URL(url)) : ''
}
