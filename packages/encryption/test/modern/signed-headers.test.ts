// Headers that the suite does not write, with valid signatures of the peer.

import { constants, createHmac, sign } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { toPublicKey } from './keyring.ts'
import {
  toBase64url,
  boundHeader,
  toBytes,
  ctx,
  hashMd5,
  merchant,
  failIfCalled,
  options,
  plaintext,
  platform,
  catchReason,
  receiver,
  createReceiver,
  request,
  sealByHand,
  hashSha256,
  signByHand,
  signedHeader,
} from './sides.ts'

const { signature } = merchant
const { alg: _alg, ...withoutAlg } = signedHeader
const { kid: _kid, ...withoutKid } = signedHeader
const { crit: _crit, ...withoutCrit } = signedHeader
const { ctx: _ctx, ...withoutCtx } = signedHeader
const { v: _v, ...withoutVersion } = ctx
const { h: _h, ...withoutHash } = ctx
const json = JSON.stringify(signedHeader)
const attack = 'https://attacker.example/keys'

const verify = (text: string): Promise<void> => receiver.envelope.verify(plaintext, text, request, options)

const headers: readonly (readonly [string, Readonly<Record<string, unknown>> | string])[] = [
  ['no alg', withoutAlg],
  ['alg as a list', { ...signedHeader, alg: ['PS256'] }],
  ['alg in other letters', { ...signedHeader, alg: 'ps256' }],
  ['no kid', withoutKid],
  ['an empty kid', { ...signedHeader, kid: '' }],
  ['kid as a number', { ...signedHeader, kid: 1 }],
  ['the kid of the receiver', { ...signedHeader, kid: toPublicKey(platform.signature).kid }],
  ['no crit', withoutCrit],
  ['an empty crit', { ...signedHeader, crit: [] }],
  ['crit as a string', { ...signedHeader, crit: 'ctx' }],
  ['crit that names the context twice', { ...signedHeader, crit: ['ctx', 'ctx'] }],
  ['crit with an unknown extension', { ...signedHeader, crit: ['exp'] }],
  ['crit that names one more extension', { ...signedHeader, crit: ['ctx', 'exp'], exp: 1 }],
  ['a payload that is not encoded', { ...signedHeader, crit: ['ctx', 'b64'], b64: false }],
  ['a field zip', { ...signedHeader, zip: 'DEF' }],
  ['a field jku', { ...signedHeader, jku: attack }],
  ['a field jwk', { ...signedHeader, jwk: signature.publicKey.export({ format: 'jwk' }) }],
  ['a field x5u', { ...signedHeader, x5u: attack }],
  ['a field x5c', { ...signedHeader, x5c: ['MIIB'] }],
  ['a field x5t', { ...signedHeader, x5t: 'AAAA' }],
  ['a field typ', { ...signedHeader, typ: 'JWT' }],
  ['a field cty', { ...signedHeader, cty: 'json' }],
  ['a field enc', { ...signedHeader, enc: 'A256GCM' }],
  ['no ctx', withoutCtx],
  ['ctx as a list', { ...signedHeader, ctx: [ctx] }],
  ['ctx as a string', { ...signedHeader, ctx: JSON.stringify(ctx) }],
  ['no version', { ...signedHeader, ctx: withoutVersion }],
  ['another version', { ...signedHeader, ctx: { ...ctx, v: 2 } }],
  ['the version as a string', { ...signedHeader, ctx: { ...ctx, v: '1' } }],
  ['the version with a fraction', json.replace('"v":1', '"v":1.0')],
  ['an unknown direction', { ...signedHeader, ctx: { ...ctx, d: 'both' } }],
  ['no hash of the plaintext', { ...signedHeader, ctx: withoutHash }],
  ['a time that is a number', { ...signedHeader, ctx: { ...ctx, t: 1_767_225_600_000 } }],
  ['one more field in ctx', { ...signedHeader, ctx: { ...ctx, x: '' } }],
  ['a request with claims of a response', { ...signedHeader, ctx: { ...ctx, c: '0', m: '', rq: '' } }],
  ['a response without a request', { ...signedHeader, ctx: { ...ctx, d: 'answer' } }],
  ['two algs', json.replace('{', '{"alg":"none",')],
  ['two kids, the last of them right', json.replace('"kid"', '"kid":"x","kid"')],
  ['two paths in ctx', json.replace('"p":', '"p":"/elsewhere","p":')],
  ['a field that reaches the prototype', json.replace('{', '{"__proto__":{},')],
  ['a byte order mark', `\u{FEFF}${json}`],
  ['text after it', `${json}{}`],
  ['a list around it', `[${json}]`],
  ['no content', {}],
  ['no bytes', ''],
  ['no JSON', 'null'],
  ['more than 4 KB of white space', json + ' '.repeat(4096)],
]

// Because of the header: the signature is valid.
const rejections = /^(?:encoding|header|json|key|limit)$/

