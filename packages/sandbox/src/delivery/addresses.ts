// Restricts the targets of notifications. Otherwise, anyone who sets an address could reach other machines through the
// sandbox.
import { lookup as lookUp } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

import { DeliveryError } from './failures.ts'

/** An address of a host, from DNS. */
export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** Looks up all addresses of a host. */
export type Lookup = (host: string) => Promise<readonly HostAddress[]>

export const systemLookup: Lookup = (host) => lookUp(host, { all: true })

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = ({ address, family }: HostAddress): boolean =>
  loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')

export interface AddressRule {
  /** Names of allowed hosts on other machines. */
  readonly hosts: readonly string[]
  readonly lookup: Lookup
}

/**
 * Resolves the address that a connection must use. Unless the host is allowed by name, all of its addresses must be
 * local, because a connection may use any of them.
 */
export async function resolveAddress(name: string, { hosts, lookup }: AddressRule): Promise<HostAddress> {
  const addresses = await lookUpHost(name, lookup)
  const [first] = addresses
  if (!first) throw new DeliveryError('lookup-failed', `DNS has no address of ${name}: check the host name.`)
  checkAddresses(name, addresses, hosts)
  return first
}

/** Checks a host that is an IP address, which needs no lookup. */
export function checkLiteral(address: string, { hosts }: AddressRule): void {
  const family = isIP(address)
  if (family !== 0) checkAddresses(address, [{ address, family }], hosts)
}

function checkAddresses(host: string, addresses: readonly HostAddress[], hosts: readonly string[]): void {
  const foreignAddress = addresses.find((each) => !isLoopback(each))
  if (!foreignAddress || hosts.some((name) => name.toLowerCase() === host.toLowerCase())) return
  throw new DeliveryError(
    'address-rejected',
    `${host} resolves to ${foreignAddress.address} on another machine: allow the host ${host} with --notify-hosts or notificationHosts.`,
  )
}

async function lookUpHost(host: string, lookup: Lookup): Promise<readonly HostAddress[]> {
  try {
    return await lookup(host)
  } catch (error) {
    throw new DeliveryError('lookup-failed', `The DNS lookup of ${host} failed: ${String(error)}. Check the host name.`)
  }
}
