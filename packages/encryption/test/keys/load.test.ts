import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { inspect } from 'node:util'

import { calculateJwkThumbprint, exportJWK } from 'jose'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { isPair } from '../../src/keys/checks.ts'
import {
  type GeneratedKeys,
  generateKeys,
  type KeyUse,
  type LoadedKey,
  loadPrivateKey,
  loadPublicKey,
  localUnwrapper,
  peerKeys,
  thumbprint,
} from '../../src/keys/index.ts'
import type { Secret } from '../../src/secret.ts'
import { cryptoCalls } from '../crypto-calls.ts'

const keys = generateKeys({ bits: 2048 })
const single = generateKeys({ bits: 2048, pairs: 'single' })
const pairs = [
  ['encryption', keys.encryption],
  ['signature', keys.signature],
] as const

describe('new keys', () => {
  test.each(pairs)('are a pair that works, for %s', (use, { privatePem, publicPem }) => {
    const privateKey = loadPrivateKey(privatePem, use)
    const publicKey = loadPublicKey(publicPem, use)
    expect(isPair(privateKey.key, publicKey.key, use)).toBe(true)
    expect([privateKey.kid, publicKey.kid]).toEqual([thumbprint(privateKey.key), thumbprint(publicKey.key)])
    expect(privateKey.kid).toBe(publicKey.kid)
    expect(publicKey.key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65_537n })
  })

  test.each(pairs)('are PKCS#8 and SPKI texts, for %s', (_, { privatePem, publicPem }) => {
    expect(privatePem.reveal()).toMatch(/^-----BEGIN PRIVATE KEY-----\n/u)
    expect(publicPem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/u)
  })

  test('are two pairs, which peers take', () => {
    expect(keys.encryption.publicPem).not.toBe(keys.signature.publicPem)
    const peer = peerKeys({ encryption: keys.encryption.publicPem, signature: keys.signature.publicPem })
    expect(peer.encryptionKey(0).modulusBytes).toBe(256)
  })

  test('are one pair only where that is asked for, which peers take only where that is said', () => {
    expect(single.encryption).toBe(single.signature)
    const [encryption, signature] = [single.encryption.publicPem, single.signature.publicPem]
    expect(() => peerKeys({ encryption, signature })).toThrow('set allowSameKey')
    expect(
      peerKeys({ encryption, signature, allowSameKey: true }).verificationKeys(undefined, 0),
    ).toHaveLength(1)
  })

  test('have 3072 bits unless the caller says otherwise', () => {
    const { signature } = generateKeys({ pairs: 'single' })
    expect(createPublicKey(signature.publicPem).asymmetricKeyDetails?.modulusLength).toBe(3072)
  })

  test('do not show their private half', () => {
    const text =
      inspect(keys, { depth: 9, showHidden: true }) + JSON.stringify(keys) + String(keys.signature.privatePem)
    const secrets = pairs.flatMap(([, { privatePem }]) => privatePem.reveal().split('\n').slice(1, -2))
    expect(secrets.length).toBeGreaterThan(40)
    expect(secrets.filter((line) => text.includes(line.slice(0, 12)))).toEqual([])
    expect(text).toContain('[redacted]')
  })

  test.each([1024, 2047, 8192, '2048', null])('do not have %j bits', (bits) => {
    const make = (): unknown => Reflect.apply(generateKeys, undefined, [{ bits }])
    expect(make).toThrow(new TypeError('bits must be 2048 or 3072 or 4096.'))
  })

  test.each(['both', 'toString', null])('do not come as %j', (pairs) => {
    const make = (): unknown => Reflect.apply(generateKeys, undefined, [{ bits: 2048, pairs }])
    expect(make).toThrow(new TypeError('pairs must be separate or single.'))
  })

  test('are typed as a Secret beside a plain text', () => {
    expectTypeOf(generateKeys).returns.toEqualTypeOf<GeneratedKeys>()
    expectTypeOf(keys.signature.privatePem).toEqualTypeOf<Secret<string>>()
    expectTypeOf(keys.signature.publicPem).toEqualTypeOf<string>()
  })
})

