import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { splitBlocks, splitChunks, joinBytes, textCodecs } from '../../../src/classic/blocks.ts'
import { Rejection } from '../../../src/errors.ts'
import { requestLimits } from '../../../src/limits.ts'
import type { SuiteOptions } from '../../../src/suite.ts'
import {
  checkEnvelopes,
  getPairOfSize,
  checkQueries,
  expectOtherSizeRejected,
  sendEnvelope,
  sendQuery,
} from '../../classic/block-trips.ts'
import {
  context,
  options,
  createSuite,
  createPeer,
  createCountedKey,
  unlimited,
  createUnwrapper,
} from '../../classic/keyring.ts'
import { getPair } from '../../support/pairs.ts'

const pair = getPairOfSize(2048)

describe('any bytes in any chunks are opened unchanged', () => {
  test.each([
    { bits: 2048, numRuns: 25 },
    { bits: 3072, numRuns: 8 },
  ] as const)('from queries of type-1 blocks under $bits bits', async ({ bits, numRuns }) => {
    await expect(checkQueries(bits, numRuns)).resolves.toBeUndefined()
  })

  test.each([
    { padding: 'pkcs1', bits: 2048, numRuns: 25 },
    { padding: 'pkcs1', bits: 3072, numRuns: 8 },
    { padding: 'oaep-sha256', bits: 2048, numRuns: 25 },
    { padding: 'oaep-sha256', bits: 3072, numRuns: 8 },
    { padding: 'oaep-sha1', bits: 2048, numRuns: 10 },
  ] as const)('from envelopes of $padding blocks under $bits bits', async ({ padding, bits, numRuns }) => {
    await expect(checkEnvelopes(padding, bits, numRuns)).resolves.toBeUndefined()
  })

  test('and an empty message is one block', async () => {
    const text = await createSuite(pair).query.seal(new Uint8Array(), context, options)
    expect(textCodecs.base64url.decode(text)).toHaveLength(256)
    expect(await sendQuery(createSuite(pair), new Uint8Array())).toEqual(new Uint8Array())
    expect(await sendEnvelope(createSuite(pair), new Uint8Array())).toEqual(new Uint8Array())
  })

  test('and only the bytes of a view are sealed', async () => {
    const plaintext = Uint8Array.from({ length: 900 }, (_, at) => at % 251).subarray(100, 800)
    expect(await sendQuery(createSuite(pair), plaintext)).toEqual(plaintext.slice())
    expect(await sendEnvelope(createSuite(pair), plaintext)).toEqual(plaintext.slice())
  })

  test('and a reader accepts the block lengths of every writer', async () => {
    const plaintext = new Uint8Array(1000).fill(7)
    const reader = createSuite(pair)
    for (const chunk of [1000 / 8, 234, 245, 'max'] as const) {
      const text = await createSuite(pair, { query: { chunk } }).query.seal(plaintext, context, options)
      expect((await reader.query.open(text, context, options)).plaintext).toEqual(plaintext)
    }
  })

  test('and a character may cross two blocks', async () => {
    const plaintext = Buffer.from('€'.repeat(100))
    const text = await createSuite(pair, { query: { chunk: 100 } }).query.seal(plaintext, context, options)
    const opened = await createSuite(pair).query.open(text, context, options)
    expect(new TextDecoder('utf-8', { fatal: true }).decode(opened.plaintext)).toBe('€'.repeat(100))
  })
})

function tryCut(cut: () => number): number | string {
  try {
    return cut()
  } catch (error) {
    return error instanceof Rejection ? error.reason : 'another error'
  }
}

describe('splitting', () => {
  test('keeps all bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 60 }), (bytes, size) => {
        const chunks = splitChunks(bytes, size)
        expect(joinBytes(chunks)).toEqual(Uint8Array.from(bytes))
        expect(chunks.every((chunk) => chunk.length <= size)).toBe(true)
        expect(chunks.slice(0, -1).every((chunk) => chunk.length === size)).toBe(true)
        expect(chunks).toHaveLength(Math.max(1, Math.ceil(bytes.length / size)))
      }),
    )
  })

  test('accepts only whole blocks up to the limit', () => {
    const sizes = fc.constantFrom(8, 16, 24)
    fc.assert(
      fc.property(fc.nat({ max: 300 }), sizes, fc.nat({ max: 20 }), (length, size, most) => {
        const count = length / size
        const expected = count <= most ? count : 'limit'
        const outcome = tryCut(() => splitBlocks(new Uint8Array(length), size, most).length)
        expect(outcome).toBe(length > 0 && Number.isInteger(count) ? expected : 'blocks')
      }),
    )
  })

  test.each([
    { sealedFor: 2048, openedWith: 3072 },
    { sealedFor: 3072, openedWith: 2048 },
  ] as const)('rejects a message for $sealedFor bits under a key of $openedWith', async ({ sealedFor, openedWith }) => {
    await expect(expectOtherSizeRejected(sealedFor, openedWith)).resolves.toBeUndefined()
  })

  test('rejects another key of the same size, and other bytes with the length of its blocks', async () => {
    const twelve = createSuite(pair, { query: { chunk: 1 } })
    const text = await twelve.query.seal(new Uint8Array(3), context, options)
    await expect(createSuite(getPairOfSize(3072)).query.open(text, context, options)).rejects.toEqual(
      new Rejection('signature'),
    )
    await expect(createSuite(getPair('fifth')).query.open(text, context, options)).rejects.toEqual(
      new Rejection('signature'),
    )
  })
})

function tryRewrite(rewrite: () => string): string {
  try {
    return rewrite()
  } catch (error) {
    return error instanceof Rejection ? 'rejected' : 'another error'
  }
}

