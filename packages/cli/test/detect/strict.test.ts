import { constants, privateEncrypt, publicEncrypt } from 'node:crypto'

import { expect, test } from 'vitest'

import { detect } from '../../src/detect/index.ts'
import { jwe, jweCiphers, jws, keysOf, pairsOf } from '../support/envelopes.ts'

const pairs = pairsOf(2048)
const { RSA_NO_PADDING, RSA_PKCS1_OAEP_PADDING } = constants
const content = Buffer.from('{"symbol":"BTC"}')

/** A block with these bytes before its content, sealed without further padding. */
function block(start: readonly number[], fill: number, half: 'private' | 'public'): string {
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

const changed = (text: string, at: number): string => {
  const other = text.at(at) === 'A' ? 'B' : 'A'
  return text.slice(0, at) + other + text.slice(at + 1)
}

const withOtherTag = (text: string): string => changed(text, text.length - 4)

const jweWith = (enc: (typeof jweCiphers)[number]): string =>
  jwe(content.toString(), { alg: 'RSA-OAEP-256', enc }, pairs)
const signed = jws(content.toString(), 'RS256', pairs)

test('blocks with the right marks open', () => {
  const captures = [
    block([0, 1], 0xff, 'private'),
    block([0, 2], 0x5a, 'public'),
    jweWith('A128CBC-HS256'),
    signed,
  ]
  const findings = captures.flatMap((data) => detect(JSON.stringify({ data }), keysOf(pairs)).findings)
  expect(findings.map(({ fits }) => fits)).toEqual([true, true, true, true])
})

const damaged: Readonly<Record<string, string>> = {
  'a fill of type 1 with another byte': block([0, 1, 0xff, 0xfe], 0xff, 'private'),
  'a short fill of type 1': block([0, 1, 0xff, 0xff, 0], 0xff, 'private'),
  'a short fill of type 2': block([0, 2, 7, 7, 7, 7, 7, 7, 7, 0], 0x5a, 'public'),
  'a block of type 3': block([0, 3], 0xff, 'private'),
  'a block that does not start with zero': block([1, 2], 0x5a, 'public'),
  'OAEP with a label': labelled,
  'a JWS with another payload': changed(signed, signed.indexOf('.') + 12),
  'a JWS with another header': changed(signed, 8),
  ...Object.fromEntries(jweCiphers.map((enc) => [`${enc} with another tag`, withOtherTag(jweWith(enc))])),
}

test.each(Object.entries(damaged))('does not open %s', (_name, data) => {
  const { findings } = detect(JSON.stringify({ data }), keysOf(pairs))
  expect(findings).toMatchObject([{ fits: false }])
})