describe('a loaded key', () => {
  const { privatePem, publicPem } = keys.signature
  const loaded = loadPrivateKey(privatePem, 'signature', { kid: 'shop-2027' })

  test('is not checked again for the same use, and keeps its name unless it gets another one', () => {
    expect(cryptoCalls(() => loadPrivateKey(loaded, 'signature'))).toEqual({})
    expect(loadPrivateKey(loaded, 'signature').kid).toBe('shop-2027')
    expect(loadPrivateKey(loaded, 'signature', { kid: 'shop-2028' }).kid).toBe('shop-2028')
  })

  test('is checked again for another use', () => {
    const again = cryptoCalls(() => loadPrivateKey(loaded, 'encryption'))
    expect(again).toEqual({ 'createPublicKey of a private key': 1, 'export as jwk': 1 })
  })

  test.each([
    ['of the other kind', () => loadPublicKey(loaded), 'key is a private key: give the public key.'],
    [
      'of the other kind',
      () => loadPrivateKey(loadPublicKey(publicPem, 'signature'), 'signature'),
      'key is a public key: give the private key.',
    ],
    [
      'that is too small now',
      () => loadPrivateKey(loaded, 'signature', { minBits: 3072 }),
      'key has 2048 bits: give an RSA key with at least 3072 bits.',
    ],
  ])('%s is rejected', (_, load, fault) => {
    expect(load).toThrow(new TypeError(fault))
  })

  test('cannot be changed', () => {
    expect(Reflect.set(loaded, 'key', loadPublicKey(publicPem).key)).toBe(false)
    expect(Reflect.set(loaded, 'use', 'encryption')).toBe(false)
  })

  test('has the types of its kind and its use', () => {
    expectTypeOf(loaded).toEqualTypeOf<LoadedKey<'private', 'signature'>>()
    expectTypeOf(loadPublicKey).returns.toEqualTypeOf<LoadedKey<'public'>>()
    expectTypeOf(loadPrivateKey).parameter(1).toEqualTypeOf<KeyUse>()
    expectTypeOf(localUnwrapper).parameter(0).not.toEqualTypeOf<typeof loaded>()
  })
})

describe('halves of different pairs', () => {
  test.each(['encryption', 'signature'] as const)('are no pair for %s', (use) => {
    const privateKey = loadPrivateKey(keys.encryption.privatePem, use).key
    expect(isPair(privateKey, loadPublicKey(keys.signature.publicPem, use).key, use)).toBe(false)
    expect(isPair(privateKey, loadPublicKey(keys.encryption.publicPem, use).key, use)).toBe(true)
  })

  test('are no pair where one of them cannot do the work', () => {
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(isPair(curve.privateKey, curve.publicKey, 'encryption')).toBe(false)
  })
})

describe('a thumbprint', () => {
  test('is the one that jose computes, from either half', async () => {
    const privateKey = loadPrivateKey(keys.signature.privatePem, 'signature').key
    const expected = await calculateJwkThumbprint(await exportJWK(createPublicKey(privateKey)), 'sha256')
    expect([thumbprint(privateKey), thumbprint(createPublicKey(privateKey))]).toEqual([expected, expected])
  })

  test('is the one of the example in RFC 7638, section 3.1', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs' +
      'tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91' +
      'CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
    const key = loadPublicKey({ kty: 'RSA', n, e: 'AQAB', alg: 'RS256', kid: '2011-04-29' }, 'signature')
    expect([key.kid, thumbprint(key.key)]).toEqual([
      'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
      'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    ])
  })

  test('needs an RSA key', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(() => thumbprint(publicKey)).toThrow(new TypeError('A thumbprint needs an RSA key.'))
  })
})
