import { createHash, hash, sign, verify } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import type { Signer } from '../../src/keys/interfaces.ts'
import type { Context, Suite } from '../../src/suite.ts'
import { getPair } from '../support/pairs.ts'
import { context, free, options, createSigner, createSuite } from './keyring.ts'

const pair = getPair('first')
const suite = createSuite(pair)
const plaintext = Buffer.from('{"request_id":"1","amount":0.1}')
const md5 = createHash('md5').update(plaintext).digest()

const forms = {
  'md5-hex-lower': Buffer.from(md5.toString('hex')),
  'md5-hex-upper': Buffer.from(md5.toString('hex').toUpperCase()),
  'md5-raw': md5,
  plaintext,
} as const
const digests = ['md5-hex-lower', 'md5-hex-upper', 'md5-raw', 'plaintext'] as const
const paddings = ['pkcs1', 'pss'] as const
const texts = ['base64', 'base64url', 'hex'] as const
const rsa = { pkcs1: { padding: 1 }, pss: { padding: 6, saltLength: 32 } }

const dialects = digests.flatMap((digest) => paddings.map((padding) => ({ digest, padding })))

/** Finds a message whose signature starts with a zero byte: one in 256. */
async function signWithZero(suite: Suite, at: number = 0): Promise<readonly [Buffer, Buffer]> {
  const message = Buffer.from(String(at))
  const signature = Buffer.from(await suite.envelope.sign(message, context, options), 'base64url')
  return signature[0] === 0 ? [message, signature] : signWithZero(suite, at + 1)
}

describe('a signature', () => {
  test.each(dialects)('is SHA256withRSA over $digest with $padding', async ({ digest, padding }) => {
    const suite = createSuite(pair, { signature: { digest, padding } })
    const text = await suite.envelope.sign(plaintext, context, options)
    const signature = Buffer.from(text, 'base64url')
    expect(verify('sha256', forms[digest], { key: pair.publicKey, ...rsa[padding] }, signature)).toBe(true)
    await expect(suite.envelope.verify(plaintext, text, context, options)).resolves.toBeUndefined()
  })

  test.each(texts)('is encoded as %s', async (text) => {
    const suite = createSuite(pair, { signature: { text } })
    const signature = await suite.envelope.sign(plaintext, context, options)
    expect(Buffer.from(signature, text).toString(text)).toBe(signature)
    await expect(suite.envelope.verify(plaintext, signature, context, options)).resolves.toBeUndefined()
  })

  test('is valid only in the dialect that made it', async () => {
    const suites = dialects.map((signature) => createSuite(pair, { signature }))
    for (const [at, writer] of suites.entries()) {
      const text = await writer.envelope.sign(plaintext, context, options)
      for (const reader of suites.toSpliced(at, 1)) {
        const outcome = reader.envelope.verify(plaintext, text, context, options)
        await expect(outcome).rejects.toEqual(new Rejection('signature'))
      }
    }
  })

  test('passes the signer the message, its digest and the signal', async () => {
    const key = createSigner(pair)
    const seen: unknown[] = []
    const signer: Signer = {
      ...key,
      sign: async (input, given) => {
        seen.push(Buffer.from(input.sha256).toString('hex'), given)
        return key.sign(input, given)
      },
    }
    const { signal } = new AbortController()
    await createSuite(pair, {}, { signer }).envelope.sign(plaintext, context, { ...options, signal })
    expect(seen).toEqual([hash('sha256', md5.toString('hex'), 'hex'), { signal }])
  })

  test('is not sent with a length that its key cannot produce', async () => {
    const signer = { ...createSigner(pair), sign: async () => new Uint8Array(255) }
    const outcome = createSuite(pair, {}, { signer }).envelope.sign(plaintext, context, options)
    await expect(outcome).rejects.toThrow(TypeError)
  })
})

