import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'

import { describe, expect, test } from 'vitest'

import { type KeyInput, loadPrivateKey } from '../src/keys/index.ts'
import { Secret } from '../src/secret.ts'
import {
  base64,
  element,
  inside,
  leaks,
  lines,
  options,
  pem,
  pkcs8,
  pkcs8Pem,
  privateKey,
  privatePkcs1,
  refusal,
  refusePrivate,
  refusePublic,
  spki,
  spkiPem,
} from './keys-samples.ts'

const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const edwards = generateKeyPairSync('ed25519')

const encrypted = privateKey.export({
  format: 'pem',
  type: 'pkcs8',
  cipher: 'aes-256-cbc',
  passphrase: 'test',
})
const legacy = privateKey.export({ format: 'pem', type: 'pkcs1', cipher: 'aes-256-cbc', passphrase: 'test' })
const curvePem = curve.privateKey.export({ format: 'pem', type: 'sec1' })
const certificate = element(0x30, element(0x30), element(0x30), element(3, Buffer.from([0])))
const morePrimes = element(
  0x30,
  Buffer.from([2, 1, 1]),
  inside(privatePkcs1).subarray(3),
  element(0x30, element(0x30, Buffer.from([2, 1, 3]), Buffer.from([2, 1, 3]), Buffer.from([2, 1, 3]))),
)
// DER of private keys varies by a few bytes; zeros bring it to a length that needs padding.
const unpadded = base64(Buffer.concat([pkcs8, Buffer.alloc(pkcs8.length % 3 === 2 ? 2 : 1)])).replace(
  /=+$/u,
  '',
)
const body = lines(pkcs8)
const [firstLine = ''] = body.split('\n')

