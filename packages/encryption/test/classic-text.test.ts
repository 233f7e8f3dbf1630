// Text encodings: one text for any bytes, and everything else refused.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { textCodecs } from '../src/classic/text.ts'
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
  test.each(['base64', 'base64url', 'hex'] as const)('%s reads what it writes', (name) => {
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

  test.each([
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
