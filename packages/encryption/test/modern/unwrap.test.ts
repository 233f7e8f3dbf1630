import { describe, expect, test } from 'vitest'

import { EncryptionError } from '../../src/errors.ts'
import type { Signer, Unwrapper } from '../../src/keys/interfaces.ts'
import { sharedOwner } from '../support/pairs.ts'
import { signerOf, unwrapperOf } from './keyring.ts'
import {
  boundHeader,
  type Departures,
  merchant,
  options,
  plaintext,
  platform,
  reasonOf,
  receiver,
  receiverWith,
  request,
  sealedByHand,
  sealedHeader,
  sender,
  senderWith,
  signedByHand,
  signedHeader,
  wrapped,
} from './sides.ts'

const stranger = sharedOwner('stranger')

// Every reason why the block of a valid text can lack its content key.
const blocks: readonly (readonly [string, Departures])[] = [
  ['is not a block', { wrap: () => new Uint8Array(256).fill(1) }],
  ['is a number beyond the modulus', { wrap: () => new Uint8Array(256).fill(0xff) }],
  ['is zero', { wrap: () => new Uint8Array(256) }],
  ['holds another key', { wrap: (key) => wrapped(key.map((byte) => byte ^ 1)) }],
  ['holds a key too short', { wrap: (key) => wrapped(key.subarray(0, 31)) }],
  ['holds a key too long', { wrap: (key) => wrapped(new Uint8Array([...key, 0])) }],
  ['holds nothing', { wrap: () => wrapped(new Uint8Array()) }],
  ['is sealed for another receiver', { wrap: (key) => wrapped(key, stranger.encryption) }],
]

describe('a block that', () => {
  test.each(blocks)('%s fails like a wrong tag, after the same work', async (_name, departures) => {
    const { unwrapper, calls } = counting(unwrapperOf(platform.encryption))
    const suite = receiverWith({ unwrapper })
    const data = sealedByHand(sealedHeader, plaintext, departures)
    const query = sealedByHand(boundHeader, signedByHand(signedHeader, plaintext), departures)
    const wrongTag = `${(await sender.envelope.seal(plaintext, options)).slice(0, -22)}${'A'.repeat(22)}`
    const outcomes = [
      await reasonOf(() => suite.envelope.open(data, options)),
      await reasonOf(() => suite.query.open(query, request, options)),
      await reasonOf(() => suite.envelope.open(wrongTag, options)),
    ]
    expect(outcomes).toEqual(['unwrap', 'unwrap', 'unwrap'])
    expect(calls()).toBe(3)
  })

  test('does not unwrap is decrypted with a random key that stays secret', async () => {
    const known = new Uint8Array(32).fill(7)
    const data = sealedByHand(sealedHeader, plaintext, {
      key: known,
      wrap: () => new Uint8Array(256).fill(1),
    })
    const guessed = receiverWith({ randomBytes: (size) => known.subarray(0, size) })
    expect(await guessed.envelope.open(data, options)).toEqual(plaintext)
    expect(await reasonOf(() => receiver.envelope.open(data, options))).toBe('unwrap')
  })

  test('a key service answers with an error or with nonsense fails like a wrong tag', async () => {
    const local = unwrapperOf(platform.encryption)
    const data = await sender.envelope.seal(plaintext, options)
    const services: readonly Unwrapper['unwrap'][] = [
      () => Promise.reject(new Error('InvalidCiphertextException')),
      () => {
        throw new TypeError('not even a promise')
      },
      async () => new Uint8Array(),
    ]
    for (const unwrap of services) {
      const suite = receiverWith({ unwrapper: { ...local, unwrap } })
      expect(await reasonOf(() => suite.envelope.open(data, options))).toBe('unwrap')
    }
  })
})

describe('a key that is given up', () => {
  test.each(['ABORTED', 'BUSY', 'TIMEOUT'] as const)('says so: %s', async (code) => {
    const unwrap = () => Promise.reject(new EncryptionError(code))
    const suite = receiverWith({ unwrapper: { ...unwrapperOf(platform.encryption), unwrap } })
    const data = await sender.envelope.seal(plaintext, options)
    await expect(suite.envelope.open(data, options)).rejects.toMatchObject({ name: 'EncryptionError', code })
  })

  test('by its caller is not a rejection of the message, whatever the key throws', async () => {
    const unwrap = () => Promise.reject(new Error('socket hang up'))
    const suite = receiverWith({ unwrapper: { ...unwrapperOf(platform.encryption), unwrap } })
    const data = await sender.envelope.seal(plaintext, options)
    const opened = suite.envelope.open(data, { ...options, signal: AbortSignal.abort() })
    await expect(opened).rejects.toMatchObject({ name: 'EncryptionError', code: 'ABORTED' })
  })

  test('gets the signal of the call', async () => {
    const { signal } = new AbortController()
    const seen: unknown[] = []
    const [unwrapper, signer] = [unwrapperOf(platform.encryption), signerOf(merchant.signature)]
    const unwrap: Unwrapper['unwrap'] = (block, given) => {
      seen.push(given.signal)
      return unwrapper.unwrap(block, given)
    }
    const sign: Signer['sign'] = (input, given) => {
      seen.push(given.signal)
      return signer.sign(input, given)
    }
    const query = await senderWith({ signer: { ...signer, sign } }).query.seal(plaintext, request, {
      ...options,
      signal,
    })
    await receiverWith({ unwrapper: { ...unwrapper, unwrap } }).query.open(query, request, {
      ...options,
      signal,
    })
    expect(seen).toEqual([signal, signal])
  })
})

function counting(unwrapper: Unwrapper) {
  let count = 0
  const unwrap: Unwrapper['unwrap'] = (block, given) => {
    count += 1
    return unwrapper.unwrap(block, given)
  }
  return { unwrapper: { ...unwrapper, unwrap }, calls: () => count }
}
