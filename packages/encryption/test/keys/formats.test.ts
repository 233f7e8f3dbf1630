import {
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { inspect } from 'node:util'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readSequence } from '../../src/keys/formats.ts'
import type { KeyInput } from '../../src/keys/index.ts'
import { loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { Secret } from '../../src/keys/secret.ts'
import {
  toBase64,
  createElement,
  getContent,
  findLeaks,
  toLines,
  options,
  toPem,
  pkcs8,
  pkcs8Pem,
  privateForms,
  privateKey,
  privatePkcs1,
  publicForms,
  publicKey,
  publicPkcs1,
  catchError,
  rejectPrivate,
  rejectPublic,
  spki,
  spkiPem,
} from './samples.ts'

describe('a public key', () => {
  test.each(publicForms)('loads from %s', (_, input) => {
    expect(loadPublicKey(input, 'signature').key.equals(publicKey)).toBe(true)
  })

  test.each(privateForms)('is not derived from a private one: %s', (_, input) => {
    expect(rejectPublic(input).message).toBe('keys.own.signature is a private key: give the public key.')
  })
})

describe('a private key', () => {
  test.each(privateForms)('loads from %s', (_, input) => {
    expect(loadPrivateKey(input, 'signature').key.equals(privateKey)).toBe(true)
    expect(loadPrivateKey(input, 'encryption').key.equals(privateKey)).toBe(true)
  })

  test.each(publicForms)('does not load from a public one: %s', (_, input) => {
    expect(rejectPrivate(input).message).toBe('keys.own.signature is a public key: give the private key.')
  })
})

test('a loaded key does not print its numbers', () => {
  const key = loadPrivateKey(pkcs8Pem, 'signature')
  const text = inspect({ key }, { depth: 9, showHidden: true }) + JSON.stringify({ key })
  expect(findLeaks(text, pkcs8Pem)).toEqual([])
  expect(findLeaks(text, privateKey.export({ format: 'jwk' }).d ?? '')).toEqual([])
})

test('an error about a key without a name calls it key', () => {
  expect(catchError(() => loadPublicKey('', 'signature')).message).toMatch(/^key has an unknown format/u)
})

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
const certificate = createElement(0x30, createElement(0x30), createElement(0x30), createElement(3, Buffer.from([0])))
const morePrimes = createElement(
  0x30,
  Buffer.from([2, 1, 1]),
  getContent(privatePkcs1).subarray(3),
  createElement(0x30, createElement(0x30, Buffer.from([2, 1, 3]), Buffer.from([2, 1, 3]), Buffer.from([2, 1, 3]))),
)
// DER of private keys varies by a few bytes; zeros bring it to a length that needs padding.
const unpadded = toBase64(Buffer.concat([pkcs8, Buffer.alloc(pkcs8.length % 3 === 2 ? 2 : 1)])).replace(/=+$/u, '')
const body = toLines(pkcs8)
const [firstLine = ''] = body.split('\n')

const errorMessages: readonly (readonly [string, KeyInput, string])[] = [
  ...['./own.pem', '../keys/own', '~/own', '/etc/keys/own', 'C:\\\\own', 'keys/own.pem', 'own.json', 'file:own'].map(
    (path) => [`the path ${path}`, path, 'looks like a path: give the text of the key'] as const,
  ),
  ['an encrypted PKCS#8 PEM', encrypted, 'is an encrypted private key'],
  ['an encrypted PKCS#1 PEM', legacy, 'is an encrypted private key'],
  ['encrypted DER', Buffer.from(encrypted.split('\n').slice(1, -2).join(''), 'base64'), 'encrypted'],
  ['two PEM blocks', pkcs8Pem + spkiPem, 'contains more than one PEM block'],
  ['the same PEM block twice', pkcs8Pem + pkcs8Pem, 'contains more than one PEM block'],
  ['PEM with text after it', `${pkcs8Pem}secret`, 'before, after or inside'],
  ['PEM with text before it', `- a key\n${pkcs8Pem}`, 'before, after or inside'],
  ['PEM with another end', pkcs8Pem.replace('END PRIVATE', 'END RSA PRIVATE'), 'before, after or inside'],
  ['PEM without an end', pkcs8Pem.split('-----END')[0] ?? '', 'before, after or inside'],
  ['PEM with a comment inside', pkcs8Pem.replace('\n', '\nComment: mine\n\n'), 'before, after or inside'],
  ['PEM with indented lines', pkcs8Pem.replaceAll('\n', '\n  '), 'before, after or inside'],
  ['PEM on one line', pkcs8Pem.replaceAll('\n', ''), 'is PEM without its line breaks'],
  [
    'PEM with line breaks of an environment file',
    pkcs8Pem.replaceAll('\n', String.raw`\n`),
    'is PEM without its line breaks',
  ],
  ['PEM whose base64 is truncated', pkcs8Pem.replace(firstLine, firstLine.slice(1)), 'is not padded base64'],
  ['PEM with another label', toPem('RSA PRIVATE KEY', pkcs8), 'label does not match its content'],
  ['PEM of PKCS#1 under the label of PKCS#8', toPem('PRIVATE KEY', privatePkcs1), 'label does not match its content'],
  ['PEM with an unknown label', toPem('SECRET KEY', pkcs8), 'label does not match its content'],
  ['an OpenSSH key', toPem('OPENSSH PRIVATE KEY', Buffer.from('openssh-key-v1\0none')), 'is damaged'],
  [
    'base64 with a bit left over',
    `${toBase64(spki).slice(0, -2)}B=`,
    'is not padded base64: give PEM, a JWK, or DER as padded base64',
  ],
  ['base64 without its padding', unpadded, 'base64'],
  ['base64url', `${toBase64(pkcs8).slice(0, 40)}-_${toBase64(pkcs8).slice(42)}`, 'is not padded base64'],
  ['base64 with spaces in it', toLines(pkcs8, ' '), 'is not padded base64'],
  // A string that begins with a slash looks like a path.
  ['base64 of something else', `A${toBase64(randomBytes(300)).slice(1)}`, 'is damaged'],
  ['DER with a byte after it', Buffer.concat([pkcs8, Buffer.from([0])]), 'is damaged'],
  ['truncated DER', pkcs8.subarray(0, -1), 'is damaged'],
  ['DER with a byte too many in its length', createElement(0x30, getContent(pkcs8)).fill(0x83, 1, 2), 'is damaged'],
  ['DER with an indefinite length', createElement(0x30, getContent(pkcs8)).fill(0x80, 1, 2), 'is damaged'],
  ['PEM as bytes', Buffer.from(pkcs8Pem), 'is damaged'],
  ['no bytes', new Uint8Array(), 'is damaged'],
  ['a certificate', toPem('CERTIFICATE', certificate), 'is a certificate'],
  ['a key of three primes', morePrimes, 'with more than two primes'],
  ['a curve key as SEC 1 PEM', curvePem, 'is an elliptic-curve key'],
  ['a curve key as PKCS#8', curve.privateKey.export({ format: 'pem', type: 'pkcs8' }), 'is not an RSA key'],
  ['a curve key as KeyObject', curve.privateKey, 'is not an RSA key'],
  ['an Edwards key', edwards.privateKey.export({ format: 'pem', type: 'pkcs8' }), 'is not an RSA key'],
  ['a symmetric KeyObject', createSecretKey(randomBytes(32)), 'is a symmetric key'],
  ['an empty string', '', 'has an unknown format'],
  ['a string in another script', 'ключ', 'has an unknown format'],
  ['a list in JSON', '[]', 'has an unknown format'],
  ['truncated JSON', '{"kty":"RSA"', 'is not the JSON text'],
  ['JSON that repeats a field', '{"kty":"RSA","kty":"RSA"}', 'repeats a field'],
  ['a string that is too long', 'A'.repeat(20_000), 'is too long'],
]

describe('a key is rejected with its name and fault, and without its content, if it is', () => {
  test.each(errorMessages)('%s', (_, input, fault) => {
    const error = rejectPrivate(input)
    expect(error.message).toMatch(/^keys\.own\.signature /u)
    expect(error.message).toContain(fault)
    expect(findLeaks(inspect(error, { depth: 9, showHidden: true }), input)).toEqual([])
  })

  test.each([undefined, null, 7, true, Symbol('key'), () => 'key'])('not a key: %s', (input) => {
    const load = (): unknown => Reflect.apply(loadPrivateKey, undefined, [input, 'signature', options])
    expect(catchError(load).message).toContain('has an unknown format')
  })

  test('a public curve key', () => {
    expect(rejectPublic(curve.publicKey).message).toContain('is not an RSA key')
    expect(rejectPublic(curve.publicKey.export({ format: 'pem', type: 'spki' })).message).toContain('is not an RSA key')
  })

  test('a Secret that does not hold a string', () => {
    const secret: Secret<unknown> = new Secret(7)
    const load = (): unknown => Reflect.apply(loadPrivateKey, undefined, [secret, 'signature', options])
    expect(catchError(load).message).toContain('has an unknown format')
  })
})

describe('a changed key', () => {
  const change = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) })
  const changeAt = (der: Uint8Array, { at, by }: { readonly at: number; readonly by: number }): Buffer => {
    const bytes = Buffer.from(der)
    const position = at % bytes.length
    bytes[position] = (bytes[position] ?? 0) ^ by
    return bytes
  }
  const readOutcome = <T>(load: () => T): T | TypeError => {
    try {
      return load()
    } catch (error) {
      if (error instanceof TypeError) return error
      throw error
    }
  }

  const canSignForItself = (key: KeyObject): boolean =>
    verify('sha256', spki, createPublicKey(key), sign('sha256', spki, key))

  test.each([
    ['SPKI', spki, 'spki'],
    ['PKCS#1', publicPkcs1, 'pkcs1'],
  ] as const)('with another byte in %s is rejected, or written exactly as it was read', (_, der, type) => {
    fc.assert(
      fc.property(change, (where) => {
        const bytes = changeAt(der, where)
        const result = readOutcome(() => loadPublicKey(bytes, 'signature', options))
        const written = result instanceof TypeError ? bytes : result.key.export({ format: 'der', type })
        expect(written.equals(bytes)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('with another byte in a private key is rejected, or still signs for its own public half', () => {
    fc.assert(
      fc.property(change, (where) => {
        const result = readOutcome(() => loadPrivateKey(changeAt(pkcs8, where), 'signature', options))
        expect(result instanceof TypeError || canSignForItself(result.key)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('any other input is rejected with the name of the field', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((inner) => `-----BEGIN ${inner}`),
      fc.base64String(),
    )
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array(), fc.json()), (input) => {
        expect(rejectPublic(input).message).toMatch(/^keys\.own\.signature (?:is|has|contains|looks like) /u)
      }),
      { numRuns: 1000 },
    )
  })
})

const parseHex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex')
const tag = fc.integer({ min: 0, max: 255 }).filter((value) => (value & 31) !== 31)
const content = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.constantFrom(127, 128, 255, 256, 300).map((length) => new Uint8Array(length)),
)
const parts = fc.array(fc.tuple(tag, content), { maxLength: 6 })

const write = (list: readonly (readonly [number, Uint8Array])[]): Buffer =>
  createElement(0x30, ...list.map(([each, bytes]) => createElement(each, bytes)))

describe('a DER sequence', () => {
  test('is split into its elements', () => {
    fc.assert(
      fc.property(parts, (list) => {
        const found = (readSequence(write(list)) ?? []).map((each) => [each.tag, Buffer.from(each.content)])
        expect(found).toEqual(list.map(([each, bytes]) => [each, Buffer.from(bytes)]))
      }),
    )
  })

  test('is rejected if it is truncated or followed by other bytes', () => {
    fc.assert(
      fc.property(parts, fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.nat(), (list, more, cut) => {
        const bytes = write(list)
        expect(readSequence(Buffer.concat([bytes, more]))).toBeUndefined()
        expect(readSequence(bytes.subarray(0, cut % bytes.length))).toBeUndefined()
      }),
    )
  })

  test.each([
    ['nothing', ''],
    ['no sequence', '31 00'],
    ['a tag without a length', '30'],
    ['an indefinite length', '30 80 00 00'],
    ['a length in more bytes than it needs', '30 81 02 05 00'],
    ['a length in three bytes instead of two', '30 82 00 80'.concat('00'.repeat(128))],
    ['a length of more than two bytes', '30 83 00 00 02 05 00'],
    ['a truncated length', '30 82 01'],
    ['an inner length in more bytes than it needs', '30 05 02 81 02 05 00'],
    ['an inner element that is longer than the sequence', '30 03 02 02 00'],
    ['an inner element without a length', '30 01 02'],
    ['a tag of several bytes', '30 03 1f 01 00'],
  ])('is rejected as %s', (_, text) => {
    expect(readSequence(parseHex(text))).toBeUndefined()
  })

  test('may be empty', () => {
    expect(readSequence(parseHex('30 00'))).toEqual([])
  })
})
