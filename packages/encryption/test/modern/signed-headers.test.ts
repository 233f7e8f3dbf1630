// Headers of signatures that the suite does not write, each of them properly signed by the peer.

import { constants, createHmac, sign } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { publicOf } from './keyring.ts'
import {
  base64url,
  boundHeader,
  bytesOf,
  ctx,
  md5,
  merchant,
  neverCalled,
  options,
  plaintext,
  platform,
  reasonOf,
  receiver,
  receiverWith,
  request,
  sealedByHand,
  sha256,
  signedByHand,
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
  ['the kid of the receiver', { ...signedHeader, kid: publicOf(platform.signature).kid }],
  ['no crit', withoutCrit],
  ['an empty crit', { ...signedHeader, crit: [] }],
  ['crit as a text', { ...signedHeader, crit: 'ctx' }],
  ['crit that names the context twice', { ...signedHeader, crit: ['ctx', 'ctx'] }],
  ['crit with an unknown extension', { ...signedHeader, crit: ['exp'] }],
  ['crit that names one more extension', { ...signedHeader, crit: ['ctx', 'exp'], exp: 1 }],
  ['a payload that is not encoded', { ...signedHeader, crit: ['ctx', 'b64'], b64: false }],
  ['a member zip', { ...signedHeader, zip: 'DEF' }],
  ['a member jku', { ...signedHeader, jku: attack }],
  ['a member jwk', { ...signedHeader, jwk: signature.publicKey.export({ format: 'jwk' }) }],
  ['a member x5u', { ...signedHeader, x5u: attack }],
  ['a member x5c', { ...signedHeader, x5c: ['MIIB'] }],
  ['a member x5t', { ...signedHeader, x5t: 'AAAA' }],
  ['a member typ', { ...signedHeader, typ: 'JWT' }],
  ['a member cty', { ...signedHeader, cty: 'json' }],
  ['a member enc', { ...signedHeader, enc: 'A256GCM' }],
  ['no ctx', withoutCtx],
  ['ctx as a list', { ...signedHeader, ctx: [ctx] }],
  ['ctx as a text', { ...signedHeader, ctx: JSON.stringify(ctx) }],
  ['no version', { ...signedHeader, ctx: withoutVersion }],
  ['another version', { ...signedHeader, ctx: { ...ctx, v: 2 } }],
  ['the version as a text', { ...signedHeader, ctx: { ...ctx, v: '1' } }],
  ['the version with a fraction', json.replace('"v":1', '"v":1.0')],
  ['a direction that is none', { ...signedHeader, ctx: { ...ctx, d: 'both' } }],
  ['no hash of the plaintext', { ...signedHeader, ctx: withoutHash }],
  ['a time that is a number', { ...signedHeader, ctx: { ...ctx, t: 1_767_225_600_000 } }],
  ['one more member in ctx', { ...signedHeader, ctx: { ...ctx, x: '' } }],
  ['a request that answers a request', { ...signedHeader, ctx: { ...ctx, c: '0', m: '', rq: '' } }],
  ['an answer that answers nothing', { ...signedHeader, ctx: { ...ctx, d: 'answer' } }],
  ['two algs', json.replace('{', '{"alg":"none",')],
  ['two kids, the last of them right', json.replace('"kid"', '"kid":"x","kid"')],
  ['two paths in ctx', json.replace('"p":', '"p":"/elsewhere","p":')],
  ['a member that reaches the prototype', json.replace('{', '{"__proto__":{},')],
  ['a byte order mark', `\u{FEFF}${json}`],
  ['text behind it', `${json}{}`],
  ['a list around it', `[${json}]`],
  ['nothing in it', {}],
  ['no bytes', ''],
  ['no JSON', 'null'],
  ['more than 4 KB of white space', json + ' '.repeat(4096)],
]

// For its header, not because a signature did not fit: each of them does.
const refused = /^(?:encoding|header|json|key|limit)$/

describe('a signature whose header has', () => {
  test.each(headers)('%s is refused', async (_name, header) => {
    expect(await reasonOf(() => verify(signedByHand(header)))).toMatch(refused)
  })

  test.each(headers)('%s is refused inside a query', async (_name, header) => {
    const text = sealedByHand(boundHeader, signedByHand(header, plaintext))
    expect(await reasonOf(() => receiver.query.open(text, request, options))).toMatch(refused)
  })

  test('bytes that are not UTF-8 is refused', async () => {
    const [, payload, mark] = signedByHand(signedHeader).split('.')
    const text = [base64url(new Uint8Array([0xff, 0x7b])), payload, mark].join('.')
    expect(await reasonOf(() => verify(text))).toBe('encoding')
  })

  test('another order and white space is accepted', async () => {
    const { alg, ...others } = signedHeader
    const loose = JSON.stringify({ ...others, ctx: { ...withoutVersion, v: 1 }, alg }, null, 2)
    await expect(verify(signedByHand(loose))).resolves.toBeUndefined()
  })
})

