import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { coins, networks, type Notation, createTestAddress, createTestTransactionId } from '../../src/chain/index.ts'

const shapes: Readonly<Record<Notation, readonly [RegExp, RegExp]>> = {
  bitcoin: [/^tb1q[02-9ac-hj-np-z]{38}$/, /^[\da-f]{64}$/],
  taproot: [/^tb1p[02-9ac-hj-np-z]{58}$/, /^[\da-f]{64}$/],
  ethereum: [/^0x[\dA-Fa-f]{40}$/, /^0x[\da-f]{64}$/],
  tron: [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, /^[\da-f]{64}$/],
  xrp: [/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/, /^[\dA-F]{64}$/],
}

test.each(Object.keys(shapes).filter(isNotation))(
  'addresses and ids for %s have the format of its chain',
  (notation) => {
    const [address, transactionId] = shapes[notation]
    for (let seed = 0; seed < 50; seed += 1) {
      expect(createTestAddress(notation, `${seed}`)).toMatch(address)
      expect(createTestTransactionId(notation, `${seed}`)).toMatch(transactionId)
    }
    expect(createTestAddress(notation, 'a')).toBe(createTestAddress(notation, 'a'))
    expect(createTestAddress(notation, 'a')).not.toBe(createTestAddress(notation, 'b'))
  },
)

// Data files and tests of users have these addresses.
test.each([
  ['bitcoin', '66c59d5dbf4f5b94a62170f84f82db61eb465bdd719dee136f499111ce669efc'],
  ['taproot', '2b75b8116b6996a6acb54e98a29ac4c48cbd05447657f0bf1be08b2080659ed2'],
  ['ethereum', 'd88c736ac6f27f8bbe4d532e974af1fff25563f85cd7137664f64c88d7d07823'],
  ['tron', '68d61c3dce7267ba78024fac62a96a572a9a32c089e880091e79322f222eb206'],
  ['xrp', 'c6dfd7b14f231fa15d8e60810f9c76238f8631b3237a0578a98194f0d81f20f3'],
] as const)('500 addresses and ids for %s are those of earlier versions', (notation, digest) => {
  const lines = Array.from({ length: 500 }, (_, at) => {
    const seed = `seed ${at}`
    return `${createTestAddress(notation, seed)} ${createTestTransactionId(notation, seed)}\n`
  })
  expect(hash('sha256', lines.join(''))).toBe(digest)
})

test.each([
  ['bitcoin', 'tb1qurcjv2zl9vl823s7mwltsqwncewk3nx7p80r8q'],
  ['taproot', 'tb1purcjv2zl9vl823s7mwltsqwncewk3nx7hr4paup9wu0xy7xj3zfsrj69wj'],
  ['ethereum', '0xe0F126285F2B3e75461EDBbEb801D3C65d68ccDE'],
  ['tron', 'TWUbFMmuVAUT8e6mtEANeiGL9vjUbnVPnT'],
  ['xrp', 'rMWPEJQBLSMVy7s9HxWC3Z2UE3zwR7wvkb'],
] as const)('the first address for %s is %s', (notation, address) => {
  expect(createTestAddress(notation, 'seed 0')).toBe(address)
})

function isNotation(name: string): name is Notation {
  return Object.hasOwn(shapes, name)
}

test('each network has a native coin, and each coin a network', () => {
  const own = Object.values(networks).map(({ symbol }) => coins[symbol].network)
  expect(own).toEqual(Object.keys(networks))
  expect(Object.values(coins).every(({ network }) => Object.hasOwn(networks, network))).toBe(true)
})
