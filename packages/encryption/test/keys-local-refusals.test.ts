import { constants, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'

import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  localSigner,
  localUnwrapper,
  type Mode,
  type Signer,
  thumbprint,
  type Unwrapper,
} from '../src/keys/index.ts'
import { sharedPair } from './pairs.ts'

const { publicKey, privateKey } = sharedPair('first')

describe('a local key is refused when', () => {
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const tiny = generateKeyPairSync('rsa', { modulusLength: 512 })

  test.each([
    ['it is public', publicKey, 'key is a public key where a private key belongs.'],
    ['it is no RSA key', curve.privateKey, 'key is no RSA key.'],
    ['it is tiny', tiny.privateKey, 'key is too small: an RSA key needs at least 1024 bits here.'],
  ])('%s', (_, key, fault) => {
    expect(() => localUnwrapper(key, { alg: 'RSA1_5' })).toThrow(new TypeError(fault))
    expect(() => localSigner(key, { alg: 'PS256' })).toThrow(new TypeError(fault))
  })

  test.each(['', 'ключ', 'a\nb', 'a'.repeat(257)])('its name is %j', (kid) => {
    const fault = new TypeError('key: kid must be 1 to 256 printable ASCII characters.')
    expect(() => localUnwrapper(privateKey, { alg: 'RSA-OAEP', kid })).toThrow(fault)
    expect(() => localSigner(privateKey, { alg: 'PS256', kid })).toThrow(fault)
  })

  test.each(['none', 'HS256', 'RSA-OAEP-512', 'toString', '__proto__', undefined])('its alg is %s', (alg) => {
    expect(() => Reflect.apply(localUnwrapper, undefined, [privateKey, { alg }])).toThrow('alg must be')
    expect(() => Reflect.apply(localSigner, undefined, [privateKey, { alg }])).toThrow('alg must be')
  })

  test('its mode is not offered', () => {
    const options = { alg: 'RSA-OAEP', mode: 'worker' }
    expect(() => Reflect.apply(localUnwrapper, undefined, [privateKey, options])).toThrow('mode must be')
    expect(() => Reflect.apply(localSigner, undefined, [privateKey, { ...options, alg: 'PS256' }])).toThrow(
      'mode must be',
    )
  })
})

test('printing a local key shows its name and nothing of the key', async () => {
  const { d = '', p = '', n = '' } = privateKey.export({ format: 'jwk' })
  const keyring = {
    unwrapper: localUnwrapper(privateKey, { alg: 'RSA-OAEP-256', mode: 'pool' }),
    signer: localSigner(privateKey, { alg: 'PS256' }),
  }
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const sealed = publicEncrypt({ key: publicKey, ...padding }, randomBytes(32))
  await keyring.unwrapper.unwrap(sealed, {})
  const text = inspect(keyring, { depth: 9, showHidden: true }) + JSON.stringify(keyring)
  expect(text).toContain(thumbprint(publicKey))
  expect([d, p, n].filter((number) => text.includes(number.slice(0, 12)))).toEqual([])
})

test('a local key is an Unwrapper or a Signer like any other', () => {
  expectTypeOf(localUnwrapper).returns.toEqualTypeOf<Unwrapper>()
  expectTypeOf(localSigner).returns.toEqualTypeOf<Signer>()
  expectTypeOf<Mode>().toEqualTypeOf<'inline' | 'pool'>()
})
