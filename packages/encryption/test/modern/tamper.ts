// Sealed texts with a change, which no receiver accepts.
import { expect, test } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import { answer, options, plaintext, receiver, request, sender } from './sides.ts'

const query = await sender.query.seal(plaintext, request, options)
export const data = await sender.envelope.seal(plaintext, options)
export const signs = {
  request: await sender.envelope.sign(plaintext, request, options),
  answer: await sender.envelope.sign(plaintext, answer, options),
}

/** Sealed texts, and how each is opened. */
export const texts: readonly (readonly [string, string, (text: string) => Promise<unknown>])[] = [
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

export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

// The nearest other character: in most places it changes one bit, at the end of a part perhaps none that counts.
const neighbour = (character: string): string => alphabet[alphabet.indexOf(character) ^ 1] ?? 'A'

/** How many of some changed texts are refused; anything else than a `Rejection` is thrown on. */
export async function refusedOf(
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

/** Describes what becomes of a text whose character is its neighbour, at some places. */
export function testNeighbours(name: string, isPlace: (at: number, text: string) => boolean): void {
  test.each(texts)(`a %s is refused when ${name} is its neighbour`, async (_name, sound, open) => {
    const places = Array.from(sound, (_character, at) => at).filter((at) => isPlace(at, sound))
    const changed = places.map((at) => sound.slice(0, at) + neighbour(sound.charAt(at)) + sound.slice(at + 1))
    expect(await refusedOf(changed, open)).toBe(places.length)
  })
}
