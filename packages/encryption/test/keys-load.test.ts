import type { KeyObject } from 'node:crypto'
import { inspect } from 'node:util'

import { describe, expect, expectTypeOf, test } from 'vitest'

import { loadPrivateKey, loadPublicKey } from '../src/keys/index.ts'
import {
  leaks,
  pkcs8Pem,
  privateForms,
  privateKey,
  publicForms,
  publicKey,
  refusal,
  refusePrivate,
  refusePublic,
} from './keys-samples.ts'

const same = (loaded: KeyObject, key: KeyObject): boolean => loaded.equals(key)

describe('a public key', () => {
  test.each(publicForms)('loads from %s', (_, input) => {
    expect(same(loadPublicKey(input, 'signature'), publicKey)).toBe(true)
  })

  test.each(privateForms)('is not taken from a private one: %s', (_, input) => {
    expect(refusePublic(input).message).toBe(
      'keys.own.signature is a private key where a public key belongs.',
    )
  })
})

describe('a private key', () => {
  test.each(privateForms)('loads from %s', (_, input) => {
    expect(same(loadPrivateKey(input, 'signature'), privateKey)).toBe(true)
    expect(same(loadPrivateKey(input, 'encryption'), privateKey)).toBe(true)
  })

  test.each(publicForms)('is not taken from a public one: %s', (_, input) => {
    expect(refusePrivate(input).message).toBe(
      'keys.own.signature is a public key where a private key belongs.',
    )
  })
})

test('nobody can print a loaded key', () => {
  const key = loadPrivateKey(pkcs8Pem, 'signature')
  const text = inspect({ key }, { depth: 9, showHidden: true }) + JSON.stringify({ key })
  expect(leaks(text, pkcs8Pem)).toEqual([])
  expect(leaks(text, privateKey.export({ format: 'jwk' }).d ?? '')).toEqual([])
})

test('an error names a key without a place as the key', () => {
  expect(refusal(() => loadPublicKey('', 'signature')).message).toMatch(/^key is /u)
})

test('keys load synchronously into KeyObjects', () => {
  expectTypeOf(loadPrivateKey).returns.toEqualTypeOf<KeyObject>()
  expectTypeOf(loadPublicKey).returns.toEqualTypeOf<KeyObject>()
  expectTypeOf(loadPrivateKey).parameter(1).toEqualTypeOf<'encryption' | 'signature'>()
})
