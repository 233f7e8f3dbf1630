// Checks RSA keys. `checkKey` returns what it found, so that callers do not compute it again.
import {
  constants,
  createPublicKey,
  hash,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'

import { readSequence } from './formats.ts'
import { checkKind, createKeyError, type KeyRequirements, type KeyUse, maxBits } from './requirements.ts'

/** An RSA key that has passed the checks. */
export interface CheckedKey {
  readonly key: KeyObject
  /** RFC 7638 thumbprint. */
  readonly thumbprint: string
  /** Identifies a key pair: one private exponent of a modulus gives all others. */
  readonly modulus: string
  readonly modulusBits: number
}

/** Rejects a key of the wrong type, size or strength, and a private key whose numbers do not belong together. */
export function checkKey(key: KeyObject, requirements: KeyRequirements): CheckedKey {
  const { name, minBits, use } = requirements
  if (key.type === 'secret') throw createKeyError(name, 'symmetric')
  checkKind(key.type, requirements)
  if (!isRsa(key)) throw createKeyError(name, 'not-rsa')
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (bits < minBits) {
    throw new TypeError(`${name} has ${bits} bits: give an RSA key with at least ${minBits} bits.`)
  }
  if (bits > maxBits) throw createKeyError(name, 'large')
  if (exponent < leastExponent || exponent >= exponentLimit || exponent % 2n === 0n)
    throw createKeyError(name, 'exponent')
  if (key.asymmetricKeyType === 'rsa-pss' && !canUsePs256(key, use)) throw createKeyError(name, 'pss-parameters')
  const publicKey = toPublicKey(key)
  const numbers = readRsaNumbers(publicKey)
  if (!numbers) throw createKeyError(name, 'not-rsa')
  if (isWeakModulus(toBigInt(numbers.n))) throw createKeyError(name, 'weak')
  if (requirements.kind === 'private' && !isPair(key, publicKey, requirements.use))
    throw createKeyError(name, 'no-pair')
  return { key, thumbprint: hashRsaNumbers(numbers), modulus: numbers.n, modulusBits: bits }
}

const isRsa = ({ asymmetricKeyType: type }: KeyObject): boolean => type === 'rsa' || type === 'rsa-pss'

const leastExponent = 65_537n
// FIPS 186-5, 5.1; a longer exponent would only make each verification slow.
const exponentLimit = 2n ** 256n

const saltBytes = 32

// RFC 4055, 3.1: a key without parameters allows everything; with parameters, it fixes the hashes and a minimum salt.
function canUsePs256({ asymmetricKeyDetails = {} }: KeyObject, use: KeyUse | undefined): boolean {
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength = 0 } = asymmetricKeyDetails
  const hashes = [hashAlgorithm ?? 'sha256', mgf1HashAlgorithm ?? 'sha256']
  return use === 'signature' && saltLength <= saltBytes && hashes.every((each) => each === 'sha256')
}

/** Modulus and exponent of an RSA key, as in a JWK. */
interface RsaNumbers {
  readonly n: string
  readonly e: string
}

const toPublicKey = (key: KeyObject): KeyObject => (key.type === 'private' ? createPublicKey(key) : key)

function readRsaNumbers(publicKey: KeyObject): RsaNumbers | undefined {
  if (!isRsa(publicKey)) return undefined
  const { n, e } = removeParameters(publicKey).export({ format: 'jwk' })
  return n === undefined || e === undefined ? undefined : { n, e }
}

// Node cannot write an RSA-PSS key as a JWK. Its SPKI form contains the PKCS#1 key, after a byte for unused bits.
function removeParameters(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType === 'rsa') return key
  const [, bits] = readSequence(key.export({ format: 'der', type: 'spki' })) ?? []
  const der = Buffer.from(bits?.content.subarray(1) ?? [])
  return createPublicKey({ key: der, format: 'der', type: 'pkcs1' })
}

// RFC 7638, 3: these fields, in this order, without white space.
const hashRsaNumbers = ({ n, e }: RsaNumbers): string =>
  hash('sha256', JSON.stringify({ e, kty: 'RSA', n }), 'base64url')

const toBigInt = (text: string): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)

// Every prime up to 353: the ROCA generator used at least these for keys of 1024 bits and more.
const primes: readonly bigint[] = Array.from({ length: 352 }, (_, index) => index + 2)
  .filter(isPrime)
  .map(BigInt)

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false
  return true
}

/**
 * Tells whether a modulus has a small factor, or the fingerprint of CVE-2017-15361 (ROCA): the chips of one maker chose
 * primes that are powers of 65537 modulo a product of small primes, and such keys can be factored. A random modulus has
 * this fingerprint once in 2^83.
 */
export function isWeakModulus(modulus: bigint): boolean {
  const remainders = primes.map((prime) => [prime, modulus % prime] as const)
  return (
    remainders.some(([, remainder]) => remainder === 0n) ||
    remainders.every(([prime, remainder]) => isPowerOf65537(remainder, prime))
  )
}

function isPowerOf65537(remainder: bigint, prime: bigint): boolean {
  let power = 1n
  do {
    if (power === remainder) return true
    power = (power * 65_537n) % prime
  } while (power !== 1n)
  return false
}

const trials: { readonly [Use in KeyUse]: (privateKey: KeyObject, publicKey: KeyObject) => boolean } = {
  encryption: canDecrypt,
  signature: canSign,
}

/** Tells whether two keys are halves of one pair: uses both on random bytes. */
export function isPair(privateKey: KeyObject, publicKey: KeyObject, use: KeyUse): boolean {
  try {
    return trials[use](privateKey, publicKey)
  } catch {
    return false
  }
}

function canDecrypt(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const options = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const content = randomBytes(32)
  const block = publicEncrypt({ key: publicKey, ...options }, content)
  return timingSafeEqual(privateDecrypt({ key: privateKey, ...options }, block), content)
}

function canSign(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const options = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltBytes }
  const message = randomBytes(32)
  const signature = sign('sha256', message, { key: privateKey, ...options })
  return verify('sha256', message, { key: publicKey, ...options }, signature)
}
