// Text encodings: one text for any bytes, and everything else refused.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { textCodecs } from '../src/classic/blocks.ts'
import { Rejection } from '../src/errors.ts'
import { context, options, suiteOf } from './classic-keyring.ts'
import { sharedPair } from './pairs.ts'

const pair = sharedPair('first')

function rewritten(rewrite: () => string): string {
  try {
    return rewrite()
  } catch (error) {
    return error instanceof Rejection ? 'refused' : 'another error'
  }
}

describe('a text encoding', () => {
  test.each(['any-base64', 'base64', 'base64url', 'hex'] as const)('%s reads what it writes', (name) => {
    const { decode, encode } = textCodecs[name]
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(Uint8Array.from(decode(encode(bytes)))).toEqual(Uint8Array.from(bytes))
      }),
    )
  })

  test.each(['base64', 'base64url', 'hex'] as const)('%s has one text for any bytes', (name) => {
    const { decode, encode } = textCodecs[name]
    const near = fc.stringMatching(/^[0-9a-fA-F+/_=\s-]{0,12}$/)
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), (text) => {
        expect([text, 'refused']).toContain(rewritten(() => encode(decode(text))))
      }),
      { numRuns: 1000 },
    )
  })

  const { decode, encode } = textCodecs['any-base64']

  /** Every way to write bytes in base64 that is read. */
  const spellingsOf = (bytes: Uint8Array): readonly string[] => {
    const standard = Buffer.from(bytes).toString('base64')
    const url = standard.replaceAll('+', '-').replaceAll('/', '_')
    return [standard, url].flatMap((text) => [text, text.replace(/=+$/, '')])
  }

  test('any-base64 reads both alphabets, padded or not, and a space for +', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const spellings = spellingsOf(bytes).flatMap((text) => [text, text.replaceAll('+', ' ')])
        for (const text of spellings) expect(Uint8Array.from(decode(text))).toEqual(Uint8Array.from(bytes))
      }),
    )
  })

  test('any-base64 reads nothing but these spellings', () => {
    const near = fc.stringMatching(/^[AQgZ089+/_ =-]{0,9}$/)
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), (text) => {
        const written = rewritten(() => encode(decode(text)))
        if (written === 'refused') return
        expect(spellingsOf(Buffer.from(written, 'base64url'))).toContain(text.replaceAll(' ', '+'))
      }),
      { numRuns: 2000 },
    )
  })

  test('any-base64 writes base64url without padding', () => {
    expect(encode(Uint8Array.of(251, 255, 191, 1))).toBe('-_-_AQ')
  })

  test.each([
    ['any-base64', '+/-_'],
    ['any-base64', '-_ A'],
    ['any-base64', 'Zg='],
    ['any-base64', 'Zg==='],
    ['any-base64', 'Zm9v='],
    ['any-base64', 'Zm9v===='],
    ['any-base64', 'Z==='],
    ['any-base64', '=='],
    ['any-base64', 'Zg==Zg=='],
    ['any-base64', 'Zh=='],
    ['any-base64', 'Zh'],
    ['any-base64', 'Zm9='],
    ['any-base64', 'Z'],
    ['any-base64', 'Zg==\n'],
    ['any-base64', 'Zm9v\r\nZm9v'],
    ['any-base64', 'Zm\t9v'],
    ['any-base64', 'Zg%3D%3D'],
    ['base64', 'Zg'],
    ['base64', 'Zg='],
    ['base64', 'Zh=='],
    ['base64', 'Zg==\n'],
    ['base64', 'Zg== '],
    ['base64', 'Zg==Zg=='],
    ['base64', '-_-_'],
    ['base64', 'Z'],
    ['base64url', 'Zg=='],
    ['base64url', 'Zh'],
    ['base64url', '+/+/'],
    ['base64url', 'Zm 9v'],
    ['base64url', 'Z'],
    ['hex', '0'],
    ['hex', '0x00'],
    ['hex', 'AB'],
    ['hex', 'aB'],
    ['hex', 'zz'],
    ['hex', '00 '],
    ['hex', '０0'],
  ] as const)('%s refuses %j', (name, text) => {
    expect(() => textCodecs[name].decode(text)).toThrow(new Rejection('encoding'))
  })

  test('is applied to sealed blocks as it is to everything', async () => {
    const hex = suiteOf(pair, { query: { text: 'hex' }, envelope: { text: 'base64' } })
    const query = await hex.query.seal(new Uint8Array(1), context, options)
    const envelope = await hex.envelope.seal(new Uint8Array(1), options)
    expect(query).toMatch(/^[0-9a-f]{512}$/)
    expect(envelope).toMatch(/^[0-9A-Za-z+/]{342}==$/)
    await expect(hex.query.open(query.toUpperCase(), context, options)).rejects.toEqual(
      new Rejection('encoding'),
    )
    await expect(hex.envelope.open(envelope.slice(0, -2), options)).rejects.toEqual(new Rejection('encoding'))
  })
})
