// Makes addresses and transaction ids in the format of their network. The addresses have no private keys.
import { networks, type Notation, createTestAddress, createTestTransactionId } from '@custody-wallet/demo/chain'

import { deriveHash, type Origin } from '../work.ts'

/** Derives an address with a valid checksum from the seed and a name. */
export const createAddress = (origin: Origin, network: string, name: string): string =>
  formatAddress(origin, getNotation(network), name)

/** Derives the address of a script. On Bitcoin, scripts have their own type of address. */
export function createScriptAddress(origin: Origin, network: string, name: string): string {
  const notation = getNotation(network)
  return formatAddress(origin, notation === 'bitcoin' ? 'taproot' : notation, name)
}

/** Derives a transaction id from the seed and a name. */
export const createTxid = ({ seed }: Origin, network: string, name: string): string =>
  createTestTransactionId(getNotation(network), `${seed}\n${name}`)

const formatAddress = ({ seed, addressForm }: Origin, notation: Notation, name: string): string =>
  addressForm === 'digits' ? deriveHash(seed, name).slice(0, 40) : createTestAddress(notation, `${seed}\n${name}`)

const notations: ReadonlyMap<string, Notation> = new Map(
  Object.entries(networks).map(([name, { notation }]) => [name, notation]),
)

function getNotation(network: string): Notation {
  const notation = notations.get(network)
  if (notation !== undefined) return notation
  throw new TypeError(`The sandbox has no address and id format for ${network}.`)
}
