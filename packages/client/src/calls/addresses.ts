/** What makes an address dangerous, and the hosts that were named all the same. */
export interface AddressRules {
  /** Whether the merchant is one for demonstrations, whose keys everybody has. */
  readonly demo: boolean
  /** Hosts that may be called over plain http, and by demo merchants. */
  readonly insecureHosts: readonly string[]
}

/**
 * The one form of an address, without a slash at its end. The name says which one is wrong; its text is not repeated.
 * Plain http, and keys that everybody has, stay on this machine unless the host is named.
 */
export function checkedAddress(address: string, name: string, { demo, insecureHosts }: AddressRules): string {
  // A text would take every host that is a part of it.
  if (!Array.isArray(insecureHosts))
    throw new TypeError('insecureHosts must be a list of host names without ports.')
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new TypeError(
      `${name} must be an absolute http or https address without credentials, query and fragment.`,
    )
  const near = isLoopback(url.hostname) || insecureHosts.includes(url.hostname)
  if (url.protocol === 'http:' && !near)
    throw new TypeError(
      `${name} must be an https address: plain http is for loopback, or for a host that insecureHosts names.`,
    )
  if (demo && !near)
    throw new TypeError(
      `${name} must be a loopback address: everybody has the keys of a demo merchant. insecureHosts may name the host of a container.`,
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
