// Keys of one modulus: whoever has either private exponent has both.
import { describe, expect, test } from 'vitest'

import { peerKeys } from '../src/keys/index.ts'
import { modern } from '../src/modern/profile.ts'
import { sharedKeys, sharedOwner } from './pairs.ts'

const [own, peer] = [sharedKeys('merchant'), sharedKeys('platform')]
const identity = { appId: 'demo-shop', party: { own: 'shop', peer: 'platform' } } as const

describe('two keys with one modulus', () => {
  const { privateKey } = sharedOwner('merchant').encryption
  const { n = '', p = '', q = '', d: _, ...rest } = privateKey.export({ format: 'jwk' })
  const number = (text: string): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)
  const text = (value: bigint): string => {
    const hex = value.toString(16)
    return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
  }
  const inverse = (value: bigint, modulus: bigint): bigint => {
    let [a, b, x, y] = [value % modulus, modulus, 1n, 0n]
    while (a !== 0n) {
      const quotient = b / a
      ;[b, a] = [a, b - quotient * a]
      ;[y, x] = [x, y - quotient * x]
    }
    return ((y % modulus) + modulus) % modulus
  }
  // The same modulus with the first prime exponent over 65537 that has an inverse.
  const [first, second] = [number(p) - 1n, number(q) - 1n]
  const exponent =
    [65_539n, 65_543n, 65_551n].find((prime) => first % prime !== 0n && second % prime !== 0n) ?? 0n
  const d = inverse(exponent, first * second)
  const twin = {
    ...rest,
    n,
    p,
    q,
    e: text(exponent),
    d: text(d),
    dp: text(d % first),
    dq: text(d % second),
  }

  test('are one key for both uses', () => {
    const keys = { own: { ...own, signature: twin }, peer }
    expect(() => modern({ ...identity, keys })).toThrow('keys.own has one key for both uses')
  })

  test('are one key of both parties', () => {
    const { n: modulus, e, kty } = { kty: 'RSA', ...twin }
    const keys = { own, peer: { ...peer, signature: { n: modulus, e, kty } } }
    expect(() => modern({ ...identity, keys })).toThrow('share a key')
  })

  test('are one key of the other party', () => {
    const encryption = own.encryption.publicPem
    const signature = { kty: 'RSA', n, e: twin.e }
    expect(() => peerKeys({ encryption, signature })).toThrow('one key for both uses')
    expect(() =>
      peerKeys({ encryption: peer.encryption.publicPem, signature: [encryption, signature] }),
    ).toThrow('holds one key twice')
  })
})
