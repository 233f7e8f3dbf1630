// Headers of seals that the suite does not write, each of them properly sealed for the receiver.

import { constants, publicEncrypt, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { toPublicKey, createUnwrapper } from './keyring.ts'
import {
  responseContext,
  toBase64url,
  boundHeader,
  ctx,
  type Departures,
  merchant,
  failIfCalled,
  options,
  location,
  plaintext,
  platform,
  catchReason,
  receiver,
  createReceiver,
  request,
  sealByHand,
  sealedHeader,
  signByHand,
  signedHeader,
} from './sides.ts'

// No header of these is worth a private operation.
const careful = createReceiver({
  unwrapper: { ...createUnwrapper(platform.encryption), unwrap: failIfCalled },
})
const open = (text: string): Promise<unknown> => careful.envelope.open(text, options)
const openQuery = (text: string): Promise<unknown> => careful.query.open(text, request, options)

type HeaderFields = Readonly<Record<string, unknown>>
type Change = readonly [string, (header: HeaderFields) => HeaderFields | string]

const removeField = (name: string) => (header: HeaderFields) => ({ ...header, [name]: undefined })
const attack = 'https://attacker.example/keys'

const changes: readonly Change[] = [
  ['no alg', removeField('alg')],
  ['no enc', removeField('enc')],
  ['no kid', removeField('kid')],
  ['an empty kid', (header) => ({ ...header, kid: '' })],
  ['the kid of a key to sign with', (header) => ({ ...header, kid: toPublicKey(platform.signature).kid })],
  ['the kid of the sender', (header) => ({ ...header, kid: toPublicKey(merchant.encryption).kid })],
  ['alg in other letters', (header) => ({ ...header, alg: 'rsa-oaep-256' })],
  ['enc in other letters', (header) => ({ ...header, enc: 'a256gcm' })],
  ['a field zip', (header) => ({ ...header, zip: 'DEF' })],
  ['a field jku', (header) => ({ ...header, jku: attack })],
  ['a field jwk', (header) => ({ ...header, jwk: platform.encryption.publicKey.export({ format: 'jwk' }) })],
  ['a field x5u', (header) => ({ ...header, x5u: attack })],
  ['a field x5c', (header) => ({ ...header, x5c: ['MIIB'] })],
  ['a field p2c', (header) => ({ ...header, p2c: 1_000_000_000 })],
  ['a field epk', (header) => ({ ...header, epk: {} })],
  ['a field typ', (header) => ({ ...header, typ: 'JOSE' })],
  ['a field cty', (header) => ({ ...header, cty: 'JWT' })],
  ['an empty crit', (header) => ({ ...header, crit: [] })],
  ['crit with an unknown extension', (header) => ({ ...header, crit: ['exp'], exp: 1 })],
  ['two algs', (header) => JSON.stringify(header).replace('{', '{"alg":"dir",')],
  ['two kids', (header) => JSON.stringify(header).replace('"kid"', '"kid":"x","kid"')],
  ['a list around it', (header) => `[${JSON.stringify(header)}]`],
  ['text after it', (header) => `${JSON.stringify(header)};`],
  ['no content', () => ({})],
  ['more than 4 KB of white space', (header) => JSON.stringify(header) + ' '.repeat(4096)],
]

describe('a sealed text whose header has', () => {
  test.each(changes)('%s is rejected before the private key is used', async (_name, change) => {
    const data = sealByHand(change(sealedHeader))
    const query = sealByHand(change(boundHeader), signByHand(signedHeader, plaintext))
    const rejections = expect.stringMatching(/^(?:header|json|key|limit)$/)
    expect([await catchReason(() => open(data)), await catchReason(() => openQuery(query))]).toEqual([
      rejections,
      rejections,
    ])
  })

  test('another order and white space is accepted', async () => {
    const { kid, ...others } = sealedHeader
    const loose = sealByHand(JSON.stringify({ kid, ...others }, null, 2))
    expect(await receiver.envelope.open(loose, options)).toEqual(plaintext)
  })
})

const contexts: readonly (readonly [string, HeaderFields])[] = [
  ['no crit', { ...sealedHeader, ctx }],
  ['crit and no ctx', { ...sealedHeader, crit: ['ctx'] }],
  ['crit with one more name', { ...boundHeader, crit: ['ctx', 'alg'] }],
  ['another version', { ...boundHeader, ctx: { ...location, v: 2 } }],
  ['one more field in ctx', { ...boundHeader, ctx: { ...location, x: '' } }],
  ['a hash of the content in the open', { ...boundHeader, ctx }],
  ['another audience', { ...boundHeader, ctx: { ...location, aud: 'merchant' } }],
  ['another app', { ...boundHeader, ctx: { ...location, app: 'other' } }],
  ['another path', { ...boundHeader, ctx: { ...location, p: '/elsewhere' } }],
  ['another direction', { ...boundHeader, ctx: { ...location, d: 'answer', c: '0', m: '', rq: '' } }],
]

describe('a query whose sealed text has', () => {
  test.each(contexts)('%s is rejected before the private key is used', async (_name, header) => {
    const text = sealByHand(header, signByHand(signedHeader, plaintext))
    expect(['context', 'header']).toContain(await catchReason(() => openQuery(text)))
  })

  test.each([['time', { ...location, t: '1' }]])(
    'another %s than the signature in it is rejected',
    async (_name, other) => {
      const text = sealByHand({ ...boundHeader, ctx: other }, signByHand(signedHeader, plaintext))
      expect(await catchReason(() => receiver.query.open(text, request, options))).toBe('context')
    },
  )

  test('the right context around a signature for someone else is rejected', async () => {
    const elsewhere = { ...signedHeader, ctx: { ...ctx, aud: 'exchange' } }
    const text = sealByHand(boundHeader, signByHand(elsewhere, plaintext))
    expect(await catchReason(() => receiver.query.open(text, request, options))).toBe('context')
  })

  test('no signature in it is rejected', async () => {
    for (const content of [plaintext, '', '..', `${toBase64url('{}')}.${toBase64url(plaintext)}.`]) {
      const text = sealByHand(boundHeader, content)
      expect(['framing', 'encoding', 'json', 'header']).toContain(
        await catchReason(() => receiver.query.open(text, request, options)),
      )
    }
  })
})

const createBlock = (padding: number, oaepHash?: string) => (key: Uint8Array) =>
  publicEncrypt({ key: platform.encryption.publicKey, padding, ...(oaepHash ? { oaepHash } : {}) }, key)
const { RSA_PKCS1_OAEP_PADDING: oaep, RSA_PKCS1_PADDING: pkcs1 } = constants

const algorithms: readonly (readonly [string, string, Departures])[] = [
  ['RSA-OAEP', 'A256GCM', { wrap: createBlock(oaep, 'sha1') }],
  ['RSA-OAEP-512', 'A256GCM', { wrap: createBlock(oaep, 'sha512') }],
  ['RSA1_5', 'A256GCM', { wrap: createBlock(pkcs1) }],
  ['dir', 'A256GCM', { wrap: () => new Uint8Array() }],
  ['RSA-OAEP-256', 'A128GCM', { cipher: 'aes-128-gcm', key: randomBytes(16) }],
  ['RSA-OAEP-256', 'A128CBC-HS256', {}],
]

describe('a sealed text of another algorithm', () => {
  test.each(algorithms)('is rejected if its header says so: %s, %s', async (alg, enc, departures) => {
    const text = sealByHand({ ...sealedHeader, alg, enc }, plaintext, departures)
    expect(await catchReason(() => open(text))).toBe('header')
  })

  test.each(algorithms.slice(0, 5))('is rejected if its header hides it: %s, %s', async (_alg, _enc, departures) => {
    const text = sealByHand(sealedHeader, plaintext, departures)
    expect(['framing', 'unwrap']).toContain(await catchReason(() => receiver.envelope.open(text, options)))
  })

  test('is rejected if the content was compressed', async () => {
    const text = sealByHand({ ...sealedHeader, zip: 'DEF' }, deflateRawSync(plaintext))
    expect(await catchReason(() => open(text))).toBe('header')
  })
})

const good = sealByHand(sealedHeader)
const [head = '', key = '', iv = '', content = '', tag = ''] = good.split('.')
const longIv = sealByHand(sealedHeader, plaintext, { iv: randomBytes(16) })
const shortTag = sealByHand(sealedHeader, plaintext, { tagLength: 12 })

const framings: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['of dots only', '.'.repeat(100_000)],
  ['of three parts', `${head}.${content}.${tag}`],
  ['of four parts', `${head}.${key}.${iv}.${content}`],
  ['of six parts', `${good}.`],
  ['without a header', `.${key}.${iv}.${content}.${tag}`],
  ['without a key', `${head}..${iv}.${content}.${tag}`],
  [
    'with a key too long',
    `${head}.${toBase64url(Buffer.concat([Buffer.alloc(1), Buffer.from(key, 'base64url')]))}.${iv}.${content}.${tag}`,
  ],
  ['with a key too short', `${head}.${toBase64url(Buffer.from(key, 'base64url').subarray(1))}.${iv}.${content}.${tag}`],
  ['without an initialization vector', `${head}.${key}..${content}.${tag}`],
  ['with an initialization vector of 16 bytes', longIv],
  ['without a tag', `${head}.${key}.${iv}.${content}.`],
  ['with a tag of 12 bytes', shortTag],
  ['with padding', `${good}==`],
  ['with a line break behind', `${good}\n`],
  ['with plain base64', `${head}.${key}.${iv}.${content}.${tag.slice(0, -1)}+`],
  [
    'as flattened JSON',
    JSON.stringify({ protected: head, encrypted_key: key, iv, ciphertext: content, tag, header: {} }),
  ],
  [
    'as JSON with several recipients',
    JSON.stringify({ protected: head, recipients: [{ encrypted_key: key }], iv, ciphertext: content, tag }),
  ],
  ['longer than the limit', `${head}.${key}.${iv}.${'A'.repeat(options.limits.data)}.${tag}`],
]

describe('a sealed text', () => {
  test.each(framings)('is rejected %s, before the private key is used', async (_name, text) => {
    expect(['encoding', 'framing', 'json', 'limit']).toContain(await catchReason(() => open(text)))
  })

  test('is rejected because of its length before it is parsed', async () => {
    const limits = { ...options.limits, data: 10 }
    const long = 'x'.repeat(11)
    expect(await catchReason(() => careful.envelope.open(long, { ...options, limits }))).toBe('limit')
    expect(await catchReason(() => careful.query.open(long, responseContext, { ...options, limits }))).toBe('limit')
  })
})
