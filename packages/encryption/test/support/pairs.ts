// RSA pairs that tests share, because generating one takes as long as using it a hundred times: those of public vectors,
// or new ones if there are none.

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { GeneratedKeys, KeyPairTexts } from '../../src/keys/index.ts'
import { Secret } from '../../src/keys/secret.ts'
import { readVectors } from './vectors.ts'

export interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

export interface Owner {
  readonly encryption: Pair
  readonly signature: Pair
}

const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const
export type PairName = (typeof names)[number]

const made = new Map<string, Pair>()

/** Returns the pair with a name and size. */
export function getPair(name: PairName, bits: number = 2048): Pair {
  const id = `${name} of ${bits} bits`
  const pair =
    made.get(id) ?? findPublishedPair(names.indexOf(name), bits) ?? generateKeyPairSync('rsa', { modulusLength: bits })
  made.set(id, pair)
  return pair
}

interface Groups {
  readonly testGroups: readonly { readonly privateKeyPkcs8: string }[]
}

const isGroups = (value: unknown): value is Groups =>
  typeof value === 'object' && value !== null && 'testGroups' in value

const read = new Map<number, Groups['testGroups']>()

// Each group of these vectors has another key. They have no keys of other sizes.
function findPublishedPair(at: number, bits: number): Pair | undefined {
  if (bits !== 2048 && bits !== 4096) return undefined
  const file = read.has(bits) ? undefined : readVectors(`wycheproof/rsa_pkcs1_${bits}_test.json`)
  const groups = read.get(bits) ?? (isGroups(file) ? file.testGroups : [])
  read.set(bits, groups)
  const { privateKeyPkcs8: der } = groups[at] ?? {}
  if (der === undefined) return undefined
  const privateKey = createPrivateKey({ key: Buffer.from(der, 'hex'), format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

export type OwnerName = 'merchant' | 'platform' | 'outsider'

const pairNames = {
  merchant: ['first', 'second'],
  platform: ['third', 'fourth'],
  outsider: ['fifth', 'sixth'],
} as const satisfies Readonly<Record<OwnerName, readonly [PairName, PairName]>>

/** Returns the pairs of one party. */
export function getOwner(owner: OwnerName): Owner {
  const [encryption, signature] = pairNames[owner]
  return { encryption: getPair(encryption), signature: getPair(signature) }
}

const toTexts = ({ privateKey, publicKey }: Pair): KeyPairTexts => ({
  privatePem: new Secret(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  publicPem: publicKey.export({ format: 'pem', type: 'spki' }),
})

/** Returns the same as PEM, like `generateKeys`. */
export function getKeys(owner: OwnerName): GeneratedKeys {
  const { encryption, signature } = getOwner(owner)
  return { encryption: toTexts(encryption), signature: toTexts(signature) }
}

/** Returns one pair for both uses, as in the classic dialect. */
export function getSingleKeys(owner: OwnerName): GeneratedKeys {
  const pair = toTexts(getOwner(owner).encryption)
  return { encryption: pair, signature: pair }
}
