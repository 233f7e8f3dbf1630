import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

import { calculateJwkThumbprint, exportJWK } from 'jose'
import { describe, expect, test } from 'vitest'

import { isPair, isWeakModulus } from '../../src/keys/checks.ts'
import { loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { createLocalSigner, createLocalUnwrapper } from '../../src/keys/local.ts'
import { getOwner, getPair } from '../support/pairs.ts'
import { thumbprint } from '../support/thumbprint.ts'

const pair = getPair('first')
const small = getPair('first', 1024)
const { n = '' } = pair.publicKey.export({ format: 'jwk' })

const toBase64url = (number: bigint): string => {
  const hex = number.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
}
const toBigInt = (text: string): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)
const modulus = toBigInt(n)

const name = 'keys.peer.encryption'
const loadWithModulus = (number: bigint) => () =>
  loadPublicKey({ kty: 'RSA', n: toBase64url(number), e: 'AQAB' }, 'encryption', { name })
const loadWithExponent = (exponent: bigint) => () =>
  loadPublicKey({ kty: 'RSA', n, e: toBase64url(exponent) }, 'encryption', { name })

describe('the size of a key', () => {
  test('is at least 2048 bits', () => {
    expect(() => loadPublicKey(small.publicKey, 'encryption', { name })).toThrow(
      new TypeError(`${name} has 1024 bits: give an RSA key with at least 2048 bits.`),
    )
    expect(() => loadPrivateKey(small.privateKey, 'encryption')).toThrow('at least 2048 bits')
    expect(loadWithModulus((modulus >> 1n) | 1n)).toThrow('at least 2048 bits')
  })

  test('may be 1024 bits with minBits', () => {
    expect(loadPrivateKey(small.privateKey, 'encryption', { minBits: 1024 }).modulusBytes).toBe(128)
    expect(loadPublicKey(small.publicKey, undefined, { name, minBits: 1024 }).modulusBytes).toBe(128)
  })

  test('may have to be larger with minBits', () => {
    expect(() => loadPublicKey(pair.publicKey, 'signature', { minBits: 3072 })).toThrow('at least 3072 bits')
  })

  test('is at most 8192 bits', () => {
    // The product of two known primes: a power of two less one, and 2^16 + 1.
    const prime = 2n ** 4423n - 1n
    expect(loadWithModulus(prime * prime)).toThrow('at most 8192 bits')
    expect(loadWithModulus(prime * (2n ** 2203n - 1n))().kind).toBe('public')
  })

  test.each([1023, 512, 0, -1, 2048.5, Number.NaN, 8193, Infinity])('cannot be limited to %s', (minBits) => {
    expect(() => loadPublicKey(pair.publicKey, 'signature', { name, minBits })).toThrow(`${name}: minBits must be`)
  })

  test('may be a number that is not a multiple of eight', () => {
    const prime = 2n ** 1279n - 1n
    expect(loadWithModulus(prime * (2n ** 2203n - 1n))().modulusBytes).toBe(436)
  })
})

describe('an exponent', () => {
  test.each([1n, 3n, 17n, 257n, 65_535n, 65_536n, 65_538n, 2n ** 256n, 2n ** 256n + 1n])(
    'of %s is rejected',
    (exponent) => {
      expect(loadWithExponent(exponent)).toThrow(`${name} has a public exponent`)
    },
  )

  test.each([65_537n, 65_539n, 2n ** 32n + 1n, 2n ** 256n - 1n])('of %s is accepted', (exponent) => {
    expect(loadWithExponent(exponent)().kind).toBe('public')
  })

  test('of a private key has the same bounds', () => {
    const odd = { ...pair.privateKey.export({ format: 'jwk' }), e: toBase64url(3n) }
    expect(() => loadPrivateKey(createPrivateKey({ key: odd, format: 'jwk' }), 'signature')).toThrow(
      'has a public exponent',
    )
  })
})

const powersModulo353 = new Set(Array.from({ length: 352 }, (_, index) => 65_537n ** BigInt(index) % 353n)).size

describe('a modulus', () => {
  test.each([2n, 3n, 5n, 353n])('with the factor %s is weak', (factor) => {
    expect(loadWithModulus(modulus - (modulus % factor))).toThrow(`${name} has a modulus that is known to be weak`)
  })

  test('with the complete fingerprint of ROCA is weak', () => {
    // Output of the flawed generator: k * M + (65537^a mod M), with M the product of the primes up to 353.
    const primes = Array.from({ length: 352 }, (_, index) => index + 2).filter((number) =>
      Array.from({ length: number - 2 }, (_, index) => index + 2).every((divisor) => number % divisor !== 0),
    )
    const product = primes.reduce((left, prime) => left * BigInt(prime), 1n)
    const power = Array.from({ length: 77 }).reduce((left: bigint) => (left * 65_537n) % product, 1n)
    const flawed = (2n ** 2047n / product + 1n) * product + power
    expect(isWeakModulus(flawed)).toBe(true)
    expect(loadWithModulus(flawed)).toThrow('known to be weak')
    // Only the remainder modulo 353 changes: zero is weak, and so are the powers of 65537.
    const step = product / 353n
    const weak = Array.from({ length: 353 }, (_, index) => isWeakModulus(flawed + BigInt(index) * step))
    expect(weak.filter(Boolean)).toHaveLength(1 + powersModulo353)
  })

  test('of a new key is not weak', () => {
    expect(isWeakModulus(modulus)).toBe(false)
  })
})

