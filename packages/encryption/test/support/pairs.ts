// RSA pairs that tests share, because making one takes as long as a hundred uses of it: those of public vectors, or
// where there are none, new ones. A test that needs a new or an odd key makes its own.

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { GeneratedKeys, KeyPairTexts } from '../../src/keys/index.ts'
import { Secret } from '../../src/keys/secret.ts'
import { readVectors } from './vectors.ts'

export interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** The keys of one party: a pair for each use. */
export interface Owner {
  readonly encryption: Pair
  readonly signature: Pair
}

const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const
export type PairName = (typeof names)[number]

const made = new Map<string, Pair>()

/** The pair of a name and size; another name is another pair. */
export function getPair(name: PairName, bits: number = 2048): Pair {
  const id = `${name} of ${bits} bits`
  const pair =
    made.get(id) ??
    findPublishedPair(names.indexOf(name), bits) ??
    generateKeyPairSync('rsa', { modulusLength: bits })
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

export type OwnerName = 'merchant' | 'platform' | 'stranger'

const namesOf = {
  merchant: ['first', 'second'],
  platform: ['third', 'fourth'],
  stranger: ['fifth', 'sixth'],
} as const satisfies Readonly<Record<OwnerName, readonly [PairName, PairName]>>

/** The pairs of one party; no two parties share any. */
export function getOwner(owner: OwnerName): Owner {
  const [encryption, signature] = namesOf[owner]
  return { encryption: getPair(encryption), signature: getPair(signature) }
}

const toTexts = ({ privateKey, publicKey }: Pair): KeyPairTexts => ({
  privatePem: new Secret(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  publicPem: publicKey.export({ format: 'pem', type: 'spki' }),
})

/** The same as texts, as `generateKeys` gives them. */
export function getKeys(owner: OwnerName): GeneratedKeys {
  const { encryption, signature } = getOwner(owner)
  return { encryption: toTexts(encryption), signature: toTexts(signature) }
}

/** One pair for both uses, as the classic dialect has it. */
export function getSingleKeys(owner: OwnerName): GeneratedKeys {
  const pair = toTexts(getOwner(owner).encryption)
  return { encryption: pair, signature: pair }
}
