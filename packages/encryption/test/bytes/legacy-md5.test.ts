import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { encodeUtf8 } from '../../src/bytes/encodings.ts'
import { assertMd5, hashMd5 } from '../../src/bytes/legacy-md5.ts'

function unavailable(): never {
  throw new Error('error:0308010C:digital envelope routines::unsupported')
}

describe('the MD5 that the interface signs', () => {
  // RFC 1321, appendix A.5.
  test.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a', '0cc175b9c0f1b6a831c399e269772661'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  ])('of %j is lower-case hex', (text, digest) => {
    expect(hashMd5(encodeUtf8(text))).toBe(digest)
  })

  test('covers only the bytes of a view', () => {
    expect(hashMd5(encodeUtf8('xabcx').subarray(1, 4))).toBe('900150983cd24fb0d6963f7d28e17f72')
  })

  test('equals the streaming digest', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(hashMd5(bytes)).toBe(createHash('md5').update(bytes).digest('hex'))
      }),
    )
    expectTypeOf(hashMd5).toEqualTypeOf<(bytes: Uint8Array) => string>()
  })

  test('is available on Node', () => {
    expect(() => assertMd5()).not.toThrow()
  })

  test.each([
    ['throws, as in FIPS mode', unavailable],
    ['responds with another digest', () => '0cc175b9c0f1b6a831c399e269772661'],
    ['responses in capitals', () => 'D41D8CD98F00B204E9800998ECF8427E'],
  ])('is reported as missing if the platform %s', (_, digest) => {
    const sentence = 'This Node has no MD5 (FIPS mode), but the interface signs an MD5. Run Node without FIPS mode.'
    expect(() => assertMd5(digest)).toThrow(new TypeError(sentence))
  })
})
