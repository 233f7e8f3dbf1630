import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { decodeBase64url, encodeBase64url } from '../src/bytes/encodings.ts'
import { Rejection } from '../src/errors.ts'

const alphabet: string = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const refusal = new Rejection('encoding')

// RFC 4648, section 10, and the two characters that the alphabets do not share.
const known: readonly (readonly [string, readonly number[]])[] = [
  ['', []],
  ['Zg', [0x66]],
  ['Zm8', [0x66, 0x6f]],
  ['Zm9v', [0x66, 0x6f, 0x6f]],
  ['Zm9vYg', [0x66, 0x6f, 0x6f, 0x62]],
  ['-_8', [0xfb, 0xff]],
]

describe('a base64url text', () => {
  test.each(known)('%j stands for its bytes, in both directions', (text, numbers) => {
    expect(decodeBase64url(text)).toEqual(Uint8Array.from(numbers))
    expect(encodeBase64url(Uint8Array.from(numbers))).toBe(text)
  })

  test.each([
    ['padding', 'Zg=='],
    ['padding that is incomplete', 'Zg='],
    ['padding alone', '='],
    ['the plus of the other alphabet', '+_8'],
    ['the slash of the other alphabet', '-/8'],
    ['a space', 'Zm 9v'],
    ['a line break at its end', 'Zm9v\n'],
    ['a zero byte', 'Zm9\0v'],
    ['a character of no alphabet', 'Zm9v!'],
    ['a letter whose low byte is one of the alphabet', 'Zm9\u0176'],
    ['a character outside the basic plane', 'Zm9\u{1F4B0}'],
    ['one character alone', 'Z'],
    ['one character too many', 'Zm9vY'],
    ['four bits left over that are not zero', 'Zh'],
    ['two bits left over that are not zero', 'Zm9'],
  ])('is refused with %s', (_, text) => {
    expect(() => decodeBase64url(text)).toThrow(refusal)
  })

  test('is written for the bytes of a view and not for those around it', () => {
    const around = Uint8Array.from([1, 0x66, 0x6f, 0x6f, 2])
    expect(encodeBase64url(around.subarray(1, 4))).toBe('Zm9v')
  })

  test('is decoded to plain bytes, which no later text overwrites', () => {
    const first = decodeBase64url('Zm9v')
    for (let count = 0; count < 5000; count += 1) decodeBase64url('AAAA')
    expect(Object.getPrototypeOf(first)).toBe(Uint8Array.prototype)
    expect(first).toEqual(Uint8Array.from([0x66, 0x6f, 0x6f]))
    expectTypeOf(first).toEqualTypeOf<Uint8Array<ArrayBuffer>>()
  })

  test('gives back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeBase64url(encodeBase64url(bytes))).toEqual(bytes)
      }),
    )
  })

  test('is the only one for its bytes: what decodes is what would be written', () => {
    const near = fc.string({
      unit: fc.constantFrom(...Array.from(`${alphabet}+/= \nł`)),
      maxLength: 12,
    })
    fc.assert(
      fc.property(near, (text) => {
        expect(decoded(text)).toBe(isCanonical(text) ? text : 'refused')
      }),
      { numRuns: 3000 },
    )
  })
})

function decoded(text: string): string {
  try {
    return encodeBase64url(decodeBase64url(text))
  } catch {
    return 'refused'
  }
}

// The rule once more, from the alphabet: six bits a character, and those left over are zero.
function isCanonical(text: string): boolean {
  const values = Array.from(text, (letter) => alphabet.indexOf(letter))
  const leftOver = [1, 64, 16, 4][text.length % 4] ?? 1
  return values.every((value) => value >= 0) && text.length % 4 !== 1 && (values.at(-1) ?? 0) % leftOver === 0
}
