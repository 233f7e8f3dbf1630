// While keys rotate, up to three may have made a message. The dialect has no key ids, so each one is tried.

import { describe, expect, test } from 'vitest'

import { EncryptionError, Rejection } from '../../src/errors.ts'
import { type Pair, getPair } from '../support/pairs.ts'
import { context, createCountedKey, options, createPeer, createSuite } from './keyring.ts'

const [first, second, third, fourth] = [
  getPair('first'),
  getPair('second'),
  getPair('first', 3072),
  getPair('fourth'),
]
const unknownPair = getPair('fifth')
const plaintext = Buffer.from('{"request_id":"1"}')

function createReceiver(...pairs: readonly Pair[]) {
  const keys = pairs.map(createCountedKey)
  const asked: unknown[] = []
  const listVerificationKeys = (...question: readonly unknown[]) => {
    asked.push(question)
    return keys
  }
  const suite = createSuite(first, {}, { peer: { ...createPeer(first), listVerificationKeys } })
  return { ...suite, asked, counts: () => keys.map(({ calls }) => calls.count) }
}

const senders = [
  ['first', first],
  ['second', second],
  ['third, of another size,', third],
] as const

describe('of a query', () => {
  test.each(senders)('the %s of three keys opens it, and every one is tried', async (_, sender) => {
    const reader = createReceiver(first, second, third)
    // 24 blocks of 256 bytes are 16 of 384, so every key has something to try.
    const blocks = sender === third ? 16 : 24
    const message = new Uint8Array(blocks * 200).fill(1)
    const text = await createSuite(sender, { query: { chunk: 200 } }).query.seal(message, context, options)
    expect((await reader.query.open(text, context, options)).plaintext).toEqual(message)
    expect(reader.counts()).toEqual([1, 1, 1])
  })

  test('no key opens what an unauthenticated caller made, after all were tried', async () => {
    const reader = createReceiver(first, second, third)
    const text = await createSuite(unknownPair).query.seal(new Uint8Array(3 * 234), context, options)
    await expect(reader.query.open(text, context, options)).rejects.toEqual(new Rejection('signature'))
    expect(reader.counts()).toEqual([1, 1, 1])
  })

  test('all blocks are one key’s: those of two live keys do not mix', async () => {
    const texts = [first, second].map((pair) => createSuite(pair).query.seal(plaintext, context, options))
    const blocks = (await Promise.all(texts)).map((text) => Buffer.from(text, 'base64url'))
    const mixed = Buffer.concat(blocks).toString('base64url')
    const outcome = createReceiver(first, second).query.open(mixed, context, options)
    await expect(outcome).rejects.toEqual(new Rejection('signature'))
  })

  test('a fourth key is not looked at, and without a key nothing opens', async () => {
    const reader = createReceiver(first, second, fourth, unknownPair)
    const text = await createSuite(unknownPair).query.seal(plaintext, context, options)
    await expect(reader.query.open(text, context, options)).rejects.toEqual(new Rejection('signature'))
    expect(reader.counts()).toEqual([1, 1, 1, 0])
    await expect(createReceiver().query.open(text, context, options)).rejects.toEqual(new Rejection('key'))
  })
})

test('a caller who gave up ends the search at the first key', async () => {
  const reader = createReceiver(first, second, third)
  const text = await createSuite(second).query.seal(plaintext, context, options)
  const outcome = reader.query.open(text, context, { ...options, signal: AbortSignal.abort() })
  await expect(outcome).rejects.toEqual(new EncryptionError('ABORTED'))
  expect(reader.counts()).toEqual([1, 0, 0])
})

describe('of a signature', () => {
  test.each(senders)('the %s of three keys verifies it, and every one is tried', async (_, sender) => {
    const reader = createReceiver(first, second, third)
    const sign = await createSuite(sender).envelope.sign(plaintext, context, options)
    await expect(reader.envelope.verify(plaintext, sign, context, options)).resolves.toBeUndefined()
    expect(reader.counts()).toEqual([1, 1, 1])
  })

  test('no key verifies what an unauthenticated caller made, after all were tried', async () => {
    const reader = createReceiver(first, second, third)
    const sign = await createSuite(unknownPair).envelope.sign(plaintext, context, options)
    const outcome = reader.envelope.verify(plaintext, sign, context, options)
    await expect(outcome).rejects.toEqual(new Rejection('signature'))
    expect(reader.counts()).toEqual([1, 1, 1])
  })

  test('a fourth key is not looked at, and without a key nothing verifies', async () => {
    const reader = createReceiver(first, second, fourth, unknownPair)
    const sign = await createSuite(unknownPair).envelope.sign(plaintext, context, options)
    const outcome = reader.envelope.verify(plaintext, sign, context, options)
    await expect(outcome).rejects.toEqual(new Rejection('signature'))
    expect(reader.counts()).toEqual([1, 1, 1, 0])
    const none = createReceiver().envelope.verify(plaintext, sign, context, options)
    await expect(none).rejects.toEqual(new Rejection('key'))
  })
})

test('keys are asked for by the moment alone: the wire names none', async () => {
  const reader = createReceiver(first)
  const later = { ...options, now: 77 }
  const sign = await createSuite(first).envelope.sign(plaintext, context, options)
  await reader.envelope.verify(plaintext, sign, context, later)
  await reader.query.open(await reader.query.seal(plaintext, context, later), context, later)
  expect(reader.asked).toEqual([
    [undefined, 77],
    [undefined, 77],
  ])
})
