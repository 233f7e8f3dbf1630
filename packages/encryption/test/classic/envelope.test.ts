// Only the signature of an envelope proves its sender.

import { constants, publicEncrypt } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { hashMd5 } from '../../src/bytes/legacy-md5.ts'
import { EncryptionError, Rejection } from '../../src/errors.ts'
import type { Unwrapper } from '../../src/keys/interfaces.ts'
import { getPair } from '../support/pairs.ts'
import { context, options, createPeer, createSigner, createSuite, createUnwrapper } from './keyring.ts'

const pair = getPair('first')
const unknownPair = getPair('fifth')
const small = getPair('first', 1024)
const suite = createSuite(pair)
const plaintext = Buffer.from('{"symbol":"BTC","amount":0.1234567890123456789}')
const message = Uint8Array.from(plaintext)

/** Opens and verifies an envelope, as a receiver does. */
async function receive(data: string, sign: string, by = suite): Promise<Uint8Array> {
  const opened = await by.envelope.open(data, options)
  await by.envelope.verify(opened, sign, context, options)
  return opened
}

const changeAt = (text: string, at: number, by: number): string => {
  const bytes = Buffer.from(text, 'base64url')
  const index = at % bytes.length
  return Buffer.from(bytes.map((byte, position) => (position === index ? byte ^ by : byte))).toString('base64url')
}

const paddings = ['pkcs1', 'oaep-sha256', 'oaep-sha1'] as const

describe('an envelope', () => {
  test.each(paddings)('of %s blocks opens and verifies', async (padding) => {
    const suite = createSuite(pair, { envelope: { padding } })
    const data = await suite.envelope.seal(plaintext, options)
    const sign = await suite.envelope.sign(plaintext, context, options)
    expect(await receive(data, sign, suite)).toEqual(message)
  })

  test.each(paddings)('of %s blocks is rejected with any one byte of data or sign changed', async (padding) => {
    const suite = createSuite(pair, { envelope: { padding, chunk: 20 } })
    const data = await suite.envelope.seal(plaintext, options)
    const sign = await suite.envelope.sign(plaintext, context, options)
    const change = fc.tuple(fc.boolean(), fc.nat({ max: 9999 }), fc.integer({ min: 1, max: 255 }))
    const holds = fc.asyncProperty(change, async ([isInData, at, by]) => {
      const changed = isInData ? [changeAt(data, at, by), sign] : [data, changeAt(sign, at, by)]
      const [one = '', other = ''] = changed
      await expect(receive(one, other, suite)).rejects.toBeInstanceOf(Rejection)
    })
    await fc.assert(holds, { numRuns: 60 })
  })

  test('is rejected if its blocks are cut, repeated or reordered', async () => {
    const suite = createSuite(pair, { envelope: { chunk: 20 } })
    const data = Buffer.from(await suite.envelope.seal(plaintext, options), 'base64url')
    const sign = await suite.envelope.sign(plaintext, context, options)
    const [a, b, c] = [data.subarray(0, 256), data.subarray(256, 512), data.subarray(512)]
    for (const blocks of [[a, b], [b, c], [a, c, b], [a, b, b, c], [a, b, c, c], [a]]) {
      const spliced = Buffer.concat(blocks).toString('base64url')
      await expect(receive(spliced, sign, suite)).rejects.toEqual(new Rejection('signature'))
    }
  })

  // Some writers add an empty block to a message that fills its blocks. Anyone can add one, but the signed content stays
  // the same.
  test.each(paddings)('stays the same message with empty %s blocks anywhere in it', async (padding) => {
    const suite = createSuite(pair, { envelope: { padding, chunk: 20 } })
    const data = Buffer.from(await suite.envelope.seal(plaintext, options), 'base64url')
    const sign = await suite.envelope.sign(plaintext, context, options)
    const nothing = Buffer.from(await suite.envelope.seal(Buffer.alloc(0), options), 'base64url')
    for (const at of [0, 256, 512, 768]) {
      const longer = Buffer.concat([data.subarray(0, at), nothing, data.subarray(at)]).toString('base64url')
      expect(await receive(longer, sign, suite)).toEqual(message)
    }
  })

  test('is rejected if an unauthenticated caller signed it', async () => {
    const forger = createSuite(unknownPair, {}, { peer: createPeer(pair) })
    const data = await forger.envelope.seal(plaintext, options)
    const sign = await forger.envelope.sign(plaintext, context, options)
    await expect(receive(data, sign)).rejects.toEqual(new Rejection('signature'))
  })

  test('has another text each time it is sealed', async () => {
    expect(await suite.envelope.seal(plaintext, options)).not.toBe(await suite.envelope.seal(plaintext, options))
  })
})

