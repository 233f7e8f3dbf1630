// The dialect has no key ids, so during a rotation each of up to three keys is tried.

import { describe, expect, test } from 'vitest'

import { EncryptionError, Rejection } from '../../src/errors.ts'
import { type Pair, getPair } from '../support/pairs.ts'
import { context, createCountedKey, options, createPeer, createSuite } from './keyring.ts'

const [first, second, third, fourth] = [getPair('first'), getPair('second'), getPair('first', 3072), getPair('fourth')]
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

describe('a query', () => {
  test.each(senders)('is opened with the %s of three keys, after all three were tried', async (_, sender) => {
    const reader = createReceiver(first, second, third)
    // 24 blocks of 256 bytes are 16 of 384, so the text fits keys of both sizes.
    const blocks = sender === third ? 16 : 24
    const message = new Uint8Array(blocks * 200).fill(1)
    const text = await createSuite(sender, { query: { chunk: 200 } }).query.seal(message, context, options)
    expect((await reader.query.open(text, context, options)).plaintext).toEqual(message)
    expect(reader.counts()).toEqual([1, 1, 1])
  })

  test('of an unauthenticated caller is rejected after all keys were tried', async () => {
    const reader = createReceiver(first, second, third)
    const text = await createSuite(unknownPair).query.seal(new Uint8Array(3 * 234), context, options)
    await expect(reader.query.open(text, context, options)).rejects.toEqual(new Rejection('signature'))
    expect(reader.counts()).toEqual([1, 1, 1])
  })

  test('is rejected if its blocks are from two valid keys', async () => {
    const texts = [first, second].map((pair) => createSuite(pair).query.seal(plaintext, context, options))
    const blocks = (await Promise.all(texts)).map((text) => Buffer.from(text, 'base64url'))
    const mixed = Buffer.concat(blocks).toString('base64url')
    const outcome = createReceiver(first, second).query.open(mixed, context, options)
    await expect(outcome).rejects.toEqual(new Rejection('signature'))
  })

  test('is not opened with a fourth key, or without a key', async () => {
    const reader = createReceiver(first, second, fourth, unknownPair)
    const text = await createSuite(unknownPair).query.seal(plaintext, context, options)
    await expect(reader.query.open(text, context, options)).rejects.toEqual(new Rejection('signature'))
    expect(reader.counts()).toEqual([1, 1, 1, 0])
    await expect(createReceiver().query.open(text, context, options)).rejects.toEqual(new Rejection('key'))
  })
})

test('an abort ends the search for the key', async () => {
  const reader = createReceiver(first, second, third)
  const text = await createSuite(second).query.seal(plaintext, context, options)
  const outcome = reader.query.open(text, context, { ...options, signal: AbortSignal.abort() })
  await expect(outcome).rejects.toEqual(new EncryptionError('ABORTED'))
  expect(reader.counts()).toEqual([1, 0, 0])
})

describe('a signature', () => {
  test.each(senders)('is verified with the %s of three keys, after all three were tried', async (_, sender) => {
    const reader = createReceiver(first, second, third)
    const sign = await createSuite(sender).envelope.sign(plaintext, context, options)
    await expect(reader.envelope.verify(plaintext, sign, context, options)).resolves.toBeUndefined()
    expect(reader.counts()).toEqual([1, 1, 1])
  })

  test('of an unauthenticated caller is rejected after all keys were tried', async () => {
    const reader = createReceiver(first, second, third)
    const sign = await createSuite(unknownPair).envelope.sign(plaintext, context, options)
    const outcome = reader.envelope.verify(plaintext, sign, context, options)
    await expect(outcome).rejects.toEqual(new Rejection('signature'))
    expect(reader.counts()).toEqual([1, 1, 1])
  })

  test('is not verified with a fourth key, or without a key', async () => {
    const reader = createReceiver(first, second, fourth, unknownPair)
    const sign = await createSuite(unknownPair).envelope.sign(plaintext, context, options)
    const outcome = reader.envelope.verify(plaintext, sign, context, options)
    await expect(outcome).rejects.toEqual(new Rejection('signature'))
    expect(reader.counts()).toEqual([1, 1, 1, 0])
    const none = createReceiver().envelope.verify(plaintext, sign, context, options)
    await expect(none).rejects.toEqual(new Rejection('key'))
  })
})

test('keys are selected only by the time, because messages name no key', async () => {
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
