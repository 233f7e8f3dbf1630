import type { KeyObject } from 'node:crypto'
import { inspect } from 'node:util'

import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import type { PeerKeyEntry, PeerKeyInput } from '../../src/keys/index.ts'
import type { PeerKeys, PublicKey } from '../../src/keys/interfaces.ts'
import { loadPublicKey } from '../../src/keys/load.ts'
import { createPeerKeys } from '../../src/keys/peer.ts'
import { type PairName, getPair } from '../support/pairs.ts'
import { thumbprint } from '../support/thumbprint.ts'

const getKey = (name: PairName): KeyObject => getPair(name).publicKey
const [one, two, three, four] = [getKey('first'), getKey('second'), getKey('third'), getKey('fourth')] as const
const small = getPair('first', 1024).publicKey
const own = getPair('fifth').privateKey
const [oneId, twoId, threeId] = [thumbprint(one), thumbprint(two), thumbprint(three)]

const listKids = (keys: readonly PublicKey[]): readonly string[] => keys.map(({ kid }) => kid)

describe('keys of the other party', () => {
  const peer = createPeerKeys({ encryption: one, signature: two })

  test('may be one for each use, always valid', () => {
    expect([-1e15, 0, 1e15].map((now) => peer.getEncryptionKey(now).kid)).toEqual([oneId, oneId, oneId])
    expect(listKids(peer.listVerificationKeys(undefined, 0))).toEqual([twoId])
  })

  test('are found only by their id', () => {
    expect(listKids(peer.listVerificationKeys(twoId, 0))).toEqual([twoId])
    expect(peer.listVerificationKeys(oneId, 0)).toEqual([])
    expect(peer.listVerificationKeys('', 0)).toEqual([])
    expect(peer.listVerificationKeys('__proto__', 0)).toEqual([])
  })

  test('may be entries with kids', () => {
    const named = createPeerKeys({
      encryption: { key: one, kid: 'seal' },
      signature: { key: two, kid: 'sign' },
    })
    expect(named.getEncryptionKey(0).kid).toBe('seal')
    expect(listKids(named.listVerificationKeys('sign', 0))).toEqual(['sign'])
    expect(named.listVerificationKeys(twoId, 0)).toEqual([])
  })

  test('are loaded from every format', () => {
    const forms: readonly PeerKeyInput[] = [
      one.export({ format: 'pem', type: 'spki' }),
      one.export({ format: 'der', type: 'spki' }),
      one.export({ format: 'jwk' }),
      [{ key: one.export({ format: 'jwk' }) }],
    ]
    const found = forms.map((encryption) => createPeerKeys({ encryption, signature: two }).getEncryptionKey(0).kid)
    expect(new Set(found)).toEqual(new Set([oneId]))
  })

  test('print without their numbers', () => {
    const { n = '' } = one.export({ format: 'jwk' })
    const text = inspect([peer, peer.getEncryptionKey(0)], { depth: 9, showHidden: true })
    expect(text.includes(n.slice(0, 12))).toBe(false)
  })
})

