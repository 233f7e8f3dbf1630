import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readSequence } from '../src/keys/der.ts'
import { element } from './keys-samples.ts'

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex')
const tag = fc.integer({ min: 0, max: 255 }).filter((value) => (value & 31) !== 31)
const content = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.constantFrom(127, 128, 255, 256, 300).map((length) => new Uint8Array(length)),
)
const parts = fc.array(fc.tuple(tag, content), { maxLength: 6 })

const write = (list: readonly (readonly [number, Uint8Array])[]): Buffer =>
  element(0x30, ...list.map(([each, bytes]) => element(each, bytes)))

describe('a DER sequence', () => {
  test('is split into the elements that it was joined from', () => {
    fc.assert(
      fc.property(parts, (list) => {
        const found = (readSequence(write(list)) ?? []).map((each) => [each.tag, Buffer.from(each.content)])
        expect(found).toEqual(list.map(([each, bytes]) => [each, Buffer.from(bytes)]))
      }),
    )
  })

  test('is refused with anything behind it, and when anything is missing', () => {
    fc.assert(
      fc.property(parts, fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.nat(), (list, more, cut) => {
        const bytes = write(list)
        expect(readSequence(Buffer.concat([bytes, more]))).toBeUndefined()
        expect(readSequence(bytes.subarray(0, cut % bytes.length))).toBeUndefined()
      }),
    )
  })

  test.each([
    ['nothing', ''],
    ['no sequence', '31 00'],
    ['a tag without a length', '30'],
    ['an indefinite length', '30 80 00 00'],
    ['a length in more bytes than it needs', '30 81 02 05 00'],
    ['a length in three bytes where two will do', '30 82 00 80'.concat('00'.repeat(128))],
    ['a length of more than two bytes', '30 83 00 00 02 05 00'],
    ['a length that is cut', '30 82 01'],
    ['an inner length in more bytes than it needs', '30 05 02 81 02 05 00'],
    ['an inner element that is longer than its place', '30 03 02 02 00'],
    ['an inner element without a length', '30 01 02'],
    ['a tag of several bytes', '30 03 1f 01 00'],
  ])('is refused as %s', (_, text) => {
    expect(readSequence(hex(text))).toBeUndefined()
  })

  test('may be empty', () => {
    expect(readSequence(hex('30 00'))).toEqual([])
  })
})
