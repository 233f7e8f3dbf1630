import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Context } from '../../src/suite.ts'
import { createUnwrapper } from './keyring.ts'
import {
  responseContext,
  toBytes,
  failIfCalled,
  options,
  plaintext,
  platform,
  catchReason,
  receiver,
  createReceiver,
  request,
  sender,
} from './sides.ts'

const contents = fc.uint8Array({ maxLength: 20_480, size: 'max' })
const texts = fc.string({ unit: 'grapheme', maxLength: 20 })
const contexts: fc.Arbitrary<Context> = fc
  .record({
    audience: texts,
    appId: texts,
    path: texts,
    time: texts,
    code: texts,
    msg: texts,
    request: texts,
  })
  .chain(({ code, msg, request, ...common }) =>
    fc.constantFrom<Context>(
      { ...common, direction: 'request' },
      { ...common, direction: 'answer', response: { code, msg, request } },
    ),
  )

describe('an unchanged message', () => {
  test('is opened to the sealed bytes, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(contents, contexts, async (content, context) => {
        const text = await sender.query.seal(content, context, options)
        const { time, ...known } = context
        const opened = await receiver.query.open(text, known, options)
        expect(opened).toEqual({ plaintext: content, time })
      }),
      { numRuns: 10 },
    )
  })

  test('is opened from an envelope to the sealed and signed bytes', async () => {
    await fc.assert(
      fc.asyncProperty(contents, contexts, async (content, context) => {
        const data = await sender.envelope.seal(content, options)
        const sign = await sender.envelope.sign(content, context, options)
        const opened = await receiver.envelope.open(data, options)
        await receiver.envelope.verify(opened, sign, context, options)
        expect(opened).toEqual(content)
      }),
      { numRuns: 10 },
    )
  })

  test('has another text each time it is sealed', async () => {
    const seals = [0, 1].map(() => sender.envelope.seal(plaintext, options))
    const queries = [0, 1].map(() => sender.query.seal(plaintext, request, options))
    expect(new Set(await Promise.all([...seals, ...queries])).size).toBe(4)
  })

  test('is a plain Uint8Array, not a Buffer', async () => {
    const opened = await receiver.envelope.open(await sender.envelope.seal(plaintext, options), options)
    expect(Object.getPrototypeOf(opened)).toBe(Uint8Array.prototype)
  })
})

const { response: facts = { code: '', msg: '', request: '' } } = responseContext
const swaps: readonly (readonly [string, Context, Context])[] = [
  ['for another audience', request, { ...request, audience: 'merchant' }],
  ['of another app', request, { ...request, appId: 'demo-shop-2' }],
  ['for another path', request, { ...request, path: '/api/v1/internal/notify' }],
  ['of another time', request, { ...request, time: '1767225600001' }],
  ['of another direction', request, responseContext],
  ['of the other direction', responseContext, request],
  ['with another code', responseContext, { ...responseContext, response: { ...facts, code: '1' } }],
  ['with another message', responseContext, { ...responseContext, response: { ...facts, msg: 'Success' } }],
  [
    'to another request',
    responseContext,
    { ...responseContext, response: { ...facts, request: 'another.request.text' } },
  ],
]

describe('a message for another context', () => {
  test.each(swaps)('is not verified %s', async (_name, made, expected) => {
    const sign = await sender.envelope.sign(plaintext, made, options)
    await receiver.envelope.verify(plaintext, sign, made, options)
    expect(await catchReason(() => receiver.envelope.verify(plaintext, sign, expected, options))).toBe('context')
  })

  test.each(swaps.filter(([name]) => name !== 'of another time'))(
    'is not opened as a query %s',
    async (_name, made, expected) => {
      const text = await sender.query.seal(plaintext, made, options)
      await receiver.query.open(text, made, options)
      expect(await catchReason(() => receiver.query.open(text, expected, options))).toBe('context')
    },
  )

  test('is rejected before the private key is used', async () => {
    const unused = { ...createUnwrapper(platform.encryption), unwrap: failIfCalled }
    const text = await sender.query.seal(plaintext, request, options)
    const elsewhere = { ...request, path: '/elsewhere' }
    const open = () => createReceiver({ unwrapper: unused }).query.open(text, elsewhere, options)
    expect(await catchReason(open)).toBe('context')
  })

  test('has a time in its seal, which is compared with the time in its content', async () => {
    const text = await sender.query.seal(plaintext, { ...request, time: '17' }, options)
    expect((await receiver.query.open(text, request, options)).time).toBe('17')
  })
})

describe('a text of one form', () => {
  test('is rejected in place of another form', async () => {
    const query = await sender.query.seal(plaintext, request, options)
    const data = await sender.envelope.seal(plaintext, options)
    const sign = await sender.envelope.sign(plaintext, request, options)
    const outcomes = [
      await catchReason(() => receiver.envelope.open(query, options)),
      await catchReason(() => receiver.envelope.open(sign, options)),
      await catchReason(() => receiver.query.open(data, request, options)),
      await catchReason(() => receiver.query.open(sign, request, options)),
      await catchReason(() => receiver.envelope.verify(plaintext, query, request, options)),
      await catchReason(() => receiver.envelope.verify(plaintext, data, request, options)),
    ]
    expect(outcomes).toEqual(['header', 'framing', 'header', 'framing', 'framing', 'framing'])
  })

  test('is rejected by the side that made it', async () => {
    const sign = await sender.envelope.sign(plaintext, request, options)
    const query = await sender.query.seal(plaintext, request, options)
    expect(await catchReason(() => sender.envelope.verify(plaintext, sign, request, options))).toBe('key')
    expect(await catchReason(() => sender.query.open(query, request, options))).toBe('key')
  })
})

test('a signature over another plaintext is rejected', async () => {
  const sign = await sender.envelope.sign(plaintext, request, options)
  const other = toBytes('{"symbol":"BTC","amount":5.0}')
  expect(await catchReason(() => receiver.envelope.verify(other, sign, request, options))).toBe('context')
})

test('the suite lists all bound parts', () => {
  expect(sender.id).toBe('modern')
  expect([...sender.boundParts].toSorted()).toEqual([
    'app',
    'audience',
    'direction',
    'path',
    'request',
    'response',
    'time',
  ])
})
