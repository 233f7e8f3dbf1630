import { describe, expect, test } from 'vitest'

import type { PublicKey, Signer, SignerInput } from '../../src/keys/interfaces.ts'
import { type ModernKeys, createModernSuite } from '../../src/modern/suite.ts'
import type { Context } from '../../src/suite.ts'
import { getOwner, getPair } from '../support/pairs.ts'
import { createPeer, toPublicKey, createSigner, createUnwrapper } from './keyring.ts'
import {
  responseContext,
  toBytes,
  createKeys,
  merchant,
  options,
  plaintext,
  platform,
  catchReason,
  receiver,
  createReceiver,
  request,
  sender,
  createSender,
  hashSha256,
} from './sides.ts'

const outsider = getOwner('outsider')

describe('keys', () => {
  test('of an unauthenticated caller are rejected, even with the id of the peer', async () => {
    const { kid } = toPublicKey(merchant.signature)
    const imposter = createSender({ signer: createSigner(outsider.signature, kid) })
    const sign = await imposter.envelope.sign(plaintext, request, options)
    const query = await imposter.query.seal(plaintext, request, options)
    const outcomes = [
      await catchReason(() => receiver.envelope.verify(plaintext, sign, request, options)),
      await catchReason(() => receiver.query.open(query, request, options)),
    ]
    expect(outcomes).toEqual(['signature', 'signature'])
  })

  test('that the peer does not have are rejected because of their id', async () => {
    const sign = await createModernSuite(createKeys(outsider, platform)).envelope.sign(plaintext, request, options)
    await expect(receiver.envelope.verify(plaintext, sign, request, options)).rejects.toMatchObject({
      reason: 'key',
      unknownKey: { id: toPublicKey(outsider.signature).kid, use: 'signature' },
    })
  })

  test('of the peer are rejected with the id of another key', async () => {
    const [old, next] = [merchant.signature, getPair('fifth')]
    const peer = createPeer(toPublicKey(merchant.encryption), toPublicKey(old), toPublicKey(next))
    const suite = createReceiver({ peer })
    const confused = createSender({ signer: createSigner(next, toPublicKey(old).kid) })
    const sign = await confused.envelope.sign(plaintext, request, options)
    expect(await catchReason(() => suite.envelope.verify(plaintext, sign, request, options))).toBe('signature')
  })

  test('are both accepted during a rotation, with different ids or the same', async () => {
    const pairs = [merchant.signature, getPair('fifth')]
    for (const kid of [undefined, 'merchant-signs']) {
      const peer = createPeer(toPublicKey(merchant.encryption), ...pairs.map((pair) => toPublicKey(pair, kid)))
      const suite = createReceiver({ peer })
      for (const pair of pairs) {
        const own = createSender({ signer: createSigner(pair, kid) })
        const sign = await own.envelope.sign(plaintext, request, options)
        await expect(suite.envelope.verify(plaintext, sign, request, options)).resolves.toBeUndefined()
      }
    }
  })

  test('are all tried, even if the first one fits', async () => {
    const uses: number[] = []
    const watched = [merchant, outsider, platform].map(({ signature }, index): PublicKey => {
      const { key, modulusBytes } = toPublicKey(signature)
      const use = () => {
        uses.push(index)
        return key
      }
      return Object.defineProperty({ kid: 'same', key, modulusBytes }, 'key', { get: use })
    })
    const suite = createReceiver({ peer: createPeer(toPublicKey(merchant.encryption), ...watched) })
    const own = createSender({ signer: createSigner(merchant.signature, 'same') })
    const sign = await own.envelope.sign(plaintext, request, options)
    await suite.envelope.verify(plaintext, sign, request, options)
    expect(uses).toEqual([0, 1, 2])
  })

  test('beyond the third are not tried', async () => {
    const others = [outsider.signature, outsider.encryption, platform.signature]
    const all = [...others, merchant.signature].map((pair) => toPublicKey(pair, 'same'))
    const suite = createReceiver({ peer: createPeer(toPublicKey(merchant.encryption), ...all) })
    const own = createSender({ signer: createSigner(merchant.signature, 'same') })
    const sign = await own.envelope.sign(plaintext, request, options)
    expect(await catchReason(() => suite.envelope.verify(plaintext, sign, request, options))).toBe('signature')
  })

  test('of another receiver do not open the message', async () => {
    const data = await sender.envelope.seal(plaintext, options)
    const kid = toPublicKey(platform.encryption).kid
    const thief = createReceiver({ unwrapper: createUnwrapper(outsider.encryption, kid) })
    expect(await catchReason(() => thief.envelope.open(data, options))).toBe('unwrap')
    await expect(createModernSuite(createKeys(outsider, merchant)).envelope.open(data, options)).rejects.toMatchObject({
      reason: 'key',
      unknownKey: { id: kid, use: 'encryption' },
    })
  })

  test('are selected for the time of the call', async () => {
    const times: number[] = []
    const getEncryptionKey = (now: number) => {
      times.push(now)
      return toPublicKey(platform.encryption)
    }
    const suite = createSender({ peer: { ...createKeys(merchant, platform).peer, getEncryptionKey } })
    await suite.envelope.seal(plaintext, { ...options, now: 17 })
    await suite.query.seal(plaintext, request, { ...options, now: 18 })
    expect(times).toEqual([17, 18])
  })
})

