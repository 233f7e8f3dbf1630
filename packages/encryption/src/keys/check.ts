import type { KeyObject } from 'node:crypto'

import { keyFault, type KeyFault } from './faults.ts'
import { rsaNumbers } from './numbers.ts'
import { checkKind, type Wanted } from './wanted.ts'
import { isWeakModulus } from './weak.ts'

/** Bits below which no key is accepted, even on request: old keys of the classic dialect have 1024. */
export const fewestBits = 1024
const mostBits = 8192
/** Bits that a key needs unless the caller says otherwise. */
export const usualBits = 2048

const leastExponent = 65_537n
// FIPS 186-5, 5.1; a longer exponent would only make each check of a signature dear.
const exponentLimit = 2n ** 256n
const saltBytes = 32

/** Refuses a bound that the caller may not set. */
export function checkMinBits(name: string, minBits: number): void {
  if (Number.isInteger(minBits) && minBits >= fewestBits && minBits <= mostBits) return
  throw new TypeError(`${name}: minBits must be a whole number from ${fewestBits} to ${mostBits}.`)
}

/** Refuses a key of the wrong kind, type, size or strength. */
export function checkKey(key: KeyObject, wanted: Wanted): KeyObject {
  const { name, minBits } = wanted
  if (key.type === 'secret') throw keyFault(name, 'symmetric')
  checkKind(key.type, wanted)
  const numbers = rsaNumbers(key)
  if (!numbers) throw keyFault(name, 'not-rsa')
  if (modulusBits(key) < minBits) {
    throw new TypeError(`${name} is too small: an RSA key needs at least ${minBits} bits here.`)
  }
  const fault = faultOf(key, numbers.n, wanted)
  if (fault) throw keyFault(name, fault)
  return key
}

type Applies = (key: KeyObject, modulus: string, wanted: Wanted) => boolean

const faults: readonly (readonly [KeyFault, Applies])[] = [
  ['large', (key) => modulusBits(key) > mostBits],
  ['exponent', (key) => !isExponent(key.asymmetricKeyDetails?.publicExponent ?? 0n)],
  ['pss-parameters', (key, _, { use }) => key.asymmetricKeyType === 'rsa-pss' && !allowsPs256(key, use)],
  ['weak', (_, modulus) => isWeakModulus(toBigInt(modulus))],
]

const faultOf = (...facts: Parameters<Applies>): KeyFault | undefined =>
  faults.find(([, applies]) => applies(...facts))?.[0]

/** Bits of a key's modulus. */
const modulusBits = (key: KeyObject): number => key.asymmetricKeyDetails?.modulusLength ?? 0

/** Bytes of a key's modulus, which are those of its blocks and signatures. */
export const modulusBytes = (key: KeyObject): number => Math.ceil(modulusBits(key) / 8)

const isExponent = (exponent: bigint): boolean =>
  exponent >= leastExponent && exponent < exponentLimit && exponent % 2n === 1n

const toBigInt = (text: string): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)

// RFC 4055, 3.1: without parameters everything is allowed; with them the hashes are fixed, and the salt has a minimum.
function allowsPs256({ asymmetricKeyDetails = {} }: KeyObject, use: Wanted['use']): boolean {
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength = 0 } = asymmetricKeyDetails
  const hashes = [hashAlgorithm ?? 'sha256', mgf1HashAlgorithm ?? 'sha256']
  return use === 'signature' && saltLength <= saltBytes && hashes.every((hash) => hash === 'sha256')
}
