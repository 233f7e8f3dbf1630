// The block engine: what was sealed opens again, and what cannot have been sealed for this key is refused before any
// key is asked.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { blocksOf, chunksOf, joined } from '../src/classic/blocks.ts'
import { textCodecs } from '../src/classic/text.ts'
import { Rejection } from '../src/errors.ts'
import type { Suite } from '../src/suite.ts'
import { context, free, newPair, options, suiteOf } from './classic-keyring.ts'

const pairs = { 2048: newPair(2048), 3072: newPair(3072), 4096: newPair(4096) }
const pair = pairs[2048]
const texts = fc.constantFrom('base64' as const, 'base64url' as const, 'hex' as const)

// Up to 5 KB in up to 40 blocks, so that blocks of one byte do not take all day.
const messages = (most: number) =>
  fc.oneof(fc.constant('max' as const), fc.integer({ min: 1, max: most })).chain((chunk) => {
    const maxLength = Math.min(5000, 40 * (chunk === 'max' ? most : chunk))
    return fc.record({ chunk: fc.constant(chunk), plaintext: fc.uint8Array({ maxLength, size: 'max' }) })
  })

async function throughQuery(suite: Suite, plaintext: Uint8Array): Promise<Uint8Array> {
  const text = await suite.query.seal(plaintext, context, free)
  return (await suite.query.open(text, context, free)).plaintext
}

const throughEnvelope = async (suite: Suite, plaintext: Uint8Array): Promise<Uint8Array> =>
  suite.envelope.open(await suite.envelope.seal(plaintext, free), free)

describe('any bytes in any chunks come back as they were', () => {
  test.each([
    { bits: 2048, numRuns: 25 },
    { bits: 3072, numRuns: 8 },
    { bits: 4096, numRuns: 1 },
  ] as const)('from queries of type-1 blocks under $bits bits', async ({ bits, numRuns }) => {
    const holds = fc.asyncProperty(messages(bits / 8 - 11), texts, async ({ chunk, plaintext }, text) => {
      const suite = suiteOf(pairs[bits], { query: { chunk, text } })
      expect(await throughQuery(suite, plaintext)).toEqual(Uint8Array.from(plaintext))
    })
    await fc.assert(holds, { numRuns })
  })

  test.each([
    { padding: 'pkcs1', overhead: 11, bits: 2048, numRuns: 25 },
    { padding: 'pkcs1', overhead: 11, bits: 3072, numRuns: 8 },
    { padding: 'pkcs1', overhead: 11, bits: 4096, numRuns: 1 },
    { padding: 'oaep-sha256', overhead: 66, bits: 2048, numRuns: 25 },
    { padding: 'oaep-sha256', overhead: 66, bits: 3072, numRuns: 8 },
    { padding: 'oaep-sha1', overhead: 42, bits: 2048, numRuns: 10 },
  ] as const)('from envelopes of $padding blocks under $bits bits', async (way) => {
    const { padding, overhead, bits, numRuns } = way
    const holds = fc.asyncProperty(
      messages(bits / 8 - overhead),
      texts,
      async ({ chunk, plaintext }, text) => {
        const suite = suiteOf(pairs[bits], { envelope: { padding, chunk, text } })
        expect(await throughEnvelope(suite, plaintext)).toEqual(Uint8Array.from(plaintext))
      },
    )
    await fc.assert(holds, { numRuns })
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
    { sealedFor: 2048, openedWith: 4096 },
  ] as const)('refuses a message for $sealedFor bits under a key of $openedWith', async (sizes) => {
    const plaintext = new Uint8Array(100)
    const [writer, reader] = [suiteOf(pairs[sizes.sealedFor]), suiteOf(pairs[sizes.openedWith])]
    const query = await writer.query.seal(plaintext, context, options)
    const envelope = await writer.envelope.seal(plaintext, options)
    await expect(reader.query.open(query, context, options)).rejects.toEqual(new Rejection('blocks'))
    await expect(reader.envelope.open(envelope, options)).rejects.toEqual(new Rejection('blocks'))
  })

  test('refuses another key of the same size, and what is as long as its blocks by chance', async () => {
    const twelve = suiteOf(pairs[2048], { query: { chunk: 1 } })
    const text = await twelve.query.seal(new Uint8Array(3), context, options)
    await expect(suiteOf(pairs[3072]).query.open(text, context, options)).rejects.toEqual(
      new Rejection('signature'),
    )
    await expect(suiteOf(newPair()).query.open(text, context, options)).rejects.toEqual(
      new Rejection('signature'),
    )
  })
})