describe('the result of a key', () => {
  const sealed = suite.envelope.seal(new Uint8Array(500), options)
  const openWith = async (unwrap: Unwrapper['unwrap'], signal?: AbortSignal): Promise<unknown> => {
    const reader = createSuite(pair, {}, { unwrapper: { ...createUnwrapper(pair), unwrap } })
    return reader.envelope.open(await sealed, signal === undefined ? options : { ...options, signal })
  }

  test.each([246, 256, 257, 5000])('is rejected with %i bytes, which do not fit a block', async (length) => {
    await expect(openWith(async () => new Uint8Array(length))).rejects.toEqual(new Rejection('unwrap'))
  })

  test('is accepted with any length that fits a block', async () => {
    const lengths = [0, 245, 1]
    const opened = await openWith(async () => new Uint8Array(lengths.shift() ?? 0))
    expect(opened).toEqual(new Uint8Array(246))
  })

  test.each([
    new Error('decryption failed'),
    new TypeError('fetch failed'),
    new Rejection('unwrap'),
    'a text',
    undefined,
  ])('is always the same rejection: %s', async (thrown) => {
    const outcome = openWith(() => Promise.reject(thrown))
    await expect(outcome).rejects.toEqual(new Rejection('unwrap'))
  })

  test('is rejected only after every block was tried', async () => {
    let calls = 0
    const outcome = openWith(async () => {
      calls += 1
      throw new Error('bad block')
    })
    await expect(outcome).rejects.toEqual(new Rejection('unwrap'))
    expect(calls).toBe(3)
  })

  test.each(['OVERLOADED', 'TIMEOUT', 'ABORTED'] as const)(
    'rethrows %s instead of rejecting the message',
    async (code) => {
      const error = new EncryptionError(code)
      await expect(openWith(() => Promise.reject(error))).rejects.toBe(error)
    },
  )

  test('does not reject the message if the caller aborted', async () => {
    const controller = new AbortController()
    let calls = 0
    const outcome = openWith(async () => {
      calls += 1
      if (calls === 3) controller.abort()
      throw new Error('socket closed')
    }, controller.signal)
    await expect(outcome).rejects.toEqual(new EncryptionError('ABORTED'))
  })

  test('is computed from the block and the signal only', async () => {
    const seen: unknown[] = []
    const { signal } = new AbortController()
    await openWith(async (block, given) => {
      seen.push([block.length, given])
      return new Uint8Array(1)
    }, signal)
    expect(seen).toEqual([
      [256, { signal }],
      [256, { signal }],
      [256, { signal }],
    ])
  })
})

describe('OAEP', () => {
  test.each(['oaep-sha256', 'oaep-sha1'] as const)('%s rejects blocks with any other padding', async (padding) => {
    const reader = createSuite(pair, { envelope: { padding } })
    for (const other of paddings.filter((name) => name !== padding)) {
      const data = await createSuite(pair, { envelope: { padding: other } }).envelope.seal(plaintext, options)
      await expect(reader.envelope.open(data, options)).rejects.toEqual(new Rejection('unwrap'))
    }
  })

  test('opened as PKCS#1 gives random bytes, which the signature rejects', async () => {
    const data = await createSuite(pair, { envelope: { padding: 'oaep-sha256' } }).envelope.seal(plaintext, options)
    const sign = await suite.envelope.sign(plaintext, context, options)
    await expect(receive(data, sign)).rejects.toEqual(new Rejection('signature'))
  })
})

describe('a key of 1024 bits', () => {
  const old = createSuite(pair, {}, { unwrapper: createUnwrapper(small), peer: createPeer(small) })

  test('opens and verifies messages of an old sender', async () => {
    const block = publicEncrypt({ key: small.publicKey, padding: constants.RSA_PKCS1_PADDING }, plaintext)
    const signature = await createSigner(small).sign({ message: Buffer.from(hashMd5(plaintext)), sha256: message }, {})
    const sign = Buffer.from(signature).toString('base64url')
    expect(await receive(block.toString('base64url'), sign, old)).toEqual(message)
  })

  test('does not seal and does not sign', async () => {
    await expect(old.envelope.seal(plaintext, options)).rejects.toThrow(TypeError)
    expect(() => createSuite(pair, {}, { signer: createSigner(small) })).toThrow(TypeError)
  })
})