describe('a suite is not built', () => {
  const keys = createKeys(merchant, platform)
  const unwrapper = createUnwrapper(merchant.encryption)
  const wrong: readonly (readonly [string, Partial<ModernKeys>, string])[] = [
    ['with an unwrapper of OAEP with SHA-1', { unwrapper: { ...unwrapper, alg: 'RSA-OAEP' } }, 'keys.unwrapper'],
    [
      'with an unwrapper of PKCS#1 blocks',
      { unwrapper: [unwrapper, { ...unwrapper, alg: 'RSA1_5' }] },
      'keys.unwrapper',
    ],
    ['without an unwrapper', { unwrapper: [] }, 'keys.unwrapper'],
    ['with one unwrapper twice', { unwrapper: [unwrapper, unwrapper] }, 'keys.unwrapper'],
    ['with a signer of RS256', { signer: { ...keys.signer, alg: 'RS256' } }, 'keys.signer'],
    ['with a signer of blocks', { signer: { ...keys.signer, alg: 'RSA-TYPE1' } }, 'keys.signer'],
    ['with a source that returns too few bytes', { randomBytes: () => new Uint8Array(31) }, 'randomBytes'],
  ]
  test.each(wrong)('%s', (_name, replaced, field) => {
    expect(() => createSender(replaced)).toThrow(TypeError)
    expect(() => createSender(replaced)).toThrow(field)
  })
})

describe('a mistake on this side throws a TypeError', () => {
  const long = { ...request, path: `/${'x'.repeat(4096)}` }
  const mistakes: readonly (readonly [string, Context])[] = [
    ['a response without its request', { ...request, direction: 'answer' }],
    ['a request that responds something', { ...responseContext, direction: 'request' }],
    ['a context too long for a header', long],
    ['a context with half a character', { ...request, appId: '\ud800' }],
    ['a message with half a character', { ...responseContext, response: { code: '0', msg: '\udc00', request: '' } }],
  ]
  test.each(mistakes)('%s', async (_name, context) => {
    await expect(sender.query.seal(plaintext, context, options)).rejects.toThrow(TypeError)
    await expect(sender.envelope.sign(plaintext, context, options)).rejects.toThrow(TypeError)
  })

  test('a signer that returns no signature of its key', async () => {
    const signer = { ...createSigner(merchant.signature), sign: async () => new Uint8Array(255) }
    await expect(createSender({ signer }).envelope.sign(plaintext, request, options)).rejects.toThrow('signer.sign')
  })

  test('a source of randomness that returns an initialization vector that is too long', async () => {
    const suite = createSender({ randomBytes: () => new Uint8Array(32) })
    await expect(suite.envelope.seal(plaintext, options)).rejects.toThrow('randomBytes')
  })
})

test('a message with a lone surrogate is rejected, without a TypeError', async () => {
  const sign = await sender.envelope.sign(plaintext, responseContext, options)
  const broken = { ...responseContext, response: { code: '0', msg: '\ud800', request: 'the.request.text' } }
  expect(await catchReason(() => receiver.envelope.verify(plaintext, sign, broken, options))).toBe('encoding')
})

test('a signer gets the message, and its digest for key services that accept only that', async () => {
  const inputs: SignerInput[] = []
  const local = createSigner(merchant.signature)
  const sign: Signer['sign'] = (input, given) => {
    inputs.push(input)
    return local.sign(input, given)
  }
  const text = await createSender({ signer: { ...local, sign } }).envelope.sign(plaintext, request, options)
  const message = toBytes(text.slice(0, text.lastIndexOf('.')))
  expect(inputs.map((input) => [...input.message])).toEqual([[...message]])
  expect(inputs.map((input) => Buffer.from(input.sha256).toString('base64url'))).toEqual([hashSha256(message)])
})
