import { constants, privateDecrypt, randomBytes, publicEncrypt } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { assertImplicitRejection, type Pkcs1Decrypt } from '../../src/classic/implicit-rejection.ts'
import { Rejection } from '../../src/errors.ts'
import { getPair } from '../support/pairs.ts'
import { context, options, createSuite } from './keyring.ts'

const { privateKey, publicKey } = getPair('first')
const open: Pkcs1Decrypt = (key, block) => privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block)

describe('the probe', () => {
  test('accepts Node', () => {
    expect(() => assertImplicitRejection(privateKey)).not.toThrow()
  })

  test('opens a block once unchanged and twice with a flipped bit', () => {
    const blocks: Uint8Array[] = []
    assertImplicitRejection(privateKey, (key, block) => {
      blocks.push(block)
      return open(key, block)
    })
    const distinct = new Set(blocks.map((block) => Buffer.from(block).toString('hex')))
    expect([blocks.length, distinct.size]).toEqual([3, 2])
  })

  test('checks a runtime once', () => {
    let calls = 0
    const countDecrypt: Pkcs1Decrypt = (key, block) => {
      calls += 1
      return open(key, block)
    }
    assertImplicitRejection(privateKey, countDecrypt)
    assertImplicitRejection(getPair('first', 1024).privateKey, countDecrypt)
    expect(calls).toBe(3)
  })

  const message = Buffer.from('probe')
  const opensOr =
    (bad: (block: Uint8Array) => Uint8Array): Pkcs1Decrypt =>
    (key, block) => {
      const opened = open(key, block)
      return message.equals(opened) ? opened : bad(block)
    }
  const throwError = (): never => {
    throw new Error('padding check failed')
  }

  test.each([
    ['rejects PKCS#1 altogether, as old versions of Node do', throwError],
    ['throws at a bad block, and so tells it from a good one', opensOr(throwError)],
    ['opens a bad block to other bytes every time', opensOr(() => randomBytes(20))],
    ['opens a bad block to the message', () => message],
    ['does not open a good block', () => Buffer.from('other')],
  ] as const)('throws an error with the versions if the runtime %s', (_, decrypt) => {
    const probe = () => assertImplicitRejection(privateKey, decrypt)
    expect(probe).toThrow(TypeError)
    expect(probe).toThrow(/22\.20\+, 24\.5\+ or 26/)
  })

  test('checks again after a failure', () => {
    let isBroken = true
    const fixed: Pkcs1Decrypt = (key, block) => (isBroken ? throwError() : open(key, block))
    expect(() => assertImplicitRejection(privateKey, fixed)).toThrow(TypeError)
    isBroken = false
    expect(() => assertImplicitRejection(privateKey, fixed)).not.toThrow()
  })

  test('needs the private key', () => {
    expect(() => assertImplicitRejection(publicKey, (key, block) => open(key, block))).toThrow(TypeError)
  })
})

// With implicit rejection, a bad PKCS#1 block opens to random bytes, which the signature rejects.

const pair = getPair('first')
const suite = createSuite(pair)
const plaintext = Buffer.from('{"symbol":"BTC","amount":0.1234567890123456789}')
const message = Uint8Array.from(plaintext)

async function receive(data: string, sign: string): Promise<void> {
  await suite.envelope.verify(await suite.envelope.open(data, options), sign, context, options)
}

describe('a bad PKCS#1 block', () => {
  const { publicKey: key } = pair
  const encryptRaw = (block: Buffer): Buffer => publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block)
  const createFrame = (...head: readonly number[]): Buffer =>
    encryptRaw(Buffer.alloc(256, 65).fill(Buffer.from(head), 0, head.length))
  const createOnes = (count: number): readonly number[] => Array.from({ length: count }, () => 1)
  const bad = [
    ['the mark of type 1', createFrame(0, 1, ...createOnes(200), 0)],
    ['a first byte that is not zero', createFrame(1, 2, ...createOnes(200), 0)],
    ['a zero in its first eight bytes of padding', createFrame(0, 2, 1, 1, 1, 0)],
    ['no end of its padding', createFrame(0, 2, ...createOnes(254))],
    ['zeros alone', Buffer.alloc(256)],
    [
      'a bit of a good block flipped',
      Buffer.from(publicEncrypt({ key, padding: 1 }, plaintext)).map((byte, at) => (at === 9 ? byte ^ 4 : byte)),
    ],
  ] as const

  test.each(bad)('with %s always opens to the same bytes, and never to the message', async (_, block) => {
    const text = Buffer.from(block).toString('base64url')
    const opened = await suite.envelope.open(text, options)
    expect(opened).not.toEqual(message)
    expect(await suite.envelope.open(text, options)).toEqual(opened)
    expect(opened.length).toBeLessThanOrEqual(245)
  })

  test.each(bad)('with %s is rejected only by the signature', async (_, block) => {
    const sign = await suite.envelope.sign(plaintext, context, options)
    await expect(receive(Buffer.from(block).toString('base64url'), sign)).rejects.toEqual(new Rejection('signature'))
  })

  // About one invalid block in 246 opens to no bytes, which does not change the message.
  test('among good ones corrupts the whole message', async () => {
    const good = Buffer.from(await suite.envelope.seal(plaintext, options), 'base64url')
    const sign = await suite.envelope.sign(plaintext, context, options)
    const lengths = bad.map(async ([, block]) => {
      const opened = await suite.envelope.open(Buffer.from(block).toString('base64url'), options)
      return opened.length
    })
    const corruptBlocks = (await Promise.all(lengths)).flatMap((length, at) =>
      length > 0 ? bad.slice(at, at + 1) : [],
    )
    expect(corruptBlocks).not.toEqual([])
    for (const [, block] of corruptBlocks) {
      const mixed = Buffer.concat([good, block]).toString('base64url')
      await expect(receive(mixed, sign)).rejects.toEqual(new Rejection('signature'))
    }
  })

  test('that is not below the modulus is rejected, which reveals nothing about the key', async () => {
    const text = Buffer.alloc(256, 255).toString('base64url')
    await expect(suite.envelope.open(text, options)).rejects.toEqual(new Rejection('unwrap'))
  })
})
