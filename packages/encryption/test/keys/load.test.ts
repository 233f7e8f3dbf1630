import { createPublicKey } from 'node:crypto'
import { inspect } from 'node:util'

import { describe, expect, expectTypeOf, test } from 'vitest'

import { isPair } from '../../src/keys/checks.ts'
import { type GeneratedKeys, generateKeys, type KeyUse } from '../../src/keys/index.ts'
import { generateKeysAsync, type LoadedKey, loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { createLocalUnwrapper } from '../../src/keys/local.ts'
import { createPeerKeys } from '../../src/keys/peer.ts'
import type { Secret } from '../../src/keys/secret.ts'
import { countCryptoCalls } from '../support/crypto-calls.ts'
import { getPair } from '../support/pairs.ts'
import { thumbprint } from '../support/thumbprint.ts'

const keys = generateKeys({ bits: 2048 })
const single = generateKeys({ bits: 2048, pairs: 'single' })
const pairs = [
  ['encryption', keys.encryption],
  ['signature', keys.signature],
] as const

describe('generated keys', () => {
  test.each(pairs)('are a working pair for %s', (use, { privatePem, publicPem }) => {
    const privateKey = loadPrivateKey(privatePem, use)
    const publicKey = loadPublicKey(publicPem, use)
    expect(isPair(privateKey.key, publicKey.key, use)).toBe(true)
    expect([privateKey.kid, publicKey.kid]).toEqual([thumbprint(privateKey.key), thumbprint(publicKey.key)])
    expect(privateKey.kid).toBe(publicKey.kid)
    expect(publicKey.key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65_537n })
  })

  test.each(pairs)('are PKCS#8 and SPKI as PEM, for %s', (_, { privatePem, publicPem }) => {
    expect(privatePem.reveal()).toMatch(/^-----BEGIN PRIVATE KEY-----\n/u)
    expect(publicPem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/u)
  })

  test('are two pairs', () => {
    expect(keys.encryption.publicPem).not.toBe(keys.signature.publicPem)
    const peer = createPeerKeys({
      encryption: keys.encryption.publicPem,
      signature: keys.signature.publicPem,
    })
    expect(peer.getEncryptionKey(0).modulusBytes).toBe(256)
  })

  test('may be one pair, which needs allowSameKey', () => {
    expect(single.encryption).toBe(single.signature)
    const [encryption, signature] = [single.encryption.publicPem, single.signature.publicPem]
    expect(() => createPeerKeys({ encryption, signature })).toThrow('set allowSameKey')
    expect(
      createPeerKeys({ encryption, signature, allowSameKey: true }).listVerificationKeys(undefined, 0),
    ).toHaveLength(1)
  })

  test('have 3072 bits by default', () => {
    const { signature } = generateKeys({ pairs: 'single' })
    expect(createPublicKey(signature.publicPem).asymmetricKeyDetails?.modulusLength).toBe(3072)
  })

  test('do not print their private key', () => {
    const text =
      inspect(keys, { depth: 9, showHidden: true }) + JSON.stringify(keys) + String(keys.signature.privatePem)
    const secrets = pairs.flatMap(([, { privatePem }]) => privatePem.reveal().split('\n').slice(1, -2))
    expect(secrets.length).toBeGreaterThan(40)
    expect(secrets.filter((line) => text.includes(line.slice(0, 12)))).toEqual([])
    expect(text).toContain('[redacted]')
  })

  test.each([1024, 2047, 8192, '2048', null])('cannot have %j bits', (bits) => {
    const make = (): unknown => Reflect.apply(generateKeys, undefined, [{ bits }])
    expect(make).toThrow(new TypeError('bits must be 2048 or 3072 or 4096.'))
  })

  test.each(['both', 'toString', null])('cannot have the pairs %j', (pairs) => {
    const make = (): unknown => Reflect.apply(generateKeys, undefined, [{ bits: 2048, pairs }])
    expect(make).toThrow(new TypeError('pairs must be separate or single.'))
  })

  test('can be generated outside of the event loop', async () => {
    let isMade = false
    const making = generateKeysAsync({ bits: 2048 }).finally(() => (isMade = true))
    // The thread pool needs a turn of the event loop to respond, and these do not wait for one.
    for (let wait = 0; wait < 100; wait += 1) await Promise.resolve()
    expect(isMade).toBe(false)
    const { encryption, signature } = await making
    expect(encryption.publicPem).not.toBe(signature.publicPem)
    expect(loadPrivateKey(signature.privatePem, 'signature').modulusBytes).toBe(256)
    const one = await generateKeysAsync({ bits: 2048, pairs: 'single' })
    expect(one.encryption).toBe(one.signature)
    const make = Reflect.apply(generateKeysAsync, undefined, [{ bits: 1024 }])
    await expect(make).rejects.toThrow(new TypeError('bits must be 2048 or 3072 or 4096.'))
  })

  test('have the types of a Secret and a string', () => {
    expectTypeOf(generateKeys).returns.toEqualTypeOf<GeneratedKeys>()
    expectTypeOf(keys.signature.privatePem).toEqualTypeOf<Secret<string>>()
    expectTypeOf(keys.signature.publicPem).toEqualTypeOf<string>()
  })
})