describe('a text encoding', () => {
  test.each(['any-base64', 'base64', 'base64url', 'hex'] as const)('%s decodes what it encodes', (name) => {
    const { decode, encode } = textCodecs[name]
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(Uint8Array.from(decode(encode(bytes)))).toEqual(Uint8Array.from(bytes))
      }),
    )
  })

  test.each(['base64', 'base64url', 'hex'] as const)('%s has one encoding for any bytes', (name) => {
    const { decode, encode } = textCodecs[name]
    const near = fc.stringMatching(/^[0-9a-fA-F+/_=\s-]{0,12}$/)
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), (text) => {
        expect([text, 'rejected']).toContain(tryRewrite(() => encode(decode(text))))
      }),
      { numRuns: 1000 },
    )
  })

  const { decode, encode } = textCodecs['any-base64']

  /** Lists every accepted base64 spelling of these bytes. */
  const listSpellings = (bytes: Uint8Array): readonly string[] => {
    const standard = Buffer.from(bytes).toString('base64')
    const url = standard.replaceAll('+', '-').replaceAll('/', '_')
    return [standard, url].flatMap((text) => [text, text.replace(/=+$/, '')])
  }

  test('any-base64 reads both alphabets, padded or not, and a space for +', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const spellings = listSpellings(bytes).flatMap((text) => [text, text.replaceAll('+', ' ')])
        for (const text of spellings) expect(Uint8Array.from(decode(text))).toEqual(Uint8Array.from(bytes))
      }),
    )
  })

  test('any-base64 rejects all other spellings', () => {
    const near = fc.stringMatching(/^[AQgZ089+/_ =-]{0,9}$/)
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), (text) => {
        const written = tryRewrite(() => encode(decode(text)))
        if (written === 'rejected') return
        expect(listSpellings(Buffer.from(written, 'base64url'))).toContain(text.replaceAll(' ', '+'))
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
  ] as const)('%s rejects %j', (name, text) => {
    expect(() => textCodecs[name].decode(text)).toThrow(new Rejection('encoding'))
  })

  test('is applied to sealed blocks', async () => {
    const hex = createSuite(pair, { query: { text: 'hex' }, envelope: { text: 'base64' } })
    const query = await hex.query.seal(new Uint8Array(1), context, options)
    const envelope = await hex.envelope.seal(new Uint8Array(1), options)
    expect(query).toMatch(/^[0-9a-f]{512}$/)
    expect(envelope).toMatch(/^[0-9A-Za-z+/]{342}==$/)
    await expect(hex.query.open(query.toUpperCase(), context, options)).rejects.toEqual(new Rejection('encoding'))
    await expect(hex.envelope.open(envelope.slice(0, -2), options)).rejects.toEqual(new Rejection('encoding'))
  })
})

// Early rejections limit the work that an attacker can cause.

describe('before a key is used', () => {
  const setLimits = (limits: Partial<SuiteOptions['limits']>): SuiteOptions => ({
    ...options,
    limits: { ...unlimited, ...limits },
  })

  // The keys count their uses: an early rejection must leave both at zero.
  function createWatched() {
    const [unwrapper, key] = [createUnwrapper(pair), createCountedKey(pair)]
    const peer = { ...createPeer(pair), listVerificationKeys: () => [key] }
    const suite = createSuite(pair, {}, { unwrapper, peer })
    return { suite, calls: () => [unwrapper.calls.count, key.calls.count] }
  }

  const block = 'A'.repeat(341) + 'A'
  const cases = [
    { what: 'an empty text', text: '', limits: {}, reason: 'blocks' },
    { what: 'bytes that are not a whole block', text: 'AAAA', limits: {}, reason: 'blocks' },
    { what: 'a byte too many', text: `${block}AA`, limits: {}, reason: 'blocks' },
    { what: 'a text longer than the limit', text: block, limits: { data: 341 }, reason: 'limit' },
    {
      what: 'more blocks than the limit',
      text: textCodecs.base64url.encode(new Uint8Array(768)),
      limits: { blocks: 2 },
      reason: 'limit',
    },
    { what: 'a mixture of alphabets', text: `+-${'A'.repeat(340)}`, limits: {}, reason: 'encoding' },
    { what: 'wrong padding', text: `${block}=`, limits: {}, reason: 'encoding' },
  ] as const

  test.each(cases)('$what is rejected', async ({ text, limits, reason }) => {
    const { calls, suite } = createWatched()
    await expect(suite.envelope.open(text, setLimits(limits))).rejects.toEqual(new Rejection(reason))
    await expect(suite.query.open(text, context, setLimits(limits))).rejects.toEqual(new Rejection(reason))
    expect(calls()).toEqual([0, 0])
  })

  test('the counters count', async () => {
    const { calls, suite } = createWatched()
    const plaintext = new Uint8Array(500)
    await suite.envelope.open(await suite.envelope.seal(plaintext, options), options)
    await suite.query.open(await suite.query.seal(plaintext, context, options), context, options)
    expect(calls()).toEqual([3, 1])
  })

  test('a text that is too long is not decoded', async () => {
    const text = '!'.repeat(requestLimits.data + 1)
    await expect(createSuite(pair).envelope.open(text, options)).rejects.toEqual(new Rejection('limit'))
  })

  test('exactly as many blocks as the limit are opened', async () => {
    const suite = createSuite(pair)
    const text = await suite.envelope.seal(new Uint8Array(490), options)
    expect(await suite.envelope.open(text, setLimits({ blocks: 2, data: text.length }))).toHaveLength(490)
  })
})
