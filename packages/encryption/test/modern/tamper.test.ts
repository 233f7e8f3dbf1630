import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { toBytes, hashMd5, options, plaintext, catchReason, receiver, request, sender } from './sides.ts'
import { alphabet, data, listRejected, signs, testNeighbours, texts } from './tamper.ts'

// Any UTF-16, including lone surrogates.
const noise = fc.array(fc.nat(0xffff), { maxLength: 2000, size: 'max' }).map((codes) => String.fromCharCode(...codes))

// The last character of a part may have unused bits. The long tests change every character.
testNeighbours(
  'one character in five or the last of a part',
  (at, text) => at % 5 === 0 || /^[^.](?:\.|$)/.test(text.slice(at, at + 2)),
)

describe.each(texts)('a %s', (_name, sound, open) => {
  test('is accepted unchanged', async () => {
    expect(await listRejected([sound], open)).toBe(0)
  })

  test('is rejected if it is cut anywhere', async () => {
    const cuts = Array.from(sound, (_character, at) => sound.slice(0, at))
    expect(await listRejected(cuts, open)).toBe(sound.length)
  })

  test('is rejected if any piece of it is replaced', async () => {
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
        expect(await listRejected([text], open)).toBe(1)
      }),
      { numRuns: 100 },
    )
  })

  test('is rejected if its parts are reordered or from another message', async () => {
    const parts = [...sound.split('.'), ...signs.request.split('.'), ...data.split('.')]
    const count = sound.split('.').length
    const mixed = fc
      .array(fc.constantFrom(...parts), { minLength: count, maxLength: count })
      .map((some) => some.join('.'))
    await fc.assert(
      fc.asyncProperty(mixed, async (text) => {
        fc.pre(text !== sound)
        expect(await listRejected([text], open)).toBe(1)
      }),
      { numRuns: 100 },
    )
  })

  test('is not random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(noise, async (text) => {
        expect(await listRejected([text], open)).toBe(1)
      }),
      { numRuns: 100 },
    )
  })
})

test('a plaintext with one byte changed has no valid signature', async () => {
  const changed = Array.from(plaintext, (byte, at) => plaintext.with(at, byte ^ 1))
  let rejectedTexts = 0
  for (const content of changed) {
    rejectedTexts += await listRejected([signs.request], (text) =>
      receiver.envelope.verify(content, text, request, options),
    )
  }
  expect(rejectedTexts).toBe(plaintext.length)
})

// Marc Stevens' published pair: two texts of letters and digits with one MD5. Under classic, the signature of one is valid
// for the other (see test/classic/signature.test.ts). Modern also signs the SHA-256.
const createTwin = (letter: string) =>
  toBytes(`TEXTCOLLBYfGiJUETHQ4h${letter}cKSMd5zYpgqf1YRDhkmxHkhPWptrkoyz28wnI9V0aHeAuaKnak`)

test('the signature of a text is rejected for another text with the same MD5', async () => {
  const [one, other] = [createTwin('A'), createTwin('E')]
  expect(hashMd5(one)).toBe(hashMd5(other))
  const sign = await sender.envelope.sign(one, request, options)
  await expect(receiver.envelope.verify(one, sign, request, options)).resolves.toBeUndefined()
  expect(await catchReason(() => receiver.envelope.verify(other, sign, request, options))).toBe('context')
})
