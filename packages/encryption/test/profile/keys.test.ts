import { describe, expect, test } from 'vitest'

import { classic } from '../../src/classic/profile.ts'
import { loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { createPeerKeys } from '../../src/keys/peer.ts'
import { modern } from '../../src/modern/profile.ts'
import { countCryptoCalls } from '../support/crypto-calls.ts'
import { getKeys, getOwner } from '../support/pairs.ts'

const [own, peer] = [getKeys('merchant'), getKeys('platform')]
const identity = { appId: 'demo-shop', party: { own: 'shop', peer: 'platform' } } as const

// Two own keys and two of the other party. The check of DER writes it, and a JWK export returns the numbers.
const eachKeyOnce = {
  createPrivateKey: 2,
  'createPublicKey of a private key': 2,
  createPublicKey: 2,
  'export as der': 4,
  'export as jwk': 4,
}

describe('each key of a profile is loaded and checked once', () => {
  test('under modern', () => {
    expect(countCryptoCalls(() => modern({ ...identity, keys: { own, peer } }))).toEqual(eachKeyOnce)
  })

  test('under classic, where the signature key seals queries too', () => {
    classic({ ...identity, keys: { own, peer } })
    expect(countCryptoCalls(() => classic({ ...identity, keys: { own, peer } }))).toEqual(eachKeyOnce)
  })

  test('except if it was loaded before', () => {
    const keys = {
      own: {
        encryption: loadPrivateKey(own.encryption.privatePem, 'encryption'),
        signature: loadPrivateKey(own.signature.privatePem, 'signature'),
      },
      peer: {
        encryption: loadPublicKey(peer.encryption.publicPem, 'encryption'),
        signature: [loadPublicKey(peer.signature.publicPem, 'signature')],
      },
    }
    expect(countCryptoCalls(() => modern({ ...identity, keys }))).toEqual({})
  })
})

// One private exponent of a modulus gives all others.
describe('two keys with one modulus', () => {
  const { privateKey } = getOwner('merchant').encryption
  const { n = '', p = '', q = '', d: _, ...rest } = privateKey.export({ format: 'jwk' })
  const parseNumber = (writeNumber: string): bigint =>
    BigInt(`0x${Buffer.from(writeNumber, 'base64url').toString('hex')}`)
  const writeNumber = (value: bigint): string => {
    const hex = value.toString(16)
    return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
  }
  const computeInverse = (value: bigint, modulus: bigint): bigint => {
    let [a, b, x, y] = [value % modulus, modulus, 1n, 0n]
    while (a !== 0n) {
      const quotient = b / a
      ;[b, a] = [a, b - quotient * a]
      ;[y, x] = [x, y - quotient * x]
    }
    return ((y % modulus) + modulus) % modulus
  }
  // The same modulus with the first prime exponent over 65537 that has an inverse.
  const [first, second] = [parseNumber(p) - 1n, parseNumber(q) - 1n]
  const exponent = [65_539n, 65_543n, 65_551n].find((prime) => first % prime !== 0n && second % prime !== 0n) ?? 0n
  const d = computeInverse(exponent, first * second)
  const twin = {
    ...rest,
    n,
    p,
    q,
    e: writeNumber(exponent),
    d: writeNumber(d),
    dp: writeNumber(d % first),
    dq: writeNumber(d % second),
  }

  test('are one key for both uses', () => {
    const keys = { own: { ...own, signature: twin }, peer }
    expect(() => modern({ ...identity, keys })).toThrow('keys.own has one key for encryption and signatures')
  })

  test('are one key of both parties', () => {
    const { n: modulus, e, kty } = { kty: 'RSA', ...twin }
    const keys = { own, peer: { ...peer, signature: { n: modulus, e, kty } } }
    expect(() => modern({ ...identity, keys })).toThrow('share a key')
  })

  test('are one key of the other party', () => {
    const encryption = own.encryption.publicPem
    const signature = { kty: 'RSA', n, e: twin.e }
    expect(() => createPeerKeys({ encryption, signature })).toThrow('one key for encryption and signatures')
    expect(() => createPeerKeys({ encryption: peer.encryption.publicPem, signature: [encryption, signature] })).toThrow(
      'contains a key twice',
    )
  })
})
