// RSA pairs that tests share, because making one takes as long as a hundred uses of it. Each is made when it is first
// asked for, once a run, and never written down. A test that needs a new or an odd key makes its own.

import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { GeneratedKeys, KeyPairTexts } from '../../src/keys/index.ts'
import { Secret } from '../../src/keys/secret.ts'

export interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** The keys of one party: a pair for each use. */
export interface Owner {
  readonly encryption: Pair
  readonly signature: Pair
}

export type PairName = 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'sixth'

const made = new Map<string, Pair>()

/** The pair of a name and size; another name is another pair. */
export function sharedPair(name: PairName, bits: number = 2048): Pair {
  const id = `${name} of ${bits} bits`
  const pair = made.get(id) ?? generateKeyPairSync('rsa', { modulusLength: bits })
  made.set(id, pair)
  return pair
}

export type OwnerName = 'merchant' | 'platform' | 'stranger'

const namesOf = {
  merchant: ['first', 'second'],
  platform: ['third', 'fourth'],
  stranger: ['fifth', 'sixth'],
} as const satisfies Readonly<Record<OwnerName, readonly [PairName, PairName]>>

/** The pairs of one party; no two parties share any. */
export function sharedOwner(owner: OwnerName): Owner {
  const [encryption, signature] = namesOf[owner]
  return { encryption: sharedPair(encryption), signature: sharedPair(signature) }
}

const textsOf = ({ privateKey, publicKey }: Pair): KeyPairTexts => ({
  privatePem: new Secret(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  publicPem: publicKey.export({ format: 'pem', type: 'spki' }),
})

/** The same as texts, as `generateKeys` gives them. */
export function sharedKeys(owner: OwnerName): GeneratedKeys {
  const { encryption, signature } = sharedOwner(owner)
  return { encryption: textsOf(encryption), signature: textsOf(signature) }
}

/** One pair for both uses, as the classic dialect has it. */
export function sharedSingleKeys(owner: OwnerName): GeneratedKeys {
  const pair = textsOf(sharedOwner(owner).encryption)
  return { encryption: pair, signature: pair }
}
