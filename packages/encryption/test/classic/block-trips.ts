// Seals and opens bytes as RSA blocks, with keys of every size.

import fc from 'fast-check'
import { expect } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import type { Suite } from '../../src/suite.ts'
import { type Pair, getPair } from '../support/pairs.ts'
import { context, free, options, createSuite } from './keyring.ts'

export type Bits = 2048 | 3072 | 4096

export const getPairOfSize = (bits: Bits): Pair => getPair('first', bits)

const texts = fc.constantFrom('base64' as const, 'base64url' as const, 'hex' as const)

// Up to 5 KB in up to 40 blocks, because blocks of one byte are slow.
const messages = (most: number) =>
  fc.oneof(fc.constant('max' as const), fc.integer({ min: 1, max: most })).chain((chunk) => {
    const maxLength = Math.min(5000, 40 * (chunk === 'max' ? most : chunk))
    return fc.record({ chunk: fc.constant(chunk), plaintext: fc.uint8Array({ maxLength, size: 'max' }) })
  })

export async function sendQuery(suite: Suite, plaintext: Uint8Array): Promise<Uint8Array> {
  const text = await suite.query.seal(plaintext, context, free)
  return (await suite.query.open(text, context, free)).plaintext
}

export const sendEnvelope = async (suite: Suite, plaintext: Uint8Array): Promise<Uint8Array> =>
  suite.envelope.open(await suite.envelope.seal(plaintext, free), free)

/** Checks that queries with any chunks and encoding are opened unchanged. */
export function checkQueries(bits: Bits, numRuns: number): Promise<void> {
  const trips = fc.asyncProperty(messages(bits / 8 - 11), texts, async ({ chunk, plaintext }, text) => {
    const suite = createSuite(getPairOfSize(bits), { query: { chunk, text } })
    expect(await sendQuery(suite, plaintext)).toEqual(Uint8Array.from(plaintext))
  })
  return fc.assert(trips, { numRuns })
}

const overheads = { pkcs1: 11, 'oaep-sha256': 66, 'oaep-sha1': 42 } as const

export type Padding = keyof typeof overheads

/** Checks that envelopes are opened unchanged. */
export function checkEnvelopes(padding: Padding, bits: Bits, numRuns: number): Promise<void> {
  const most = bits / 8 - overheads[padding]
  const trips = fc.asyncProperty(messages(most), texts, async ({ chunk, plaintext }, text) => {
    const suite = createSuite(getPairOfSize(bits), { envelope: { padding, chunk, text } })
    expect(await sendEnvelope(suite, plaintext)).toEqual(Uint8Array.from(plaintext))
  })
  return fc.assert(trips, { numRuns })
}

/** Checks that a message for another key size is rejected before a key is used. */
export async function expectOtherSizeRejected(sealedFor: Bits, openedWith: Bits): Promise<void> {
  const plaintext = new Uint8Array(100)
  const [writer, reader] = [createSuite(getPairOfSize(sealedFor)), createSuite(getPairOfSize(openedWith))]
  const query = await writer.query.seal(plaintext, context, options)
  const envelope = await writer.envelope.seal(plaintext, options)
  await expect(reader.query.open(query, context, options)).rejects.toEqual(new Rejection('blocks'))
  await expect(reader.envelope.open(envelope, options)).rejects.toEqual(new Rejection('blocks'))
}
