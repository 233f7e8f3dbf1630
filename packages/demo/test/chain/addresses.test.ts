// Vectors of the published rules: BIP 173, BIP 350, EIP-55, and well-known addresses of Bitcoin, Tron and the XRP Ledger.
import { createHash, hash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { addChecksum } from '../../src/chain/addresses.ts'
import { encodeBase58Check } from '../../src/chain/base58.ts'
import { encodeSegwitAddress } from '../../src/chain/bech32.ts'
import { coins, networks, type Notation, createTestAddress, createTestTransactionId } from '../../src/chain/index.ts'
import { hashKeccak256 } from '../../src/chain/keccak.ts'

const toBytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test.each([
  ['bitcoin', '00010966776006953d5567439e5e39f86a0d273bee', '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM'],
  ['bitcoin', '410000000000000000000000000000000000000000', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['bitcoin', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['xrp', '000000000000000000000000000000000000000000', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
  ['xrp', '000000000000000000000000000000000000000001', 'rrrrrrrrrrrrrrrrrrrrBZbvji'],
  ['xrp', '00b5f762798a53d543a014caf8b297cff8f2f937e8', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
] as const)('base58 of %s writes %s as %s', (alphabet, hex, address) => {
  expect(encodeBase58Check(toBytes(hex), alphabet)).toBe(address)
})

test.each([
  ['bc', 0, '751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['tb', 0, '751e76e8199196d454941c45d1b3a323f1433bd6', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  [
    'tb',
    0,
    '1863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  ],
  [
    'bc',
    1,
    '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  [
    'tb',
    1,
    '000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
  ],
] as const)('a witness of %s with version %d writes %s as %s', (prefix, version, program, address) => {
  expect(encodeSegwitAddress(prefix, version, toBytes(program))).toBe(address)
})

test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('the capital letters of %s are its checksum', (address) => {
  expect(addChecksum(toBytes(address.slice(2)))).toBe(address)
})

describe('Keccak-256', () => {
  test.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ])('of "%s" is the published one', (text, digest) => {
    expect(toHex(hashKeccak256(Buffer.from(text)))).toBe(digest)
  })

  // Needs OpenSSL 3.2.
  test.skipIf(!hasKeccak())('equals that of OpenSSL at every length', () => {
    for (let length = 0; length < 136; length += 1) {
      const bytes = Buffer.alloc(length, length)
      expect(toHex(hashKeccak256(bytes))).toBe(createHash('keccak-256').update(bytes).digest('hex'))
    }
  })

  test('of more than one block is rejected', () => {
    expect(() => hashKeccak256(new Uint8Array(136))).toThrow('up to 135 bytes, not 136')
  })
})

function hasKeccak(): boolean {
  try {
    return createHash('keccak-256') !== undefined
  } catch {
    return false
  }
}

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
