// The block engine: what was sealed opens again, and what cannot have been sealed for this key is refused before any
// key is asked.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { blocksOf, chunksOf, joined, textCodecs } from '../src/classic/blocks.ts'
import { Rejection } from '../src/errors.ts'
import {
  envelopesHold,
  pairOf,
  queriesHold,
  refusesOtherSize,
  throughEnvelope,
  throughQuery,
} from './classic-block-trips.ts'
import { context, options, suiteOf } from './classic-keyring.ts'
import { sharedPair } from './pairs.ts'

const pair = pairOf(2048)

describe('any bytes in any chunks come back as they were', () => {
  test.each([
    { bits: 2048, numRuns: 25 },
    { bits: 3072, numRuns: 8 },
  ] as const)('from queries of type-1 blocks under $bits bits', async ({ bits, numRuns }) => {
    await expect(queriesHold(bits, numRuns)).resolves.toBeUndefined()
  })

  test.each([
    { padding: 'pkcs1', bits: 2048, numRuns: 25 },
    { padding: 'pkcs1', bits: 3072, numRuns: 8 },
    { padding: 'oaep-sha256', bits: 2048, numRuns: 25 },
    { padding: 'oaep-sha256', bits: 3072, numRuns: 8 },
    { padding: 'oaep-sha1', bits: 2048, numRuns: 10 },
  ] as const)('from envelopes of $padding blocks under $bits bits', async ({ padding, bits, numRuns }) => {
    await expect(envelopesHold(padding, bits, numRuns)).resolves.toBeUndefined()
  })

  test('and no bytes at all are one block', async () => {
    const text = await suiteOf(pair).query.seal(new Uint8Array(), context, options)
    expect(textCodecs.base64url.decode(text)).toHaveLength(256)
    expect(await throughQuery(suiteOf(pair), new Uint8Array())).toEqual(new Uint8Array())
    expect(await throughEnvelope(suiteOf(pair), new Uint8Array())).toEqual(new Uint8Array())
  })

  test('and a view into a larger buffer is sealed without its surroundings', async () => {
    const plaintext = Uint8Array.from({ length: 900 }, (_, at) => at % 251).subarray(100, 800)
    expect(await throughQuery(suiteOf(pair), plaintext)).toEqual(plaintext.slice())
    expect(await throughEnvelope(suiteOf(pair), plaintext)).toEqual(plaintext.slice())
  })

  test('and a reader takes the block lengths of every writer', async () => {
    const plaintext = new Uint8Array(1000).fill(7)
    const reader = suiteOf(pair)
    for (const chunk of [1000 / 8, 234, 245, 'max'] as const) {
      const text = await suiteOf(pair, { query: { chunk } }).query.seal(plaintext, context, options)
      expect((await reader.query.open(text, context, options)).plaintext).toEqual(plaintext)
    }
  })

  test('and a character that lies across two blocks survives', async () => {
    const plaintext = Buffer.from('€'.repeat(100))
    const text = await suiteOf(pair, { query: { chunk: 100 } }).query.seal(plaintext, context, options)
    const opened = await suiteOf(pair).query.open(text, context, options)
    expect(new TextDecoder('utf-8', { fatal: true }).decode(opened.plaintext)).toBe('€'.repeat(100))
  })
})

function cutting(cut: () => number): number | string {
  try {
    return cut()
  } catch (error) {
    return error instanceof Rejection ? error.reason : 'another error'
  }
}

describe('cutting', () => {
  test('loses and adds nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 60 }), (bytes, size) => {
        const chunks = chunksOf(bytes, size)
        expect(joined(chunks)).toEqual(Uint8Array.from(bytes))
        expect(chunks.every((chunk) => chunk.length <= size)).toBe(true)
        expect(chunks.slice(0, -1).every((chunk) => chunk.length === size)).toBe(true)
        expect(chunks).toHaveLength(Math.max(1, Math.ceil(bytes.length / size)))
      }),
    )
  })

  test('takes whole blocks up to the limit and nothing else', () => {
    const sizes = fc.constantFrom(8, 16, 24)
    fc.assert(
      fc.property(fc.nat({ max: 300 }), sizes, fc.nat({ max: 20 }), (length, size, most) => {
        const count = length / size
        const expected = count <= most ? count : 'limit'
        const outcome = cutting(() => blocksOf(new Uint8Array(length), size, most).length)
        expect(outcome).toBe(length > 0 && Number.isInteger(count) ? expected : 'blocks')
      }),
    )
  })

  test.each([
    { sealedFor: 2048, openedWith: 3072 },
    { sealedFor: 3072, openedWith: 2048 },
  ] as const)(
    'refuses a message for $sealedFor bits under a key of $openedWith',
    async ({ sealedFor, openedWith }) => {
      await expect(refusesOtherSize(sealedFor, openedWith)).resolves.toBeUndefined()
    },
  )

  test('refuses another key of the same size, and what is as long as its blocks by chance', async () => {
    const twelve = suiteOf(pair, { query: { chunk: 1 } })
    const text = await twelve.query.seal(new Uint8Array(3), context, options)
    await expect(suiteOf(pairOf(3072)).query.open(text, context, options)).rejects.toEqual(
      new Rejection('signature'),
    )
    await expect(suiteOf(sharedPair('fifth')).query.open(text, context, options)).rejects.toEqual(
      new Rejection('signature'),
    )
  })
})
