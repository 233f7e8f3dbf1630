// Sealed texts with a change.
import { expect, test } from 'vitest'

import { Rejection } from '../../src/errors.ts'
import { responseContext, options, plaintext, receiver, request, sender } from './sides.ts'

const query = await sender.query.seal(plaintext, request, options)
export const data = await sender.envelope.seal(plaintext, options)
export const signs = {
  request: await sender.envelope.sign(plaintext, request, options),
  response: await sender.envelope.sign(plaintext, responseContext, options),
}

/** Sealed texts, and the functions that open them. */
export const texts: readonly (readonly [string, string, (text: string) => Promise<unknown>])[] = [
  ['sealed query', query, (text) => receiver.query.open(text, request, options)],
  ['sealed envelope', data, (text) => receiver.envelope.open(text, options)],
  ['signature of a request', signs.request, (text) => receiver.envelope.verify(plaintext, text, request, options)],
  [
    'signature of a response',
    signs.response,
    (text) => receiver.envelope.verify(plaintext, text, responseContext, options),
  ],
]

export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

// The nearest other character: in most places it changes one bit, at the end of a part perhaps none that counts.
const getNeighbour = (character: string): string => alphabet[alphabet.indexOf(character) ^ 1] ?? 'A'

/** Counts the rejected texts. Rethrows every other error. */
export async function listRejected(
  changed: readonly string[],
  open: (text: string) => Promise<unknown>,
): Promise<number> {
  let rejectedTexts = 0
  for (const text of changed) {
    try {
      await open(text)
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      rejectedTexts += 1
    }
  }
  return rejectedTexts
}

/** Describes texts with one character changed, at some positions. */
export function testNeighbours(name: string, isPosition: (at: number, text: string) => boolean): void {
  test.each(texts)(`a %s is rejected when ${name} is its neighbour`, async (_name, sound, open) => {
    const positions = Array.from(sound, (_character, at) => at).filter((at) => isPosition(at, sound))
    const changed = positions.map((at) => sound.slice(0, at) + getNeighbour(sound.charAt(at)) + sound.slice(at + 1))
    expect(await listRejected(changed, open)).toBe(positions.length)
  })
}