describe('a key', () => {
  const { publicKey, privateKey } = getPair('first')
  const kid = thumbprint(publicKey)
  const kids = ['', 'ключ', 'clé', 'a\nb', 'a\tb', 'a'.repeat(257)]

  test('has its size, its thumbprint and its KeyObject', () => {
    const loaded = loadPublicKey(publicKey.export({ format: 'pem', type: 'spki' }))
    expect([loaded.kid, loaded.modulusBytes, loaded.key.equals(publicKey)]).toEqual([kid, 256, true])
    expect(loadPrivateKey(privateKey, 'encryption').kid).toBe(kid)
  })

  test('has the kid that the caller passes, not the one in a JWK', () => {
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'platform' }
    expect(loadPublicKey(jwk).kid).toBe(kid)
    expect(loadPublicKey(jwk, undefined, { kid: 'platform-2027' }).kid).toBe('platform-2027')
    expect(loadPrivateKey(privateKey, 'signature', { kid: 'shop-2027' }).kid).toBe('shop-2027')
  })

  test.each(kids)('cannot have the kid %j', (given) => {
    const fault = new TypeError('keys.peer: kid must be 1 to 256 printable ASCII characters.')
    const options = { name: 'keys.peer', kid: given }
    expect(() => loadPublicKey(publicKey, undefined, options)).toThrow(fault)
    expect(() => loadPrivateKey(privateKey, 'encryption', options)).toThrow(fault)
    expect(() => loadPrivateKey(privateKey, 'signature', options)).toThrow(fault)
  })

  test('that is private does not load as a public one', () => {
    expect(() => loadPublicKey(privateKey)).toThrow(TypeError)
  })
})

describe('a loaded key', () => {
  const { privatePem, publicPem } = keys.signature
  const loaded = loadPrivateKey(privatePem, 'signature', { kid: 'shop-2027' })

  test('is not checked again for the same use, and keeps its id unless it gets another one', () => {
    expect(countCryptoCalls(() => loadPrivateKey(loaded, 'signature'))).toEqual({})
    expect(loadPrivateKey(loaded, 'signature').kid).toBe('shop-2027')
    expect(loadPrivateKey(loaded, 'signature', { kid: 'shop-2028' }).kid).toBe('shop-2028')
  })

  test('is checked again for another use', () => {
    const again = countCryptoCalls(() => loadPrivateKey(loaded, 'encryption'))
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

  test('has the type of its half and use', () => {
    expectTypeOf(loaded).toEqualTypeOf<LoadedKey<'private', 'signature'>>()
    expectTypeOf(loadPublicKey).returns.toEqualTypeOf<LoadedKey<'public'>>()
    expectTypeOf(loadPrivateKey).parameter(1).toEqualTypeOf<KeyUse>()
    expectTypeOf(createLocalUnwrapper).parameter(0).not.toEqualTypeOf<typeof loaded>()
  })
})
