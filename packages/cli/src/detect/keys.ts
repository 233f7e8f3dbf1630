// The search must run only on the machine of the key owner: a server that returned the results of unpadding would decrypt
// messages for an attacker.
import { constants, createPublicKey, type KeyObject, privateDecrypt, publicDecrypt } from 'node:crypto'

import { loadPrivateKey, loadPublicKey } from '@custody-wallet/encryption/internal'

export type Owner = 'own' | 'peer'

/** An RSA key to search with. */
export interface DetectKey {
  /** File or variable that contains the key. */
  readonly name: string
  readonly owner: Owner
  readonly key: KeyObject
}

/** One half of a key pair. */
export interface KeyHalf {
  readonly name: string
  readonly owner: Owner
  readonly half: 'private' | 'public'
  readonly bits: number
  readonly modulusBytes: number
  /** The RSA operation without padding; undefined if the block is not below the modulus. */
  readonly raw: (block: Uint8Array) => Uint8Array | undefined
}

const minBits = 1024

type Load = (text: string, name: string) => KeyObject

const loads: readonly Load[] = [
  (text, name) => loadPrivateKey(text, 'encryption', { name, minBits }).key,
  (text, name) => loadPrivateKey(text, 'signature', { name, minBits }).key,
  (text, name) => loadPublicKey(text, undefined, { name, minBits }).key,
]

/**
 * Reads an RSA key of 1024 bits or more as PEM, JWK or base64 DER. By default, private keys are our own and public keys the
 * other party's. Throws a `TypeError` that shows no part of the key.
 */
export function readDetectKey(name: string, text: string, owner?: Owner): DetectKey {
  const faults: Error[] = []
  for (const load of loads) {
    try {
      const key = load(text, name)
      return { name, owner: owner ?? (key.type === 'private' ? 'own' : 'peer'), key }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      faults.push(error)
    }
  }
  // The attempt to load a private key as a public one also fails, but that is not the reason.
  throw faults.findLast(({ message }) => !/is a (?:private|public) key\b/.test(message)) ?? faults[0]
}

/** Lists the halves of all keys without duplicates. A key of both owners counts as our own. */
export function listHalves(keys: readonly DetectKey[]): readonly KeyHalf[] {
  const halves = new Map<string, KeyHalf>()
  const inOrder = keys.toSorted((one, other) => computeRank(one) - computeRank(other))
  for (const key of inOrder)
    for (const half of key.key.type === 'private' ? (['private', 'public'] as const) : (['public'] as const))
      addHalf(halves, key, half)
  return [...halves.values()]
}

const computeRank = ({ owner, key }: DetectKey): number => (owner === 'own' ? 0 : 2) + (key.type === 'private' ? 0 : 1)

function addHalf(halves: Map<string, KeyHalf>, { name, owner, key }: DetectKey, half: KeyHalf['half']): void {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  const id = `${half} ${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  const modulusBytes = Math.ceil(bits / 8)
  if (halves.has(id)) return
  halves.set(id, {
    name,
    owner,
    half,
    bits,
    modulusBytes,
    raw: half === 'private' ? createOpener(key) : createPublicOpener(publicKey),
  })
}

const padding = constants.RSA_NO_PADDING
const createOpener = (key: KeyObject): KeyHalf['raw'] =>
  ignoreErrors((block) => privateDecrypt({ key, padding }, block))
const createPublicOpener = (key: KeyObject): KeyHalf['raw'] =>
  ignoreErrors((block) => publicDecrypt({ key, padding }, block))

const ignoreErrors =
  (operation: (block: Uint8Array) => Uint8Array): KeyHalf['raw'] =>
  (block) => {
    try {
      return operation(block)
    } catch {
      return undefined
    }
  }
