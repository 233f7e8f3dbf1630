// Each type-1 block of a query proves its sender, but not that the blocks belong together.

import { constants, privateEncrypt, publicEncrypt } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { EncryptionError, Rejection } from '../../src/errors.ts'
import type { Context } from '../../src/suite.ts'
import { getPair } from '../support/pairs.ts'
import { context, options, createPeer, createSigner, createSuite } from './keyring.ts'

const pair = getPair('first')
const unknownPair = getPair('fifth')
const small = getPair('first', 1024)

const suite = createSuite(pair, { query: { chunk: 8 } })
const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const open = async (text: string): Promise<string> =>
  Buffer.from((await suite.query.open(text, context, options)).plaintext).toString('latin1')

/** Seals each text in one type-1 block. */
async function sealBlocks(...texts: readonly string[]): Promise<readonly Buffer[]> {
  const sealed = texts.map((text) => suite.query.seal(toBytes(text), context, options))
  return (await Promise.all(sealed)).map((text) => Buffer.from(text, 'base64url'))
}

const joinBlocks = (blocks: readonly Uint8Array[]): string => Buffer.concat(blocks).toString('base64url')
const createRejection = (reason: Rejection['reason']): Rejection => new Rejection(reason)

describe('a query does not protect', () => {
  test('against cut, omitted, repeated, reordered and mixed blocks', async () => {
    const [a, b, c] = await sealBlocks('{"a":1,', '"b":2,', '"c":3}')
    const [other] = await sealBlocks('"b":9,')
    const parts = [a, b, c, other].filter((part) => part !== undefined)
    expect(parts).toHaveLength(4)
    const of = (...at: readonly number[]) => joinBlocks(at.flatMap((index) => parts.slice(index, index + 1)))
    expect(await open(of(0, 1, 2))).toBe('{"a":1,"b":2,"c":3}')
    expect(await open(of(0, 1))).toBe('{"a":1,"b":2,')
    expect(await open(of(0, 2))).toBe('{"a":1,"c":3}')
    expect(await open(of(0, 1, 1, 2))).toBe('{"a":1,"b":2,"b":2,"c":3}')
    expect(await open(of(1, 0, 2))).toBe('"b":2,{"a":1,"c":3}')
    expect(await open(of(0, 3, 2))).toBe('{"a":1,"b":9,"c":3}')
  })

  test('against any other order of genuine blocks', async () => {
    const texts = ['{"a":1,', '"b":2,', '"c":3}', 'x']
    const blocks = await sealBlocks(...texts)
    const orders = fc.array(fc.nat({ max: texts.length - 1 }), { minLength: 1, maxLength: 12 })
    const holds = fc.asyncProperty(orders, async (order) => {
      const chosen = order.flatMap((at) => blocks.slice(at, at + 1))
      expect(await open(joinBlocks(chosen))).toBe(order.map((at) => texts[at]).join(''))
    })
    await fc.assert(holds, { numRuns: 50 })
  })

  test('its content from anyone with the public key', async () => {
    const [block] = await sealBlocks('{"a":1}')
    expect(await open(joinBlocks([block ?? toBytes('')]))).toBe('{"a":1}')
    const eavesdropper = createSuite(unknownPair, {}, { peer: createPeer(pair) })
    const text = await suite.query.seal(toBytes('{"uid":7}'), context, options)
    const { plaintext } = await eavesdropper.query.open(text, context, options)
    expect(Buffer.from(plaintext).toString()).toBe('{"uid":7}')
  })

  test('its path and time', async () => {
    const text = await suite.query.seal(toBytes('{"a":1}'), context, options)
    const elsewhere: Context = {
      direction: 'answer',
      audience: 'another',
      appId: 'another',
      path: '/another',
      time: '0',
    }
    const opened = await suite.query.open(text, elsewhere, { ...options, now: 9e15 })
    expect(Buffer.from(opened.plaintext).toString()).toBe('{"a":1}')
    expect(opened.time).toBeUndefined()
    expect(suite.boundParts.size).toBe(0)
  })
})

