import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import { answer, options, plaintext, receiver, request, sender, bytesOf, md5, reasonOf } from './sides.ts'

const query = await sender.query.seal(plaintext, request, options)
const data = await sender.envelope.seal(plaintext, options)
const signs = {
  request: await sender.envelope.sign(plaintext, request, options),
  answer: await sender.envelope.sign(plaintext, answer, options),
}

const texts: readonly (readonly [string, string, (text: string) => Promise<unknown>])[] = [
  ['sealed query', query, (text) => receiver.query.open(text, request, options)],
  ['sealed envelope', data, (text) => receiver.envelope.open(text, options)],
  [
    'signature of a request',
    signs.request,
    (text) => receiver.envelope.verify(plaintext, text, request, options),
  ],
  [
    'signature of an answer',
    signs.answer,
    (text) => receiver.envelope.verify(plaintext, text, answer, options),
  ],
]

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

// The nearest other character: in most places it changes one bit, at the end of a part perhaps none that counts.
const neighbour = (character: string): string => alphabet[alphabet.indexOf(character) ^ 1] ?? 'A'

// Any UTF-16, halves of characters included.
const noise = fc
  .array(fc.nat(0xffff), { maxLength: 2000, size: 'max' })
  .map((codes) => String.fromCharCode(...codes))

/** How many of some changed texts are refused; anything else than a `Rejection` is thrown on. */
async function refusedOf(
  changed: readonly string[],
  open: (text: string) => Promise<unknown>,
): Promise<number> {
  let refused = 0
  for (const text of changed) {
    try {
      await open(text)
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      refused += 1
    }
  }
  return refused
}

describe.each(texts)('a %s', (_name, sound, open) => {
  test('is accepted as it was made', async () => {
    expect(await refusedOf([sound], open)).toBe(0)
  })

  test('is refused when any one character is its neighbour', async () => {
    const changed = Array.from(
      sound,
      (character, at) => sound.slice(0, at) + neighbour(character) + sound.slice(at + 1),
    )
    expect(await refusedOf(changed, open)).toBe(sound.length)
  })

  test('is refused wherever it is cut off', async () => {
    const cuts = Array.from(sound, (_character, at) => sound.slice(0, at))
    expect(await refusedOf(cuts, open)).toBe(sound.length)
  })

  test('is refused when any piece of it is replaced by anything else', async () => {
    const place = fc.nat(sound.length)
    const pieces = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.string({ unit: fc.constantFrom(...Array.from(alphabet), '.'), maxLength: 8 }),
    )
    const change = fc.tuple(place, fc.nat(4), pieces).map(([at, count, piece]) => {
      const text = sound.slice(0, at) + piece + sound.slice(at + count)
      return text === sound ? `${text}.` : text
    })
    await fc.assert(
      fc.asyncProperty(change, async (text) => {
        expect(await refusedOf([text], open)).toBe(1)
      }),
      { numRuns: 100 },
    )
  })

  test('is refused when its parts stand in another order or come from elsewhere', async () => {
    const parts = [...sound.split('.'), ...signs.request.split('.'), ...data.split('.')]
    const count = sound.split('.').length
    const mixed = fc
      .array(fc.constantFrom(...parts), { minLength: count, maxLength: count })
      .map((some) => some.join('.'))
    await fc.assert(
      fc.asyncProperty(mixed, async (text) => {
        fc.pre(text !== sound)
        expect(await refusedOf([text], open)).toBe(1)
      }),
      { numRuns: 100 },
    )
  })

  test('is not what noise looks like', async () => {
    await fc.assert(
      fc.asyncProperty(noise, async (text) => {
        expect(await refusedOf([text], open)).toBe(1)
      }),
      { numRuns: 100 },
    )
  })
})

test('a plaintext with one byte changed has no valid signature', async () => {
  const changed = Array.from(plaintext, (byte, at) => plaintext.with(at, byte ^ 1))
  let refused = 0
  for (const content of changed) {
    refused += await refusedOf([signs.request], (text) =>
      receiver.envelope.verify(content, text, request, options),
    )
  }
  expect(refused).toBe(plaintext.length)
})

// Marc Stevens' published pair: two texts of letters and digits with one MD5. Classic takes the signature of one for
// the other (see test/classic/signature.test.ts); modern signs the SHA-256 beside the MD5.
const twin = (letter: string) =>
  bytesOf(`TEXTCOLLBYfGiJUETHQ4h${letter}cKSMd5zYpgqf1YRDhkmxHkhPWptrkoyz28wnI9V0aHeAuaKnak`)

test('the signature of a text is refused for another text of the same MD5', async () => {
  const [one, other] = [twin('A'), twin('E')]
  expect(md5(one)).toBe(md5(other))
  const sign = await sender.envelope.sign(one, request, options)
  await expect(receiver.envelope.verify(one, sign, request, options)).resolves.toBeUndefined()
  expect(await reasonOf(() => receiver.envelope.verify(other, sign, request, options))).toBe('context')
})