describe('keys of the other party are rejected when', () => {
  const createRejection =
    (encryption: PeerKeyInput, signature: PeerKeyInput = four) =>
    () =>
      createPeerKeys({ encryption, signature })

  test.each<readonly [string, () => unknown, string]>([
    ['the list is empty', createRejection([]), 'keys.peer.encryption must contain 1 to 3 keys'],
    [
      'the list of signature keys is empty',
      createRejection(one, []),
      'keys.peer.signature must contain 1 to 3 keys, not 0.',
    ],
    [
      'the list has four keys',
      createRejection([one, two, three, four], one),
      'keys.peer.encryption must contain 1 to 3 keys',
    ],
    [
      'one is repeated',
      createRejection([one, one]),
      'keys.peer.encryption has two keys with the same kid. Give each its own.',
    ],
    [
      'one is repeated under another kid',
      createRejection([one, { key: one, kid: 'other' }]),
      'keys.peer.encryption contains a key twice. Remove one of the two.',
    ],
    [
      'two have the same kid',
      createRejection([
        { key: one, kid: 'a' },
        { key: two, kid: 'a' },
      ]),
      'keys.peer.encryption has two keys with the same kid. Give each its own.',
    ],
    [
      'a period ends before it starts',
      createRejection([one, { key: two, notBefore: 5, notAfter: 5 }]),
      'keys.peer.encryption[1]: notBefore must be before notAfter.',
    ],
    [
      'a time is not an integer',
      createRejection({ key: one, notBefore: 1.5 }),
      'keys.peer.encryption.notBefore must be an integer, in Unix milliseconds.',
    ],
    [
      'a time is NaN',
      createRejection({ key: one, notAfter: Number.NaN }),
      'keys.peer.encryption.notAfter must be an integer, in Unix milliseconds.',
    ],
    [
      'one is too small',
      createRejection([one, small]),
      'keys.peer.encryption[1] has 1024 bits: give an RSA key with at least 2048 bits.',
    ],
    ['one is private', createRejection(own), 'keys.peer.encryption is a private key: give the public key.'],
    [
      'one of a list is for the other use',
      createRejection([one], [{ key: { ...two.export({ format: 'jwk' }), use: 'enc' } }]),
      'keys.peer.signature[0] is a JWK for another use: give a key for this use.',
    ],
    ['an entry has an empty kid', createRejection({ key: one, kid: '' }), 'keys.peer.encryption: kid must be'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(TypeError)
    expect(make).toThrow(message)
  })

  test('an entry is null', () => {
    const make = (): unknown => Reflect.apply(createPeerKeys, undefined, [{ encryption: null, signature: one }])
    expect(make).toThrow('keys.peer.encryption has an unknown format')
  })

  test('one key has both uses, in any format, without allowSameKey', () => {
    const signature = [two, { key: one.export({ format: 'jwk' }), kid: 'other' }]
    expect(() => createPeerKeys({ encryption: one, signature })).toThrow(
      new TypeError('keys.peer has one key for encryption and signatures. Give two keys, or set allowSameKey.'),
    )
    expect(createPeerKeys({ encryption: one, signature, allowSameKey: true }).getEncryptionKey(0).kid).toBe(oneId)
  })
})

test('the other party may have old keys with minBits', () => {
  expect(createPeerKeys({ encryption: small, signature: one, minBits: 1024 }).getEncryptionKey(0).modulusBytes).toBe(
    128,
  )
})

test('peer keys have the types PeerKeys and PublicKey', () => {
  expectTypeOf(createPeerKeys).returns.toEqualTypeOf<PeerKeys>()
  expectTypeOf(loadPublicKey).returns.toExtend<PublicKey>()
})

describe('during a rotation', () => {
  const entries: readonly PeerKeyEntry[] = [
    { key: one, notAfter: 200 },
    { key: two, notBefore: 100, notAfter: 300 },
    { key: three, notBefore: 150 },
  ]
  const peer = createPeerKeys({ encryption: entries, signature: entries, allowSameKey: true })

  test.each([
    [0, oneId, [oneId]],
    [99, oneId, [oneId]],
    [100, twoId, [twoId, oneId]],
    [149, twoId, [twoId, oneId]],
    [150, threeId, [threeId, twoId, oneId]],
    [199, threeId, [threeId, twoId, oneId]],
    [200, threeId, [threeId, twoId]],
    [300, threeId, [threeId]],
  ])('at %i the newest valid key seals, and every valid key verifies, newest first', (now, newest, live) => {
    expect(peer.getEncryptionKey(now).kid).toBe(newest)
    expect(listKids(peer.listVerificationKeys(undefined, now))).toEqual(live)
  })

  test('a key outside of its period does not verify', () => {
    expect(peer.listVerificationKeys(twoId, 99)).toEqual([])
    expect(listKids(peer.listVerificationKeys(twoId, 100))).toEqual([twoId])
    expect(listKids(peer.listVerificationKeys(twoId, 299))).toEqual([twoId])
    expect(peer.listVerificationKeys(twoId, 300)).toEqual([])
  })

  test('an expired key does not seal, and the error names the field', () => {
    const expired = createPeerKeys({
      encryption: { key: one, notAfter: 200 },
      signature: { key: two, notBefore: 100 },
      name: 'keys.platform',
    })
    expect(expired.getEncryptionKey(199).kid).toBe(oneId)
    expect(() => expired.getEncryptionKey(200)).toThrow(
      new TypeError('keys.platform.encryption has no valid key now. Check notBefore and notAfter.'),
    )
    expect(expired.listVerificationKeys(undefined, 99)).toEqual([])
  })

  test('the first of several equally new keys seals', () => {
    const equal = createPeerKeys({ encryption: [two, one, three], signature: four })
    expect(equal.getEncryptionKey(0).kid).toBe(twoId)
  })

  test('the valid keys match a second implementation of the rule, for any periods', () => {
    const time = fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined })
    const period = fc.tuple(time, time).filter(([from, to]) => from === undefined || to === undefined || from < to)
    fc.assert(
      fc.property(fc.tuple(period, period, period), fc.nat(25), (periods, now) => {
        const rows = [one, two, three].map((key, index) => {
          const [notBefore, notAfter] = periods[index] ?? []
          return { key, kid: String(index), notBefore, notAfter }
        })
        const live = rows
          .filter((row) => (row.notBefore ?? -1) <= now && now < (row.notAfter ?? 99))
          .toSorted((left, right) => (right.notBefore ?? -1) - (left.notBefore ?? -1))
        const rotating = createPeerKeys({ encryption: four, signature: rows })
        expect(listKids(rotating.listVerificationKeys(undefined, now))).toEqual(live.map(({ kid }) => kid))
      }),
      { numRuns: 100 },
    )
  })
})