const refusals: readonly (readonly [string, KeyInput, string])[] = [
  ...[
    './own.pem',
    '../keys/own',
    '~/own',
    '/etc/keys/own',
    'C:\\\\own',
    'keys/own.pem',
    'own.json',
    'file:own',
  ].map((path) => [`the path ${path}`, path, 'looks like a path: give the text of the key'] as const),
  ['an encrypted PKCS#8 PEM', encrypted, 'is an encrypted private key'],
  ['an encrypted PKCS#1 PEM', legacy, 'is an encrypted private key'],
  ['encrypted DER', Buffer.from(encrypted.split('\n').slice(1, -2).join(''), 'base64'), 'encrypted'],
  ['two PEM blocks', pkcs8Pem + spkiPem, 'holds more than one PEM block'],
  ['the same PEM block twice', pkcs8Pem + pkcs8Pem, 'holds more than one PEM block'],
  ['PEM with text behind it', `${pkcs8Pem}secret`, 'before, after or inside'],
  ['PEM with text before it', `- a key\n${pkcs8Pem}`, 'before, after or inside'],
  ['PEM with another end', pkcs8Pem.replace('END PRIVATE', 'END RSA PRIVATE'), 'before, after or inside'],
  ['PEM without an end', pkcs8Pem.split('-----END')[0] ?? '', 'before, after or inside'],
  ['PEM with a comment inside', pkcs8Pem.replace('\n', '\nComment: mine\n\n'), 'before, after or inside'],
  ['PEM with indented lines', pkcs8Pem.replaceAll('\n', '\n  '), 'before, after or inside'],
  ['PEM on one line', pkcs8Pem.replaceAll('\n', ''), 'has lost its line breaks'],
  [
    'PEM with line breaks of an environment file',
    pkcs8Pem.replaceAll('\n', String.raw`\n`),
    'lost its line breaks',
  ],
  ['PEM whose base64 is cut', pkcs8Pem.replace(firstLine, firstLine.slice(1)), 'is not base64'],
  ['PEM with another label', pem('RSA PRIVATE KEY', pkcs8), 'label and content differ'],
  ['PEM of PKCS#1 under the label of PKCS#8', pem('PRIVATE KEY', privatePkcs1), 'label and content differ'],
  ['PEM with a label that nobody knows', pem('SECRET KEY', pkcs8), 'label and content differ'],
  ['an OpenSSH key', pem('OPENSSH PRIVATE KEY', Buffer.from('openssh-key-v1\0none')), 'is damaged'],
  [
    'base64 with a bit left over',
    `${base64(spki).slice(0, -2)}B=`,
    'is not base64 with padding: give PEM, a JWK, or DER as padded base64',
  ],
  ['base64 without its padding', unpadded, 'base64'],
  ['base64url', `${base64(pkcs8).slice(0, 40)}-_${base64(pkcs8).slice(42)}`, 'is not base64'],
  ['base64 with spaces in it', lines(pkcs8, ' '), 'is not base64'],
  // A text that begins with a slash looks like a path.
  ['base64 of something else', `A${base64(randomBytes(300)).slice(1)}`, 'is damaged'],
  ['DER with a byte behind it', Buffer.concat([pkcs8, Buffer.from([0])]), 'is damaged'],
  ['DER that is cut', pkcs8.subarray(0, -1), 'is damaged'],
  ['DER whose length has a byte too many', element(0x30, inside(pkcs8)).fill(0x83, 1, 2), 'is damaged'],
  ['DER with an indefinite length', element(0x30, inside(pkcs8)).fill(0x80, 1, 2), 'is damaged'],
  ['PEM as bytes', Buffer.from(pkcs8Pem), 'is damaged'],
  ['no bytes', new Uint8Array(), 'is damaged'],
  ['a certificate', pem('CERTIFICATE', certificate), 'is a certificate'],
  ['a key of three primes', morePrimes, 'of more than two primes'],
  ['a curve key as SEC 1 PEM', curvePem, 'is an elliptic-curve key'],
  ['a curve key as PKCS#8', curve.privateKey.export({ format: 'pem', type: 'pkcs8' }), 'is no RSA key'],
  ['a curve key as KeyObject', curve.privateKey, 'is no RSA key'],
  ['an Edwards key', edwards.privateKey.export({ format: 'pem', type: 'pkcs8' }), 'is no RSA key'],
  ['a symmetric KeyObject', createSecretKey(randomBytes(32)), 'is a symmetric key'],
  ['an empty text', '', 'is in no form'],
  ['a text in another script', 'ключ', 'is in no form'],
  ['a list in JSON', '[]', 'is in no form'],
  ['JSON that is cut', '{"kty":"RSA"', 'is not the JSON text'],
  ['JSON with a member twice', '{"kty":"RSA","kty":"RSA"}', 'names a member twice'],
  ['a text that is too long', 'A'.repeat(20_000), 'is too long'],
]

describe('a key is refused with its place and its fault, and without its text, when it is', () => {
  test.each(refusals)('%s', (_, input, fault) => {
    const error = refusePrivate(input)
    expect(error.message).toMatch(/^keys\.own\.signature /u)
    expect(error.message).toContain(fault)
    expect(leaks(inspect(error, { depth: 9, showHidden: true }), input)).toEqual([])
  })

  test.each([undefined, null, 7, true, Symbol('key'), () => 'key'])('no key at all: %s', (input) => {
    const load = (): unknown => Reflect.apply(loadPrivateKey, undefined, [input, 'signature', options])
    expect(refusal(load).message).toContain('is in no form')
  })

  test('a curve key where a public key belongs', () => {
    expect(refusePublic(curve.publicKey).message).toContain('is no RSA key')
    expect(refusePublic(curve.publicKey.export({ format: 'pem', type: 'spki' })).message).toContain(
      'is no RSA key',
    )
  })

  test('a Secret that holds no text', () => {
    const secret: Secret<unknown> = new Secret(7)
    const load = (): unknown => Reflect.apply(loadPrivateKey, undefined, [secret, 'signature', options])
    expect(refusal(load).message).toContain('is in no form')
  })
})
