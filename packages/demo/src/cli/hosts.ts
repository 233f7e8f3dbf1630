import { createMisuse } from './failure.ts'

/** Checks the address to listen on. `source` is the option or variable that sets it. */
export function checkHost(value: string = '127.0.0.1', source: string = '--host'): string {
  // node:http listens on every address of the machine for an empty host.
  if (value.trim() === '') throw createMisuse(`${source} needs an address, such as 127.0.0.1.`)
  return value
}

/** Whether only this machine can reach a host. IPv6 addresses may be in brackets, as in URLs. */
export const isLoopback = (host: string): boolean =>
  host === '::1' || host === '[::1]' || /^(?:.+\.)?localhost$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host)
