// What is refused before any key is asked: the work that a stranger may cause is bounded before it is done.

import { describe, expect, test } from 'vitest'

import { textCodecs } from '../src/classic/blocks.ts'
import { Rejection } from '../src/errors.ts'
import { requestLimits } from '../src/limits.ts'
import type { SuiteOptions } from '../src/suite.ts'
import { context, options, peerOf, countedKey, suiteOf, unlimited, unwrapperOf } from './classic-keyring.ts'
import { sharedPair } from './pairs.ts'

const pair = sharedPair('first')

describe('before any key is asked', () => {
  const within = (limits: Partial<SuiteOptions['limits']>): SuiteOptions => ({
    ...options,
    limits: { ...unlimited, ...limits },
  })

  // Keys that count: what is refused early must leave both at zero.
  function watched() {
    const [unwrapper, key] = [unwrapperOf(pair), countedKey(pair)]
    const peer = { ...peerOf(pair), verificationKeys: () => [key] }
    const suite = suiteOf(pair, {}, { unwrapper, peer })
    return { suite, calls: () => [unwrapper.calls.count, key.calls.count] }
  }

  const block = 'A'.repeat(341) + 'A'
  const cases = [
    { what: 'an empty text', text: '', limits: {}, reason: 'blocks' },
    { what: 'bytes that are no whole block', text: 'AAAA', limits: {}, reason: 'blocks' },
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

  test.each(cases)('$what is refused', async ({ text, limits, reason }) => {
    const { calls, suite } = watched()
    await expect(suite.envelope.open(text, within(limits))).rejects.toEqual(new Rejection(reason))
    await expect(suite.query.open(text, context, within(limits))).rejects.toEqual(new Rejection(reason))
    expect(calls()).toEqual([0, 0])
  })

  test('and the counters do count', async () => {
    const { calls, suite } = watched()
    const plaintext = new Uint8Array(500)
    await suite.envelope.open(await suite.envelope.seal(plaintext, options), options)
    await suite.query.open(await suite.query.seal(plaintext, context, options), context, options)
    expect(calls()).toEqual([3, 1])
  })

  test('a text that is too long is not even decoded', async () => {
    const text = '!'.repeat(requestLimits.data + 1)
    await expect(suiteOf(pair).envelope.open(text, options)).rejects.toEqual(new Rejection('limit'))
  })

  test('exactly as many blocks as the limit are opened', async () => {
    const suite = suiteOf(pair)
    const text = await suite.envelope.seal(new Uint8Array(490), options)
    expect(await suite.envelope.open(text, within({ blocks: 2, data: text.length }))).toHaveLength(490)
  })
})
