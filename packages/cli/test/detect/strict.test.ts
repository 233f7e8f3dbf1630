import { constants, privateEncrypt, publicEncrypt } from 'node:crypto'

import { expect, test } from 'vitest'

import { detect } from '../../src/detect/index.ts'
import { createJwe, jweCiphers, createJws, listKeys, getPairs } from '../support/envelopes.ts'

const pairs = getPairs(2048)
const { RSA_NO_PADDING, RSA_PKCS1_OAEP_PADDING } = constants
const content = Buffer.from('{"symbol":"BTC"}')

/** A block with these bytes before its content, sealed without further padding. */
function createBlock(start: readonly number[], fill: number, half: 'private' | 'public'): string {
  const bytes = Buffer.alloc(256, fill)
  bytes.set(start)
  bytes.set([0, ...content], bytes.length - content.length - 1)
  const sealed =
    half === 'private'
      ? privateEncrypt({ key: pairs.peer.privateKey, padding: RSA_NO_PADDING }, bytes)
      : publicEncrypt({ key: pairs.own.publicKey, padding: RSA_NO_PADDING }, bytes)
  return sealed.toString('base64')
}

const labelled = publicEncrypt(
  {
    key: pairs.own.publicKey,
    padding: RSA_PKCS1_OAEP_PADDING,
    oaepHash: 'sha256',
    oaepLabel: Buffer.from('label'),
  },
  content,
).toString('base64')

const changeText = (text: string, at: number): string => {
  const other = text.at(at) === 'A' ? 'B' : 'A'
  return text.slice(0, at) + other + text.slice(at + 1)
}

const changeTag = (text: string): string => changeText(text, text.length - 4)

const createJweWith = (enc: (typeof jweCiphers)[number]): string =>
  createJwe(content.toString(), { alg: 'RSA-OAEP-256', enc }, pairs)
const signed = createJws(content.toString(), 'RS256', pairs)

test('blocks with the right marks open', () => {
  const captures = [
    createBlock([0, 1], 0xff, 'private'),
    createBlock([0, 2], 0x5a, 'public'),
    createJweWith('A128CBC-HS256'),
    signed,
  ]
  const findings = captures.flatMap((data) => detect(JSON.stringify({ data }), listKeys(pairs)).findings)
  expect(findings.map(({ fits }) => fits)).toEqual([true, true, true, true])
})

const damaged: Readonly<Record<string, string>> = {
  'a fill of type 1 with another byte': createBlock([0, 1, 0xff, 0xfe], 0xff, 'private'),
  'a short fill of type 1': createBlock([0, 1, 0xff, 0xff, 0], 0xff, 'private'),
  'a short fill of type 2': createBlock([0, 2, 7, 7, 7, 7, 7, 7, 7, 0], 0x5a, 'public'),
  'a block of type 3': createBlock([0, 3], 0xff, 'private'),
  'a block that does not start with zero': createBlock([1, 2], 0x5a, 'public'),
  'OAEP with a label': labelled,
  'a JWS with another payload': changeText(signed, signed.indexOf('.') + 12),
  'a JWS with another header': changeText(signed, 8),
  ...Object.fromEntries(jweCiphers.map((enc) => [`${enc} with another tag`, changeTag(createJweWith(enc))])),
}

test.each(Object.entries(damaged))('does not open %s', (_name, data) => {
  const { findings } = detect(JSON.stringify({ data }), listKeys(pairs))
  expect(findings).toMatchObject([{ fits: false }])
})
