import { isIPv6 } from 'node:net'

import type { Options } from './options.ts'

type Place = Pick<Options, 'host' | 'port'>

/** What the terminal says once the server listens. */
export function banner(place: Place): string {
  const origin = originOf(place)
  return `Both views of the contract are served:

  ${origin}/            every operation at a glance
  ${origin}/plain.json  for people and types: every call opened
  ${origin}/wire.json   what HTTP carries: every call sealed

Try it from another terminal:

  curl --head ${origin}/plain.json

The mock and the docs site are not there yet. Ctrl-C stops this server.`
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** A warning where the server is not for this machine alone. */
export function warning({ host }: Place): string | undefined {
  return loopback.has(host) ? undefined : `Warning: on ${host} others on the network may reach this server.\n`
}

// A server that listens on all addresses is reached by one of them.
const reached: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function originOf({ host, port }: Place): string {
  const name = reached[host] ?? host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
