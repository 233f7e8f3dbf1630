/**
 * The one form of an address, without a slash at its end. The name says which one is wrong; its text is not repeated.
 * Plain http stays on this machine unless the host is named.
 */
export function checkedAddress(address: string, name: string, insecureHosts: readonly string[]): string {
  // A text would take every host that is a part of it.
  if (!Array.isArray(insecureHosts)) throw new TypeError('insecureHosts must be a list of host names.')
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new TypeError(`${name} must be an http or https address without credentials, query and fragment.`)
  if (url.protocol === 'http:' && !isNear(url.hostname, insecureHosts))
    throw new TypeError(`${name} must be https, except for loopback and insecureHosts.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Whether a host is this machine, or one that was named. */
export const isNear = (host: string, insecureHosts: readonly string[]): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host) || insecureHosts.includes(host)
