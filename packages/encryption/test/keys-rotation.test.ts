import type { KeyObject } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type PeerKeyEntry, peerKeys, type PublicKey, thumbprint } from '../src/keys/index.ts'
import { type PairName, sharedPair } from './pairs.ts'

const keyOf = (name: PairName): KeyObject => sharedPair(name).publicKey
const [one, two, three, four] = [keyOf('first'), keyOf('second'), keyOf('third'), keyOf('fourth')] as const
const [oneId, twoId, threeId] = [thumbprint(one), thumbprint(two), thumbprint(three)]

const kids = (keys: readonly PublicKey[]): readonly string[] => keys.map(({ kid }) => kid)

describe('while keys rotate', () => {
  const entries: readonly PeerKeyEntry[] = [
    { key: one, notAfter: 200 },
    { key: two, notBefore: 100, notAfter: 300 },
    { key: three, notBefore: 150 },
  ]
  const peer = peerKeys({ encryption: entries, signature: entries, allowSameKey: true })

  test.each([
    [0, oneId, [oneId]],
    [99, oneId, [oneId]],
    [100, twoId, [twoId, oneId]],
    [149, twoId, [twoId, oneId]],
    [150, threeId, [threeId, twoId, oneId]],
    [199, threeId, [threeId, twoId, oneId]],
    [200, threeId, [threeId, twoId]],
    [300, threeId, [threeId]],
  ])('at %i the newest seals, and every live one verifies, newest first', (now, newest, live) => {
    expect(peer.encryptionKey(now).kid).toBe(newest)
    expect(kids(peer.verificationKeys(undefined, now))).toEqual(live)
  })

  test('a known id of a key that is not live verifies nothing', () => {
    expect(peer.verificationKeys(twoId, 99)).toEqual([])
    expect(kids(peer.verificationKeys(twoId, 100))).toEqual([twoId])
    expect(kids(peer.verificationKeys(twoId, 299))).toEqual([twoId])
    expect(peer.verificationKeys(twoId, 300)).toEqual([])
  })

  test('a key that is no longer live seals nothing, and the member is named', () => {
    const expired = peerKeys({
      encryption: { key: one, notAfter: 200 },
      signature: { key: two, notBefore: 100 },
      name: 'keys.platform',
    })
    expect(expired.encryptionKey(199).kid).toBe(oneId)
    expect(() => expired.encryptionKey(200)).toThrow(
      new TypeError('keys.platform.encryption has no key for this moment.'),
    )
    expect(expired.verificationKeys(undefined, 99)).toEqual([])
  })

  test('of two that are equally new the first seals', () => {
    const equal = peerKeys({ encryption: [two, one, three], signature: four })
    expect(equal.encryptionKey(0).kid).toBe(twoId)
  })

  test('any periods agree with the rule written another way', () => {
    const moment = fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined })
    const period = fc
      .tuple(moment, moment)
      .filter(([from, to]) => from === undefined || to === undefined || from < to)
    fc.assert(
      fc.property(fc.tuple(period, period, period), fc.nat(25), (periods, now) => {
        const rows = [one, two, three].map((key, index) => {
          const [notBefore, notAfter] = periods[index] ?? []
          return { key, kid: String(index), notBefore, notAfter }
        })
        const live = rows
          .filter((row) => (row.notBefore ?? -1) <= now && now < (row.notAfter ?? 99))
          .toSorted((left, right) => (right.notBefore ?? -1) - (left.notBefore ?? -1))
        const rotating = peerKeys({ encryption: four, signature: rows })
        expect(kids(rotating.verificationKeys(undefined, now))).toEqual(live.map(({ kid }) => kid))
      }),
      { numRuns: 100 },
    )
  })
})
