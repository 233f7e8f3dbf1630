import { isIPv6 } from 'node:net'

import { shellWord } from '../docs/samples/samples.ts'
import type { Options } from './options.ts'

type Place = Pick<Options, 'host' | 'port'>

/** The running servers. */
export interface Started {
  readonly docs: Place
  /** Addresses of both mocks. */
  readonly plain: string
  readonly wire: string
  /** Folder of the demo credentials. */
  readonly credentials: string
  /** Folder of the demo keys, if it is not the default. */
  readonly state: string | undefined
}

/** The message when all servers listen. */
export function banner({ docs, plain, wire, credentials, state }: Started): string {
  const site = originOf(docs)
  return `Custody, for this machine:

  ${site}/       docs: every call, guides, both documents
  ${plain}/_mock  plain mock, for front ends: plain JSON, no keys, a curl for each answer
  ${wire}/       wire mock, for back ends: sealed messages, with the demo credentials

Try them from another terminal, in this folder. The second call is sealed:

  curl '${plain}/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
  ${program} seal getAccount uid=10042 symbol=BTC --curl --url ${shellWord(wire)}${stateOption(state)} | sh

Demo credentials of this address: ${credentials}
Ctrl-C stops everything.`
}

// The built program and the installed runtime.
const program = 'node_modules/.bin/node packages/mock/dist/cli/main.js'

const stateOption = (state: string | undefined): string =>
  state === undefined ? '' : ` --state ${shellWord(state)}`

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** A warning if other machines can reach the servers. */
export function warning({ host }: Pick<Options, 'host'>): string | undefined {
  return loopback.has(host)
    ? undefined
    : `Warning: on ${host} others on the network may reach these servers.\n`
}

// Addresses to reach a server that listens on all addresses.
const reached: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Address of a server for this machine. */
export function originOf({ host, port }: Place): string {
  const name = reached[host] ?? host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