describe('verification rejects', () => {
  test('every other plaintext', async () => {
    const sign = await suite.envelope.sign(plaintext, context, options)
    const holds = fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
      fc.pre(!plaintext.equals(bytes))
      const outcome = suite.envelope.verify(bytes, sign, context, options)
      await expect(outcome).rejects.toEqual(new Rejection('signature'))
    })
    await fc.assert(holds, { numRuns: 50 })
  })

  test('a plaintext with any one byte changed', async () => {
    const sign = await suite.envelope.sign(plaintext, context, options)
    const change = fc.tuple(fc.nat({ max: plaintext.length - 1 }), fc.integer({ min: 1, max: 255 }))
    const holds = fc.asyncProperty(change, async ([at, by]) => {
      const changed = plaintext.map((byte, index) => (index === at ? byte ^ by : byte))
      const outcome = suite.envelope.verify(changed, sign, context, options)
      await expect(outcome).rejects.toEqual(new Rejection('signature'))
    })
    await fc.assert(holds, { numRuns: 50 })
  })

  test.each([
    ['nothing', '', 'signature'],
    ['one byte', 'AA', 'signature'],
    ['a byte less', Buffer.alloc(255, 1).toString('base64url'), 'signature'],
    ['a zero before it', Buffer.alloc(257, 1).toString('base64url'), 'signature'],
    ['a number not below the modulus', Buffer.alloc(256, 255).toString('base64url'), 'signature'],
    ['zero', Buffer.alloc(256).toString('base64url'), 'signature'],
    ['text that is not base64url', '====', 'encoding'],
    ['more than the limit', 'A'.repeat(4097), 'limit'],
    ['text over the limit that is not base64url', '!'.repeat(4097), 'limit'],
  ] as const)('%s', async (_, text, reason) => {
    const outcome = suite.envelope.verify(plaintext, text, context, options)
    await expect(outcome).rejects.toEqual(new Rejection(reason))
  })

  test('a genuine signature with a byte before or after it', async () => {
    const genuine = Buffer.from(await suite.envelope.sign(plaintext, context, options), 'base64url')
    for (const text of [Buffer.concat([Buffer.alloc(1), genuine]), Buffer.concat([genuine, Buffer.alloc(1)])]) {
      const outcome = suite.envelope.verify(plaintext, text.toString('base64url'), context, options)
      await expect(outcome).rejects.toEqual(new Rejection('signature'))
    }
  })

  // RFC 8017, 8.1.2 and 8.2.2, step 1: the length is checked before anything else.
  test.each(paddings)('a genuine %s signature without its leading zero', async (padding) => {
    const suite = createSuite(pair, { signature: { padding, digest: 'plaintext' } })
    const [message, signature] = await signWithZero(suite)
    const [wholeText, shorter] = [signature, signature.subarray(1)].map((bytes) => bytes.toString('base64url'))
    await suite.envelope.verify(message, wholeText ?? '', context, options)
    const outcome = suite.envelope.verify(message, shorter ?? '', context, options)
    await expect(outcome).rejects.toEqual(new Rejection('signature'))
  })

  test('a PSS signature with a salt of any length but 32', async () => {
    const suite = createSuite(pair, { signature: { padding: 'pss' } })
    for (const saltLength of [0, 20, 31, 33, 64]) {
      const made = sign('sha256', forms['md5-hex-lower'], { key: pair.privateKey, padding: 6, saltLength })
      const outcome = suite.envelope.verify(plaintext, made.toString('base64url'), context, options)
      await expect(outcome).rejects.toEqual(new Rejection('signature'))
    }
  })
})

describe('a signature does not protect', () => {
  // Marc Stevens' published pair: 72 letters and digits each, one of them different, and one MD5 for both.
  const createTwin = (letter: string): Buffer =>
    Buffer.from(`TEXTCOLLBYfGiJUETHQ4h${letter}cKSMd5zYpgqf1YRDhkmxHkhPWptrkoyz28wnI9V0aHeAuaKnak`)
  const [one, other] = [createTwin('A'), createTwin('E')]

  test('against collisions: two different texts have the same MD5', () => {
    expect(one.equals(other)).toBe(false)
    expect([one, other].map((text) => /^[0-9A-Za-z]{72}$/.test(text.toString()))).toEqual([true, true])
    expect([one, other].map((text) => hash('md5', text))).toEqual(
      Array.from({ length: 2 }, () => 'faad49866e9498fc1719f5289e7a0269'),
    )
  })

  test.each(['md5-hex-lower', 'md5-hex-upper', 'md5-raw'] as const)(
    'under %s, against the other text of a collision',
    async (digest) => {
      const suite = createSuite(pair, { signature: { digest } })
      const sign = await suite.envelope.sign(one, context, options)
      await expect(suite.envelope.verify(other, sign, context, options)).resolves.toBeUndefined()
    },
  )

  test('unless it is over the plaintext, against collisions', async () => {
    const suite = createSuite(pair, { signature: { digest: 'plaintext' } })
    const sign = await suite.envelope.sign(one, context, options)
    const outcome = suite.envelope.verify(other, sign, context, options)
    await expect(outcome).rejects.toEqual(new Rejection('signature'))
  })

  test('the path and the time', async () => {
    const elsewhere: Context = { direction: 'answer', audience: 'x', appId: 'x', path: '/x', time: '0' }
    const sign = await suite.envelope.sign(plaintext, context, options)
    const outcome = suite.envelope.verify(plaintext, sign, elsewhere, { ...free, now: 9e15 })
    await expect(outcome).resolves.toBeUndefined()
  })
})
