// Addresses and transaction ids that the sandbox makes, as their networks write them. Keys of the addresses are unknown.
import { networks, type Notation, testAddress, testTransactionId } from '@custody-wallet/server/chain'

import { derived, type Origin } from '../work.ts'

/** An address of a network that belongs to a sandbox and a name. Its checksum is valid. */
export const addressOf = (origin: Origin, network: string, name: string): string =>
  written(origin, notationOf(network), name)

/** The same for an address of a script, which has its own kind on Bitcoin. */
export function scriptAddressOf(origin: Origin, network: string, name: string): string {
  const notation = notationOf(network)
  return written(origin, notation === 'bitcoin' ? 'taproot' : notation, name)
}

/** An id of a transaction on a network that belongs to a sandbox and a name. */
export const txidOf = ({ seed }: Origin, network: string, name: string): string =>
  testTransactionId(notationOf(network), `${seed}\n${name}`)

const written = ({ seed, addressForm }: Origin, notation: Notation, name: string): string =>
  addressForm === 'digits' ? derived(seed, name).slice(0, 40) : testAddress(notation, `${seed}\n${name}`)

const notations: ReadonlyMap<string, Notation> = new Map(
  Object.entries(networks).map(([name, { notation }]) => [name, notation]),
)

function notationOf(network: string): Notation {
  const notation = notations.get(network)
  if (notation !== undefined) return notation
  throw new TypeError(`The sandbox does not know how ${network} writes addresses and ids.`)
}