const generatePss = (options: object = {}): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } =>
  generateKeyPairSync('rsa-pss', { modulusLength: 2048, ...options })
const sha256 = { hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha256' }
const fitting = generatePss({ ...sha256, saltLength: 32 })

describe('an RSA-PSS key', () => {
  test.each([
    ['without parameters', generatePss()],
    ['for PS256', fitting],
    ['for SHA-256 with a shorter salt or none', generatePss({ ...sha256, saltLength: 20 })],
  ])('signs %s', async (_, { publicKey, privateKey }) => {
    const signer = createLocalSigner(loadPrivateKey(privateKey, 'signature'), { alg: 'PS256' })
    const message = Buffer.from('a message')
    const signature = await signer.sign({ message, sha256: message }, {})
    const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    expect(verify('sha256', message, key, signature)).toBe(true)
    expect(loadPublicKey(publicKey.export({ format: 'pem', type: 'spki' }), 'signature', { name }).kid).toBe(signer.kid)
  })

  test.each([
    ['another hash', generatePss({ hashAlgorithm: 'sha512', mgf1HashAlgorithm: 'sha512', saltLength: 64 })],
    ['another hash of the mask', generatePss({ hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha1', saltLength: 32 })],
    ['a longer salt', generatePss({ ...sha256, saltLength: 33 })],
  ])('with %s is rejected', (_, { publicKey, privateKey }) => {
    expect(() => loadPublicKey(publicKey, 'signature', { name })).toThrow(`${name} is an RSA-PSS key`)
    expect(() => loadPrivateKey(privateKey, 'signature')).toThrow('is an RSA-PSS key')
  })

  test('is rejected for encryption', () => {
    expect(() => loadPublicKey(fitting.publicKey, 'encryption')).toThrow('is an RSA-PSS key that cannot be used here')
    expect(() => loadPrivateKey(fitting.privateKey, 'encryption')).toThrow('is an RSA-PSS key that cannot be used here')
    expect(() => loadPublicKey(fitting.publicKey, undefined, { name })).toThrow(
      'is an RSA-PSS key that cannot be used here',
    )
    const signing = loadPrivateKey(fitting.privateKey, 'signature')
    expect(() => Reflect.apply(createLocalUnwrapper, undefined, [signing, { alg: 'RSA-OAEP-256' }])).toThrow(
      'must be a private key for encryption',
    )
  })

  test.each(['RS256', 'RSA-TYPE1'] as const)('does not sign with %s', (alg) => {
    expect(() => createLocalSigner(loadPrivateKey(fitting.privateKey, 'signature'), { alg })).toThrow(
      new TypeError(`key is an RSA-PSS key, which cannot sign with ${alg}. Use PS256 or an RSA key.`),
    )
  })

  test('has the thumbprint of the RSA key with the same numbers', () => {
    const der = fitting.publicKey.export({ format: 'der', type: 'spki' })
    // The PKCS#1 form is the last 270 bytes, after the parameters.
    const plain = createPublicKey({ key: der.subarray(-270), format: 'der', type: 'pkcs1' })
    expect(plain.asymmetricKeyType).toBe('rsa')
    expect(loadPublicKey(fitting.publicKey, 'signature').kid).toBe(thumbprint(plain))
    expect(loadPrivateKey(fitting.privateKey, 'signature').kid).toBe(thumbprint(plain))
    expect(sign('sha256', der, fitting.privateKey)).toHaveLength(256)
  })
})

const keys = getOwner('merchant')

describe('halves of different pairs', () => {
  test.each(['encryption', 'signature'] as const)('are not a pair for %s', (use) => {
    const privateKey = loadPrivateKey(keys.encryption.privateKey, use).key
    expect(isPair(privateKey, loadPublicKey(keys.signature.publicKey, use).key, use)).toBe(false)
    expect(isPair(privateKey, loadPublicKey(keys.encryption.publicKey, use).key, use)).toBe(true)
  })

  test('are not a pair if they are not RSA keys', () => {
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(isPair(curve.privateKey, curve.publicKey, 'encryption')).toBe(false)
  })
})

describe('a thumbprint', () => {
  test('equals that of jose, for both halves', async () => {
    const own = loadPrivateKey(keys.signature.privateKey, 'signature')
    const peer = loadPublicKey(keys.signature.publicKey, 'signature')
    const expected = await calculateJwkThumbprint(await exportJWK(peer.key), 'sha256')
    expect([own.kid, peer.kid]).toEqual([expected, expected])
  })

  test('equals the example in RFC 7638, section 3.1', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs' +
      'tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91' +
      'CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
    const key = loadPublicKey({ kty: 'RSA', n, e: 'AQAB', alg: 'RS256', kid: '2011-04-29' }, 'signature')
    expect(key.kid).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')
  })
})