const rsa = (hash: string, padding: number, saltLength: number) => (input: Uint8Array) =>
  sign(hash, input, { key: signature.privateKey, padding, saltLength })
const { RSA_PKCS1_PADDING: pkcs1, RSA_PKCS1_PSS_PADDING: pss } = constants
const spki = signature.publicKey.export({ format: 'pem', type: 'spki' })

const algorithms: readonly (readonly [string, (input: Uint8Array) => Uint8Array])[] = [
  ['none', () => new Uint8Array()],
  ['None', () => new Uint8Array()],
  ['HS256', (input) => createHmac('sha256', spki).update(input).digest()],
  ['RS256', rsa('sha256', pkcs1, 0)],
  ['RS512', rsa('sha512', pkcs1, 0)],
  ['PS384', rsa('sha384', pss, 48)],
  ['PS512', rsa('sha512', pss, 64)],
]

describe('a signature of another algorithm', () => {
  test.each(algorithms)('is refused where it says so: %s', async (alg, make) => {
    const text = signedByHand({ ...signedHeader, alg }, md5(plaintext), make)
    expect(await reasonOf(() => verify(text))).toBe('header')
  })

  test.each([
    ...algorithms,
    ['a shorter salt', rsa('sha256', pss, 31)],
    ['a longer salt', rsa('sha256', pss, 33)],
  ] as const)('is refused where it says PS256: %s', async (_alg, make) => {
    const text = signedByHand(signedHeader, md5(plaintext), make)
    expect(await reasonOf(() => verify(text))).toBe('signature')
  })
})

const payloads: readonly (readonly [string, Uint8Array | string])[] = [
  ['nothing', ''],
  ['the MD5 in capitals', md5(plaintext).toUpperCase()],
  ['the bytes of the MD5', Buffer.from(md5(plaintext), 'hex')],
  ['the MD5 of another plaintext', md5(bytesOf('{}'))],
  ['the MD5 with a line break', `${md5(plaintext)}\n`],
  ['the plaintext itself', plaintext],
]

describe('what is signed', () => {
  test.each(payloads)('is refused in an envelope when it is %s', async (_name, payload) => {
    expect(await reasonOf(() => verify(signedByHand(signedHeader, payload)))).toBe('signature')
  })

  test('is refused in a query when its hash is of something else', async () => {
    const text = sealedByHand(boundHeader, signedByHand(signedHeader, '{"symbol":"ETH"}'))
    expect(await reasonOf(() => receiver.query.open(text, request, options))).toBe('context')
  })

  test('is refused when the header has the hash of something else', async () => {
    const lie = { ...signedHeader, ctx: { ...ctx, h: sha256('{}') } }
    expect(await reasonOf(() => verify(signedByHand(lie)))).toBe('context')
  })
})

const good = signedByHand(signedHeader)
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
  [
    'as JSON with several signatures',
    JSON.stringify({ payload, signatures: [{ protected: head, signature: mark }] }),
  ],
  ['longer than the limit', good.padEnd(options.limits.sign + 1, 'A')],
]

describe('a signature', () => {
  test.each(framings)('is refused %s', async (_name, text) => {
    expect(['encoding', 'framing', 'json', 'limit', 'signature']).toContain(
      await reasonOf(() => verify(text)),
    )
  })

  test('is refused without the zero that it starts with', async () => {
    // One signature in 256.
    const make = rsa('sha256', pss, 32)
    let made = new Uint8Array()
    const whole = signedByHand(signedHeader, md5(plaintext), (input) => {
      do made = make(input)
      while (made[0] !== 0)
      return made
    })
    await expect(verify(whole)).resolves.toBeUndefined()
    const text = signedByHand(signedHeader, md5(plaintext), () => made.subarray(1))
    expect(await reasonOf(() => verify(text))).toBe('signature')
  })

  test('is refused by its length before anything is looked at', async () => {
    const limits = { ...options.limits, sign: good.length - 1 }
    const peer = { encryptionKey: neverCalled, verificationKeys: neverCalled }
    const short = () =>
      receiverWith({ peer }).envelope.verify(plaintext, good, request, { ...options, limits })
    expect(await reasonOf(short)).toBe('limit')
  })
})
