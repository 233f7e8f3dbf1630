import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { decodeUtf8, encodeUtf8 } from '../src/bytes/encodings.ts'
import { Rejection } from '../src/errors.ts'
import { anyCharacter } from './characters.ts'

const bytes = (...numbers: readonly number[]) => Uint8Array.from(numbers)
const composed = '\u00e9'
const decomposed = 'e\u0301'

describe('bytes', () => {
  test.each([
    ['a continuation alone', [0x80]],
    ['a sequence that is cut off', [0xe2, 0x82]],
    ['a form longer than needed', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['more than Unicode has', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that UTF-8 never uses', [0xff]],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x7b, 0x7d]],
    ['a byte order mark alone', [0xef, 0xbb, 0xbf]],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x7b, 0x00]],
  ])('are refused as text with %s', (_, numbers) => {
    expect(() => decodeUtf8(bytes(...numbers))).toThrow(new Rejection('encoding'))
  })

  test('are read from a view and not from around it', () => {
    expect(decodeUtf8(bytes(0xff, 0x61, 0x62, 0xff).subarray(1, 3))).toBe('ab')
  })

  test('are read again after others were refused', () => {
    expect(() => decodeUtf8(bytes(0xe2, 0x82))).toThrow(Rejection)
    expect(decodeUtf8(bytes(0x61))).toBe('a')
  })

  test('may spell the mark further on, where it is a character', () => {
    expect(decodeUtf8(bytes(0x61, 0xef, 0xbb, 0xbf))).toBe('a\u{FEFF}')
  })

  test('are read only if they are the ones that would be written', () => {
    const near = fc.array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xef, 0xbb, 0xf0, 0x9f, 0xff), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(near, (numbers) => {
        expect(rewritten(bytes(...numbers))).toEqual(survivesNode(numbers) ? bytes(...numbers) : undefined)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a text', () => {
  test.each(['\ud800', 'a\udc00b', '\udc00\ud800', '\ud83d'])(
    'with a lone surrogate has no bytes: %j',
    (text) => {
      expect(() => encodeUtf8(text)).toThrow(TypeError)
    },
  )

  test('is not repeated in the error', () => {
    expect(() => encodeUtf8('secret\ud800')).toThrow(/^(?!.*secret)/)
  })

  test('keeps the form in which its letters were composed', () => {
    expect(decodeUtf8(encodeUtf8(composed))).toBe(composed)
    expect(decodeUtf8(encodeUtf8(decomposed))).toBe(decomposed)
    expect(encodeUtf8(composed)).not.toEqual(encodeUtf8(decomposed))
  })

  test('comes back from its bytes', () => {
    const text = fc.string({ unit: anyCharacter }).filter((some) => !some.startsWith('\u{FEFF}'))
    fc.assert(
      fc.property(text, (some) => {
        expect(decodeUtf8(encodeUtf8(some))).toBe(some)
      }),
    )
    expectTypeOf(encodeUtf8).returns.toEqualTypeOf<Uint8Array<ArrayBuffer>>()
  })
})

function rewritten(some: Uint8Array): Uint8Array | undefined {
  try {
    return encodeUtf8(decodeUtf8(some))
  } catch {
    return undefined
  }
}

// Node's lenient decoder as the oracle: what it must repair does not come back as it was.
function survivesNode(numbers: readonly number[]): boolean {
  const buffer = Buffer.from(numbers)
  const text = buffer.toString('utf8')
  return Buffer.from(text, 'utf8').equals(buffer) && !text.startsWith('\u{FEFF}')
}
