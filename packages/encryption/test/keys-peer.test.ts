import type { KeyObject } from 'node:crypto'
import { inspect } from 'node:util'

import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  type PeerKeyInput,
  type PeerKeys,
  peerKeys,
  type PublicKey,
  publicKey,
  thumbprint,
} from '../src/keys/index.ts'
import { type PairName, sharedPair } from './pairs.ts'

const keyOf = (name: PairName): KeyObject => sharedPair(name).publicKey
const [one, two, three, four] = [keyOf('first'), keyOf('second'), keyOf('third'), keyOf('fourth')] as const
const small = sharedPair('first', 1024).publicKey
const own = sharedPair('fifth').privateKey
const [oneId, twoId] = [thumbprint(one), thumbprint(two)]

const kids = (keys: readonly PublicKey[]): readonly string[] => keys.map(({ kid }) => kid)

describe('a public key', () => {
  test('has its size, its thumbprint and its key', () => {
    const loaded = publicKey(one.export({ format: 'pem', type: 'spki' }), { name: 'keys.peer' })
    expect([loaded.kid, loaded.modulusBytes, loaded.key.equals(one)]).toEqual([oneId, 256, true])
  })

  test('has the name that the caller gives it, not the one inside a JWK', () => {
    const jwk = { ...one.export({ format: 'jwk' }), kid: 'platform' }
    expect(publicKey(jwk, { name: 'keys.peer' }).kid).toBe(oneId)
    expect(publicKey(jwk, { name: 'keys.peer', kid: 'platform-2027' }).kid).toBe('platform-2027')
  })

  test.each(['', 'a\tb', 'clé', 'a'.repeat(257)])('is not named %j', (kid) => {
    expect(() => publicKey(one, { name: 'keys.peer', kid })).toThrow(
      new TypeError('keys.peer: kid must be 1 to 256 printable ASCII characters.'),
    )
  })

  test('is not a private one', () => {
    expect(() => publicKey(own, { name: 'keys.peer' })).toThrow(TypeError)
  })
})

describe('keys of the other party', () => {
  const peer = peerKeys({ encryption: one, signature: two })

  test('may be one for each use, always live', () => {
    expect([-1e15, 0, 1e15].map((now) => peer.encryptionKey(now).kid)).toEqual([oneId, oneId, oneId])
    expect(kids(peer.verificationKeys(undefined, 0))).toEqual([twoId])
  })

  test('are found by their id, and no other key stands in', () => {
    expect(kids(peer.verificationKeys(twoId, 0))).toEqual([twoId])
    expect(peer.verificationKeys(oneId, 0)).toEqual([])
    expect(peer.verificationKeys('', 0)).toEqual([])
    expect(peer.verificationKeys('__proto__', 0)).toEqual([])
  })

  test('may be entries with names', () => {
    const named = peerKeys({ encryption: { key: one, kid: 'seal' }, signature: { key: two, kid: 'sign' } })
    expect(named.encryptionKey(0).kid).toBe('seal')
    expect(kids(named.verificationKeys('sign', 0))).toEqual(['sign'])
    expect(named.verificationKeys(twoId, 0)).toEqual([])
  })

  test('come in every form of a key', () => {
    const forms: readonly PeerKeyInput[] = [
      one.export({ format: 'pem', type: 'spki' }),
      one.export({ format: 'der', type: 'spki' }),
      one.export({ format: 'jwk' }),
      [{ key: one.export({ format: 'jwk' }) }],
    ]
    const found = forms.map((encryption) => peerKeys({ encryption, signature: two }).encryptionKey(0).kid)
    expect(new Set(found)).toEqual(new Set([oneId]))
  })

  test('print without their numbers', () => {
    const { n = '' } = one.export({ format: 'jwk' })
    const text = inspect([peer, peer.encryptionKey(0)], { depth: 9, showHidden: true })
    expect(text.includes(n.slice(0, 12))).toBe(false)
  })
})

describe('keys of the other party are refused when', () => {
  const refused =
    (encryption: PeerKeyInput, signature: PeerKeyInput = four) =>
    () =>
      peerKeys({ encryption, signature })

  test.each<readonly [string, () => unknown, string]>([
    ['there is none', refused([]), 'keys.peer.encryption must hold one to three keys.'],
    ['there is none to verify', refused(one, []), 'keys.peer.signature must hold one to three keys.'],
    [
      'there are four',
      refused([one, two, three, four], one),
      'keys.peer.encryption must hold one to three keys.',
    ],
    ['one stands there twice', refused([one, one]), 'keys.peer.encryption has two keys with one kid.'],
    [
      'one stands there twice under two names',
      refused([one, { key: one, kid: 'other' }]),
      'keys.peer.encryption holds one key twice.',
    ],
    [
      'two have one name',
      refused([
        { key: one, kid: 'a' },
        { key: two, kid: 'a' },
      ]),
      'keys.peer.encryption has two keys with one kid.',
    ],
    [
      'a period ends before it starts',
      refused([one, { key: two, notBefore: 5, notAfter: 5 }]),
      'keys.peer.encryption[1]: notBefore must lie before notAfter.',
    ],
    [
      'a moment is no whole number',
      refused({ key: one, notBefore: 1.5 }),
      'keys.peer.encryption.notBefore must be a whole number of milliseconds.',
    ],
    [
      'a moment is no number',
      refused({ key: one, notAfter: Number.NaN }),
      'keys.peer.encryption.notAfter must be a whole number of milliseconds.',
    ],
    ['one is too small', refused([one, small]), 'keys.peer.encryption[1] is too small'],
    ['one is private', refused(own), 'keys.peer.encryption is a private key where a public key belongs.'],
    [
      'one of a list is for the other use',
      refused([one], [{ key: { ...two.export({ format: 'jwk' }), use: 'enc' } }]),
      'keys.peer.signature[0] is a JWK whose use is another one.',
    ],
    ['an entry has an empty name', refused({ key: one, kid: '' }), 'keys.peer.encryption: kid must be'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(TypeError)
    expect(make).toThrow(message)
  })

  test('an entry is null', () => {
    const make = (): unknown => Reflect.apply(peerKeys, undefined, [{ encryption: null, signature: one }])
    expect(make).toThrow('keys.peer.encryption is in no form of a key that is known')
  })

  test('one key serves both uses, in whatever form, unless that is said', () => {
    const signature = [two, { key: one.export({ format: 'jwk' }), kid: 'other' }]
    expect(() => peerKeys({ encryption: one, signature })).toThrow(
      new TypeError('keys.peer has one key for both uses: take two pairs, or say allowSameKey.'),
    )
    expect(peerKeys({ encryption: one, signature, allowSameKey: true }).encryptionKey(0).kid).toBe(oneId)
  })
})

test('old keys of the other party are taken on request', () => {
  expect(peerKeys({ encryption: small, signature: one, minBits: 1024 }).encryptionKey(0).modulusBytes).toBe(
    128,
  )
})

test('the other party has public keys', () => {
  expectTypeOf(peerKeys).returns.toEqualTypeOf<PeerKeys>()
  expectTypeOf(publicKey).returns.toEqualTypeOf<PublicKey>()
})
