// Addresses and transaction ids that the sandbox makes, as their networks write them. Keys of the addresses are unknown.
import {
  networks,
  type Notation,
  createTestAddress,
  createTestTransactionId,
} from '@custody-wallet/server/chain'

import { deriveHash, type Origin } from '../work.ts'

/** An address of a network that belongs to a sandbox and a name. Its checksum is valid. */
export const createAddress = (origin: Origin, network: string, name: string): string =>
  formatAddress(origin, getNotation(network), name)

/** The same for an address of a script, which has its own kind on Bitcoin. */
export function createScriptAddress(origin: Origin, network: string, name: string): string {
  const notation = getNotation(network)
  return formatAddress(origin, notation === 'bitcoin' ? 'taproot' : notation, name)
}

/** An id of a transaction on a network that belongs to a sandbox and a name. */
export const createTxid = ({ seed }: Origin, network: string, name: string): string =>
  createTestTransactionId(getNotation(network), `${seed}\n${name}`)

const formatAddress = ({ seed, addressForm }: Origin, notation: Notation, name: string): string =>
  addressForm === 'digits'
    ? deriveHash(seed, name).slice(0, 40)
    : createTestAddress(notation, `${seed}\n${name}`)

const notations: ReadonlyMap<string, Notation> = new Map(
  Object.entries(networks).map(([name, { notation }]) => [name, notation]),
)

function getNotation(network: string): Notation {
  const notation = notations.get(network)
  if (notation !== undefined) return notation
  throw new TypeError(`The sandbox does not know how ${network} writes addresses and ids.`)
}
