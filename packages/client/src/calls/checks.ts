import { checkUrl } from '@custody-wallet/types/http'

/** Checks the URL of a server. Plain http is only for loopback and the hosts in `insecureHosts`. */
export function checkSecureAddress(address: string, name: string, insecureHosts: readonly string[]): string {
  // `includes` of a string would accept every part of it.
  if (!Array.isArray(insecureHosts)) throw new TypeError('insecureHosts must be a list of host names.')
  const url = checkUrl(address, name)
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !isLocal(hostname, insecureHosts))
    throw new TypeError(`${name} must be an https URL; plain http is only for loopback and insecureHosts.`)
  return url
}

/** Whether a host is loopback or in `insecureHosts`. */
export const isLocal = (host: string, insecureHosts: readonly string[]): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host) || insecureHosts.includes(host)

/** Whether a header can carry a string unchanged: visible ASCII without spaces at the ends. */
export const isHeaderText = (text: unknown): text is string =>
  typeof text === 'string' && /^[!-~](?:[ -~]*[!-~])?$/.test(text)

export function checkCount(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new TypeError(`${name} must be an integer of at least ${least}.`)
}
