import { describe, expect, test } from 'vitest'

import { EncryptionError } from '../../src/errors.ts'
import type { Signer, Unwrapper } from '../../src/keys/interfaces.ts'
import { getOwner } from '../support/pairs.ts'
import { createSigner, createUnwrapper } from './keyring.ts'
import {
  boundHeader,
  type Departures,
  merchant,
  options,
  plaintext,
  platform,
  catchReason,
  receiver,
  createReceiver,
  request,
  sealByHand,
  sealedHeader,
  sender,
  createSender,
  signByHand,
  signedHeader,
  wrapKey,
} from './sides.ts'

const outsider = getOwner('outsider')

// Blocks without a content key, by the reason.
const blocks: readonly (readonly [string, Departures])[] = [
  ['is not a block', { wrap: () => new Uint8Array(256).fill(1) }],
  ['is a number beyond the modulus', { wrap: () => new Uint8Array(256).fill(0xff) }],
  ['is zero', { wrap: () => new Uint8Array(256) }],
  ['holds another key', { wrap: (key) => wrapKey(key.map((byte) => byte ^ 1)) }],
  ['holds a key too short', { wrap: (key) => wrapKey(key.subarray(0, 31)) }],
  ['holds a key too long', { wrap: (key) => wrapKey(new Uint8Array([...key, 0])) }],
  ['is empty', { wrap: () => wrapKey(new Uint8Array()) }],
  ['is sealed for another receiver', { wrap: (key) => wrapKey(key, outsider.encryption) }],
]

describe('a block that', () => {
  test.each(blocks)('%s fails like a wrong tag, after the same work', async (_name, departures) => {
    const { unwrapper, calls } = countUnwraps(createUnwrapper(platform.encryption))
    const suite = createReceiver({ unwrapper })
    const data = sealByHand(sealedHeader, plaintext, departures)
    const query = sealByHand(boundHeader, signByHand(signedHeader, plaintext), departures)
    const wrongTag = `${(await sender.envelope.seal(plaintext, options)).slice(0, -22)}${'A'.repeat(22)}`
    const outcomes = [
      await catchReason(() => suite.envelope.open(data, options)),
      await catchReason(() => suite.query.open(query, request, options)),
      await catchReason(() => suite.envelope.open(wrongTag, options)),
    ]
    expect(outcomes).toEqual(['unwrap', 'unwrap', 'unwrap'])
    expect(calls()).toBe(3)
  })

  test('does not unwrap is decrypted with a random key that stays secret', async () => {
    const known = new Uint8Array(32).fill(7)
    const data = sealByHand(sealedHeader, plaintext, {
      key: known,
      wrap: () => new Uint8Array(256).fill(1),
    })
    const guessed = createReceiver({ randomBytes: (size) => known.subarray(0, size) })
    expect(await guessed.envelope.open(data, options)).toEqual(plaintext)
    expect(await catchReason(() => receiver.envelope.open(data, options))).toBe('unwrap')
  })

  test('a key service fails to decrypt is rejected like a wrong tag', async () => {
    const local = createUnwrapper(platform.encryption)
    const data = await sender.envelope.seal(plaintext, options)
    const services: readonly Unwrapper['unwrap'][] = [
      () => Promise.reject(new Error('InvalidCiphertextException')),
      () => {
        throw new TypeError('not even a promise')
      },
      async () => new Uint8Array(),
    ]
    for (const unwrap of services) {
      const suite = createReceiver({ unwrapper: { ...local, unwrap } })
      expect(await catchReason(() => suite.envelope.open(data, options))).toBe('unwrap')
    }
  })
})

describe('an aborted key operation', () => {
  test.each(['ABORTED', 'OVERLOADED', 'TIMEOUT'] as const)('throws its own error: %s', async (code) => {
    const unwrap = () => Promise.reject(new EncryptionError(code))
    const suite = createReceiver({ unwrapper: { ...createUnwrapper(platform.encryption), unwrap } })
    const data = await sender.envelope.seal(plaintext, options)
    await expect(suite.envelope.open(data, options)).rejects.toMatchObject({ name: 'EncryptionError', code })
  })

  test('does not reject the message, whatever the key throws', async () => {
    const unwrap = () => Promise.reject(new Error('socket hang up'))
    const suite = createReceiver({ unwrapper: { ...createUnwrapper(platform.encryption), unwrap } })
    const data = await sender.envelope.seal(plaintext, options)
    const opened = suite.envelope.open(data, { ...options, signal: AbortSignal.abort() })
    await expect(opened).rejects.toMatchObject({ name: 'EncryptionError', code: 'ABORTED' })
  })

  test('gets the signal of the call', async () => {
    const { signal } = new AbortController()
    const seen: unknown[] = []
    const [unwrapper, signer] = [createUnwrapper(platform.encryption), createSigner(merchant.signature)]
    const unwrap: Unwrapper['unwrap'] = (block, given) => {
      seen.push(given.signal)
      return unwrapper.unwrap(block, given)
    }
    const sign: Signer['sign'] = (input, given) => {
      seen.push(given.signal)
      return signer.sign(input, given)
    }
    const query = await createSender({ signer: { ...signer, sign } }).query.seal(plaintext, request, {
      ...options,
      signal,
    })
    await createReceiver({ unwrapper: { ...unwrapper, unwrap } }).query.open(query, request, {
      ...options,
      signal,
    })
    expect(seen).toEqual([signal, signal])
  })
})

function countUnwraps(unwrapper: Unwrapper) {
  let count = 0
  const unwrap: Unwrapper['unwrap'] = (block, given) => {
    count += 1
    return unwrapper.unwrap(block, given)
  }
  return { unwrapper: { ...unwrapper, unwrap }, calls: () => count }
}
