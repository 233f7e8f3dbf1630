import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { decodeBase64url, encodeBase64url, decodeUtf8, encodeUtf8 } from '../../src/bytes/encodings.ts'
import { Rejection } from '../../src/errors.ts'
import { anyCharacter } from '../support/characters.ts'

const alphabet: string = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const rejection = new Rejection('encoding')

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
  test.each(known)('encodes and decodes %j', (text, numbers) => {
    expect(decodeBase64url(text)).toEqual(Uint8Array.from(numbers))
    expect(encodeBase64url(Uint8Array.from(numbers))).toBe(text)
  })

  test.each([
    ['padding', 'Zg=='],
    ['padding that is incomplete', 'Zg='],
    ['only padding', '='],
    ['the plus of the other alphabet', '+_8'],
    ['the slash of the other alphabet', '-/8'],
    ['a space', 'Zm 9v'],
    ['a line break at its end', 'Zm9v\n'],
    ['a zero byte', 'Zm9\0v'],
    ['a character of no alphabet', 'Zm9v!'],
    ['a letter whose low byte is in the alphabet', 'Zm9\u0176'],
    ['a character outside the basic plane', 'Zm9\u{1F4B0}'],
    ['a single character', 'Z'],
    ['one character too many', 'Zm9vY'],
    ['four bits left over that are not zero', 'Zh'],
    ['two bits left over that are not zero', 'Zm9'],
  ])('is rejected with %s', (_, text) => {
    expect(() => decodeBase64url(text)).toThrow(rejection)
  })

  test('encodes only the bytes of a view', () => {
    const around = Uint8Array.from([1, 0x66, 0x6f, 0x6f, 2])
    expect(encodeBase64url(around.subarray(1, 4))).toBe('Zm9v')
  })

  test('is decoded to bytes that later calls do not overwrite', () => {
    const first = decodeBase64url('Zm9v')
    for (let count = 0; count < 5000; count += 1) decodeBase64url('AAAA')
    expect(Object.getPrototypeOf(first)).toBe(Uint8Array.prototype)
    expect(first).toEqual(Uint8Array.from([0x66, 0x6f, 0x6f]))
    expectTypeOf(first).toEqualTypeOf<Uint8Array<ArrayBuffer>>()
  })

  test('decodes to the bytes that were encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (toBytes) => {
        expect(decodeBase64url(encodeBase64url(toBytes))).toEqual(toBytes)
      }),
    )
  })

  test('is the only encoding of its bytes', () => {
    const near = fc.string({
      unit: fc.constantFrom(...Array.from(`${alphabet}+/= \nł`)),
      maxLength: 12,
    })
    fc.assert(
      fc.property(near, (text) => {
        expect(decoded(text)).toBe(isCanonical(text) ? text : 'rejected')
      }),
      { numRuns: 3000 },
    )
  })
})

function decoded(text: string): string {
  try {
    return encodeBase64url(decodeBase64url(text))
  } catch {
    return 'rejected'
  }
}

// The rule, derived from the alphabet: six bits per character, and the bits left over are zero.
function isCanonical(text: string): boolean {
  const values = Array.from(text, (letter) => alphabet.indexOf(letter))
  const leftOver = [1, 64, 16, 4][text.length % 4] ?? 1
  return values.every((value) => value >= 0) && text.length % 4 !== 1 && (values.at(-1) ?? 0) % leftOver === 0
}

const toBytes = (...numbers: readonly number[]) => Uint8Array.from(numbers)
const composed = '\u00e9'
const decomposed = 'e\u0301'

describe('bytes', () => {
  test.each([
    ['a single continuation', [0x80]],
    ['a sequence that is cut off', [0xe2, 0x82]],
    ['a form longer than needed', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['more than Unicode has', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that UTF-8 never uses', [0xff]],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x7b, 0x7d]],
    ['only a byte order mark', [0xef, 0xbb, 0xbf]],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x7b, 0x00]],
  ])('are rejected as text with %s', (_, numbers) => {
    expect(() => decodeUtf8(toBytes(...numbers))).toThrow(new Rejection('encoding'))
  })

  test('are read only from the view', () => {
    expect(decodeUtf8(toBytes(0xff, 0x61, 0x62, 0xff).subarray(1, 3))).toBe('ab')
  })

  test('are read after invalid bytes were rejected', () => {
    expect(() => decodeUtf8(toBytes(0xe2, 0x82))).toThrow(Rejection)
    expect(decodeUtf8(toBytes(0x61))).toBe('a')
  })

  test('may contain a byte order mark after the first character', () => {
    expect(decodeUtf8(toBytes(0x61, 0xef, 0xbb, 0xbf))).toBe('a\u{FEFF}')
  })

  test('are accepted only as the encoder writes them', () => {
    const near = fc.array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xef, 0xbb, 0xf0, 0x9f, 0xff), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(near, (numbers) => {
        expect(decodeAndEncode(toBytes(...numbers))).toEqual(canSurviveNode(numbers) ? toBytes(...numbers) : undefined)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a text', () => {
  test.each(['\ud800', 'a\udc00b', '\udc00\ud800', '\ud83d'])('with a lone surrogate is not encoded: %j', (text) => {
    expect(() => encodeUtf8(text)).toThrow(TypeError)
  })

  test('does not appear in the error', () => {
    expect(() => encodeUtf8('secret\ud800')).toThrow(/^(?!.*secret)/)
  })

  test('keeps its Unicode normalization form', () => {
    expect(decodeUtf8(encodeUtf8(composed))).toBe(composed)
    expect(decodeUtf8(encodeUtf8(decomposed))).toBe(decomposed)
    expect(encodeUtf8(composed)).not.toEqual(encodeUtf8(decomposed))
  })

  test('is decoded from its bytes unchanged', () => {
    const text = fc.string({ unit: anyCharacter }).filter((some) => !some.startsWith('\u{FEFF}'))
    fc.assert(
      fc.property(text, (some) => {
        expect(decodeUtf8(encodeUtf8(some))).toBe(some)
      }),
    )
    expectTypeOf(encodeUtf8).returns.toEqualTypeOf<Uint8Array<ArrayBuffer>>()
  })
})

function decodeAndEncode(some: Uint8Array): Uint8Array | undefined {
  try {
    return encodeUtf8(decodeUtf8(some))
  } catch {
    return undefined
  }
}

// Node's lenient decoder as the oracle: what it must repair does not come back as it was.
function canSurviveNode(numbers: readonly number[]): boolean {
  const buffer = Buffer.from(numbers)
  const text = buffer.toString('utf8')
  return Buffer.from(text, 'utf8').equals(buffer) && !text.startsWith('\u{FEFF}')
}