describe('a query is rejected', () => {
  test('if any of its bytes is changed', async () => {
    const blocks = await sealBlocks('{"a":1,', '"b":2,', '"c":3}')
    const sealed = Buffer.concat(blocks)
    const changes = fc.record({
      at: fc.nat({ max: sealed.length - 1 }),
      by: fc.integer({ min: 1, max: 255 }),
    })
    const holds = fc.asyncProperty(changes, async ({ at, by }) => {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ by : byte))
      await expect(open(joinBlocks([changed]))).rejects.toEqual(createRejection('signature'))
    })
    await fc.assert(holds, { numRuns: 200 })
  })

  test('if its text loses, gains or changes a character', async () => {
    const text = await suite.query.seal(toBytes('{"a":1,"b":2}'), context, options)
    const at = fc.nat({ max: text.length - 1 })
    const character = fc.constantFrom('A', 'b', '9', '-', '_', '=', ' ', '+', '\n', 'é', '')
    const holds = fc.asyncProperty(at, character, fc.constantFrom(0, 1), async (at, character, removed) => {
      const changed = `${text.slice(0, at)}${character}${text.slice(at + removed)}`
      fc.pre(changed !== text)
      await expect(open(changed)).rejects.toBeInstanceOf(Rejection)
    })
    await fc.assert(holds, { numRuns: 200 })
  })

  test('if another key sealed it', async () => {
    const text = await createSuite(unknownPair).query.seal(toBytes('{"a":1}'), context, options)
    await expect(open(text)).rejects.toEqual(createRejection('signature'))
  })

  test('if an unauthenticated caller made one of its blocks', async () => {
    const genuine = await sealBlocks('{"a":1,', '"c":3}')
    const forged = privateEncrypt(unknownPair.privateKey, toBytes('"b":2,'))
    for (const at of [0, 1, 2]) {
      await expect(open(joinBlocks(genuine.toSpliced(at, 0, forged)))).rejects.toEqual(createRejection('signature'))
    }
  })

  // A reader that does not check every padding byte of type 1 accepts forgeries: with e = 3, a cube root is enough. So every
  // block that is only nearly of type 1 must be rejected.
  const k = 256
  const createFrame = (...parts: readonly (readonly number[] | Buffer)[]): Buffer => {
    const block = Buffer.alloc(k)
    Buffer.concat(parts.map((part) => Buffer.from(part))).copy(block)
    return block
  }
  const repeatFf = (count: number): readonly number[] => Array.from({ length: count }, () => 255)
  const message = toBytes('{"a":1}')
  const fill = k - 3 - message.length
  const malformed = [
    ['no padding', createFrame([0, 1, 0], message)],
    ['seven bytes of padding', createFrame([0, 1], repeatFf(7), [0], Buffer.alloc(k - 10, 65))],
    ['a padding byte that is not 255', createFrame([0, 1], repeatFf(fill - 1), [254], [0], message)],
    ['a first padding byte that is not 255', createFrame([0, 1], [254], repeatFf(fill - 1), [0], message)],
    ['no end of the padding', createFrame([0, 1], repeatFf(k - 2))],
    ['the mark of type 2', createFrame([0, 2], repeatFf(fill), [0], message)],
    ['the mark of type 0', createFrame([0, 0], repeatFf(fill), [0], message)],
    ['a first byte that is not zero', createFrame([1, 1], repeatFf(fill), [0], message)],
    ['only zeros', createFrame([0])],
  ] as const
  test.each(malformed)('if a genuine block has %s', async (_, block) => {
    const raw = privateEncrypt({ key: pair.privateKey, padding: constants.RSA_NO_PADDING }, block)
    await expect(open(joinBlocks([raw]))).rejects.toEqual(createRejection('signature'))
  })

  test('but not if its blocks equal genuine ones', async () => {
    const block = createFrame([0, 1], repeatFf(fill), [0], message)
    const raw = privateEncrypt({ key: pair.privateKey, padding: constants.RSA_NO_PADDING }, block)
    expect(await open(joinBlocks([raw]))).toBe('{"a":1}')
  })

  test('if a block is not below the modulus or has no content', async () => {
    for (const block of [Buffer.alloc(k, 255), Buffer.alloc(k), Buffer.alloc(k, 0).fill(1, k - 1)]) {
      await expect(open(joinBlocks([block]))).rejects.toEqual(createRejection('signature'))
    }
  })

  test('if its blocks were sealed for the receiver, not by the sender', async () => {
    const key = { key: pair.publicKey, padding: constants.RSA_PKCS1_PADDING }
    await expect(open(joinBlocks([publicEncrypt(key, message)]))).rejects.toEqual(createRejection('signature'))
  })
})

describe('a key of 1024 bits', () => {
  test('opens messages of an old sender', async () => {
    const block = privateEncrypt(small.privateKey, toBytes('{"a":1}'))
    const reader = createSuite(pair, {}, { peer: createPeer(small) })
    const opened = await reader.query.open(joinBlocks([block, block]), context, options)
    expect(Buffer.from(opened.plaintext).toString()).toBe('{"a":1}{"a":1}')
  })

  test('does not seal', () => {
    const blockSigner = createSigner(small, 'RSA-TYPE1')
    const build = () => createSuite(pair, { query: { chunk: 'max' } }, { blockSigner })
    expect(build).toThrow(TypeError)
    expect(build).toThrow(/^keys\.blockSigner has 1024 bits\. It must have at least 2048 bits/)
  })
})

describe('sealing', () => {
  test('calls the key once for each chunk, in order', async () => {
    const seen: string[] = []
    const key = createSigner(pair, 'RSA-TYPE1')
    const blockSigner = {
      ...key,
      sign: async (...input: Parameters<typeof key.sign>) => {
        seen.push(Buffer.from(input[0].message).toString())
        return key.sign(...input)
      },
    }
    const writer = createSuite(pair, { query: { chunk: 4 } }, { blockSigner })
    await writer.query.seal(toBytes('0123456789'), context, options)
    expect(seen).toEqual(['0123', '4567', '89'])
  })

  test('rejects a key that returns anything but blocks', async () => {
    const blockSigner = { ...createSigner(pair, 'RSA-TYPE1'), sign: async () => new Uint8Array(255) }
    const writer = createSuite(pair, {}, { blockSigner })
    await expect(writer.query.seal(toBytes('x'), context, options)).rejects.toThrow(TypeError)
  })

  test('throws the error of the key', async () => {
    const busy = new EncryptionError('OVERLOADED')
    const blockSigner = { ...createSigner(pair, 'RSA-TYPE1'), sign: () => Promise.reject(busy) }
    const writer = createSuite(pair, {}, { blockSigner })
    await expect(writer.query.seal(toBytes('x'), context, options)).rejects.toBe(busy)
  })
})