describe('a signature whose header has', () => {
  test.each(headers)('%s is rejected', async (_name, header) => {
    expect(await catchReason(() => verify(signByHand(header)))).toMatch(rejections)
  })

  test.each(headers)('%s is rejected inside a query', async (_name, header) => {
    const text = sealByHand(boundHeader, signByHand(header, plaintext))
    expect(await catchReason(() => receiver.query.open(text, request, options))).toMatch(rejections)
  })

  test('bytes that are not UTF-8 is rejected', async () => {
    const [, payload, mark] = signByHand(signedHeader).split('.')
    const text = [toBase64url(new Uint8Array([0xff, 0x7b])), payload, mark].join('.')
    expect(await catchReason(() => verify(text))).toBe('encoding')
  })

  test('another order and white space is accepted', async () => {
    const { alg, ...others } = signedHeader
    const loose = JSON.stringify({ ...others, ctx: { ...withoutVersion, v: 1 }, alg }, null, 2)
    await expect(verify(signByHand(loose))).resolves.toBeUndefined()
  })
})

const signRsa = (hash: string, padding: number, saltLength: number) => (input: Uint8Array) =>
  sign(hash, input, { key: signature.privateKey, padding, saltLength })
const { RSA_PKCS1_PADDING: pkcs1, RSA_PKCS1_PSS_PADDING: pss } = constants
const spki = signature.publicKey.export({ format: 'pem', type: 'spki' })

const algorithms: readonly (readonly [string, (input: Uint8Array) => Uint8Array])[] = [
  ['none', () => new Uint8Array()],
  ['None', () => new Uint8Array()],
  ['HS256', (input) => createHmac('sha256', spki).update(input).digest()],
  ['RS256', signRsa('sha256', pkcs1, 0)],
  ['RS512', signRsa('sha512', pkcs1, 0)],
  ['PS384', signRsa('sha384', pss, 48)],
  ['PS512', signRsa('sha512', pss, 64)],
]

describe('a signature of another algorithm', () => {
  test.each(algorithms)('is rejected if its header says so: %s', async (alg, make) => {
    const text = signByHand({ ...signedHeader, alg }, hashMd5(plaintext), make)
    expect(await catchReason(() => verify(text))).toBe('header')
  })

  test.each([
    ...algorithms,
    ['a shorter salt', signRsa('sha256', pss, 31)],
    ['a longer salt', signRsa('sha256', pss, 33)],
  ] as const)('is rejected if its header says PS256: %s', async (_alg, make) => {
    const text = signByHand(signedHeader, hashMd5(plaintext), make)
    expect(await catchReason(() => verify(text))).toBe('signature')
  })
})

const payloads: readonly (readonly [string, Uint8Array | string])[] = [
  ['nothing', ''],
  ['the MD5 in capitals', hashMd5(plaintext).toUpperCase()],
  ['the bytes of the MD5', Buffer.from(hashMd5(plaintext), 'hex')],
  ['the MD5 of another plaintext', hashMd5(toBytes('{}'))],
  ['the MD5 with a line break', `${hashMd5(plaintext)}\n`],
  ['the plaintext', plaintext],
]

describe('a signed payload', () => {
  test.each(payloads)('is rejected in an envelope if it is %s', async (_name, payload) => {
    expect(await catchReason(() => verify(signByHand(signedHeader, payload)))).toBe('signature')
  })

  test('is rejected in a query if its hash is of other content', async () => {
    const text = sealByHand(boundHeader, signByHand(signedHeader, '{"symbol":"ETH"}'))
    expect(await catchReason(() => receiver.query.open(text, request, options))).toBe('context')
  })

  test('is rejected if the header has the hash of other content', async () => {
    const lie = { ...signedHeader, ctx: { ...ctx, h: hashSha256('{}') } }
    expect(await catchReason(() => verify(signByHand(lie)))).toBe('context')
  })
})

const good = signByHand(signedHeader)
const [head, payload, mark] = good.split('.')
const framings: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['of dots only', '.'.repeat(4096)],
  ['of two parts', `${head}.${payload}`],
  ['of four parts', `${good}.`],
  ['of five parts', `${good}.${payload}.${mark}`],
  ['with its payload elsewhere', `${head}..${mark}`],
  ['without a signature', `${head}.${payload}.`],
  ['without a header', `.${payload}.${mark}`],
  ['with padding', `${good}==`],
  ['with a space in front', ` ${good}`],
  ['with a line break behind', `${good}\n`],
  ['as flattened JSON', JSON.stringify({ protected: head, payload, signature: mark, header: {} })],
  ['as JSON with several signatures', JSON.stringify({ payload, signatures: [{ protected: head, signature: mark }] })],
  ['longer than the limit', good.padEnd(options.limits.sign + 1, 'A')],
]

describe('a signature', () => {
  test.each(framings)('is rejected %s', async (_name, text) => {
    expect(['encoding', 'framing', 'json', 'limit', 'signature']).toContain(await catchReason(() => verify(text)))
  })

  test('is rejected without its leading zero', async () => {
    // One signature in 256.
    const make = signRsa('sha256', pss, 32)
    let made = new Uint8Array()
    const whole = signByHand(signedHeader, hashMd5(plaintext), (input) => {
      do made = make(input)
      while (made[0] !== 0)
      return made
    })
    await expect(verify(whole)).resolves.toBeUndefined()
    const text = signByHand(signedHeader, hashMd5(plaintext), () => made.subarray(1))
    expect(await catchReason(() => verify(text))).toBe('signature')
  })

  test('is rejected because of its length before it is parsed', async () => {
    const limits = { ...options.limits, sign: good.length - 1 }
    const peer = { getEncryptionKey: failIfCalled, listVerificationKeys: failIfCalled }
    const short = () => createReceiver({ peer }).envelope.verify(plaintext, good, request, { ...options, limits })
    expect(await catchReason(short)).toBe('limit')
  })
})
