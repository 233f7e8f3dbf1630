import {
  constants,
  createDecipheriv,
  createHash,
  generateKeyPairSync,
  publicDecrypt,
  publicEncrypt,
  randomBytes,
  verify,
} from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { inspect } from 'node:util'

import fc from 'fast-check'
import { CompactEncrypt, compactVerify } from 'jose'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { isEncryptionError, Rejection } from '../../src/errors.ts'
import type { Mode, Signer, SignerInput, Unwrapper } from '../../src/keys/index.ts'
import { loadPrivateKey, loadPublicKey } from '../../src/keys/load.ts'
import { createLocalSigner, createLocalUnwrapper } from '../../src/keys/local.ts'
import { getPair } from '../support/pairs.ts'
import { thumbprint } from '../support/thumbprint.ts'

const { publicKey, privateKey } = getPair('first')
const modulusBytes = 256
const opening = loadPrivateKey(privateKey, 'encryption')
const signing = loadPrivateKey(privateKey, 'signature')
const kid = thumbprint(publicKey)

const modes: readonly Mode[] = ['inline', 'pool']
const paddings = {
  'RSA-OAEP-256': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
  'RSA-OAEP': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
  RSA1_5: { padding: constants.RSA_PKCS1_PADDING },
}
const unwrapAlgs = ['RSA-OAEP-256', 'RSA-OAEP', 'RSA1_5'] as const
const oaepAlgs = ['RSA-OAEP-256', 'RSA-OAEP'] as const
const longest = { 'RSA-OAEP-256': 190, 'RSA-OAEP': 214, RSA1_5: 245 }

const listCases = <Alg>(algs: readonly Alg[]): readonly (readonly [Mode, Alg])[] =>
  modes.flatMap((mode) => algs.map((alg) => [mode, alg] as const))

const seal = (alg: Unwrapper['alg'], content: Uint8Array): Buffer =>
  publicEncrypt({ key: publicKey, ...paddings[alg] }, content)
const isAborted = (error: unknown): boolean => isEncryptionError(error, 'ABORTED')

/** The error of a promise that must fail. */
const catchFailure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('The promise did not fail.'),
    (error: unknown) => error,
  )

describe.each(listCases(unwrapAlgs))('a local key, %s, %s', (mode, alg) => {
  const unwrapper = createLocalUnwrapper(opening, { alg, mode })

  test('has the id and the size of its key', () => {
    expect([unwrapper.kid, unwrapper.alg, unwrapper.modulusBytes]).toEqual([kid, alg, modulusBytes])
    const named = loadPrivateKey(privateKey, 'encryption', { kid: 'shop-2027' })
    expect(createLocalUnwrapper(named, { alg, mode }).kid).toBe('shop-2027')
  })

  test('opens content of any length', async () => {
    const content = fc.uint8Array({ maxLength: longest[alg] })
    await fc.assert(
      fc.asyncProperty(content, async (bytes) => {
        expect(Buffer.from(await unwrapper.unwrap(seal(alg, bytes), {})).equals(bytes)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  test('opens many blocks concurrently', async () => {
    const contents = Array.from({ length: 12 }, () => randomBytes(32))
    const opened = await Promise.all(contents.map((content) => unwrapper.unwrap(seal(alg, content), {})))
    expect(opened.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(
      contents.map((content) => content.toString('hex')),
    )
  })

  test.each([0, 1, 255, 257, 512])('rejects a block of %i bytes', async (length) => {
    expect(await catchFailure(unwrapper.unwrap(new Uint8Array(length), {}))).toEqual(new Rejection('unwrap'))
  })

  test('rejects a block that is larger than the modulus', async () => {
    const block = new Uint8Array(modulusBytes).fill(255)
    expect(await catchFailure(unwrapper.unwrap(block, {}))).toEqual(new Rejection('unwrap'))
  })

  test('does not start an aborted operation', async () => {
    const given = unwrapper.unwrap(seal(alg, randomBytes(32)), { signal: AbortSignal.abort() })
    expect(isAborted(await catchFailure(given))).toBe(true)
  })
})

describe.each(listCases(oaepAlgs))('a changed block, %s, %s', (mode, alg) => {
  test('is rejected without a cause', async () => {
    const unwrapper = createLocalUnwrapper(opening, { alg, mode })
    const block = seal(alg, randomBytes(32))
    block[100] = (block[100] ?? 0) ^ 1
    const error = await catchFailure(unwrapper.unwrap(block, {}))
    expect(error).toEqual(new Rejection('unwrap'))
    expect(error).not.toHaveProperty('cause')
  })
})

test.each(modes)('a changed PKCS#1 block opens to the same pseudo-random bytes each time, %s', async (mode) => {
  const unwrapper = createLocalUnwrapper(opening, { alg: 'RSA1_5', mode })
  const content = randomBytes(32)
  const block = seal('RSA1_5', content)
  block[100] = (block[100] ?? 0) ^ 1
  const first = Buffer.from(await unwrapper.unwrap(block, {}))
  expect(first.equals(await unwrapper.unwrap(block, {}))).toBe(true)
  expect(first.equals(content)).toBe(false)
})

test.each(modes)('a local key opens the content key that jose sealed, %s', async (mode) => {
  const text = await new CompactEncrypt(Buffer.from('content'))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
    .encrypt(publicKey)
  const [, block = '', iv = '', sealed = '', tag = ''] = text.split('.')
  const unwrapper = createLocalUnwrapper(opening, { alg: 'RSA-OAEP-256', mode })
  const contentKey = await unwrapper.unwrap(Buffer.from(block, 'base64url'), {})
  const decipher = createDecipheriv('aes-256-gcm', contentKey, Buffer.from(iv, 'base64url'))
  decipher.setAAD(Buffer.from(text.split('.')[0] ?? '')).setAuthTag(Buffer.from(tag, 'base64url'))
  expect(decipher.update(sealed, 'base64url', 'utf8') + decipher.final('utf8')).toBe('content')
})

const signAlgs = ['PS256', 'RS256', 'RSA-TYPE1'] as const
const createSignerInput = (message: Uint8Array): SignerInput => ({
  message,
  sha256: createHash('sha256').update(message).digest(),
})

const proofs: { readonly [Alg in Signer['alg']]: (message: Uint8Array, signature: Uint8Array) => boolean } = {
  PS256: (message, signature) =>
    verify('sha256', message, { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature),
  RS256: (message, signature) => verify('sha256', message, publicKey, signature),
  'RSA-TYPE1': (message, signature) => publicDecrypt(publicKey, signature).equals(message),
}

describe.each(listCases(signAlgs))('a local signature, %s, %s', (mode, alg) => {
  const signer = createLocalSigner(signing, { alg, mode })

  test('has the id and the size of its key', () => {
    expect([signer.kid, signer.alg, signer.modulusBytes]).toEqual([kid, alg, modulusBytes])
    const named = loadPrivateKey(privateKey, 'signature', { kid: 'shop-2027' })
    expect(createLocalSigner(named, { alg, mode }).kid).toBe('shop-2027')
  })

  test('is valid only for its message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 245 }), async (message) => {
        const signature = await signer.sign(createSignerInput(message), {})
        const other = Uint8Array.from(message, (byte, index) => (index === 0 ? byte ^ 1 : byte))
        expect(signature).toHaveLength(modulusBytes)
        expect(proofs[alg](message, signature)).toBe(true)
        expect(proofs[alg](other, signature)).toBe(false)
      }),
      { numRuns: 10 },
    )
  })

  test('is not created for an aborted call', async () => {
    const given = signer.sign(createSignerInput(randomBytes(32)), { signal: AbortSignal.abort() })
    expect(isAborted(await catchFailure(given))).toBe(true)
  })
})

test.each(modes)('a type-1 block holds at most 11 bytes less than the modulus, %s', async (mode) => {
  const signer = createLocalSigner(signing, { alg: 'RSA-TYPE1', mode })
  expect(await catchFailure(signer.sign(createSignerInput(randomBytes(246)), {}))).toEqual(
    new TypeError('message has 246 bytes, but this key signs at most 245.'),
  )
  expect(await signer.sign(createSignerInput(randomBytes(245)), {})).toHaveLength(modulusBytes)
})

test('a local signer does not compute the digest', async () => {
  const input: SignerInput = {
    message: Buffer.from('a message'),
    get sha256(): Uint8Array {
      throw new Error('The digest was read.')
    },
  }
  expect(await createLocalSigner(signing, { alg: 'PS256', mode: 'pool' }).sign(input, {})).toHaveLength(256)
})

test.each(listCases(['PS256', 'RS256'] as const))('jose verifies a local signature, %s, %s', async (mode, alg) => {
  const head = Buffer.from(JSON.stringify({ alg })).toString('base64url')
  const signed = `${head}.${Buffer.from('content').toString('base64url')}`
  const signature = await createLocalSigner(signing, { alg, mode }).sign(createSignerInput(Buffer.from(signed)), {})
  const { payload } = await compactVerify(`${signed}.${Buffer.from(signature).toString('base64url')}`, publicKey)
  expect(Buffer.from(payload).toString()).toBe('content')
})

// Each step yields to the event loop once before it starts, so the caller can abort it.
test.each([
  ['RSA1_5', (signal: AbortSignal) => blockOpener.unwrap(sealed, { signal })],
  ['RSA-TYPE1', (signal: AbortSignal) => blockSigner.sign(createSignerInput(randomBytes(32)), { signal })],
] as const)('with mode pool, %s yields to the event loop before each block', async (_, start) => {
  const controller = new AbortController()
  const given = catchFailure(start(controller.signal))
  await Promise.resolve()
  controller.abort()
  expect(isAborted(await given)).toBe(true)
})

const sealed = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, randomBytes(32))
const blockOpener = createLocalUnwrapper(opening, { alg: 'RSA1_5', mode: 'pool' })
const blockSigner = createLocalSigner(signing, { alg: 'RSA-TYPE1', mode: 'pool' })

test('with mode pool, other work runs between two blocks', async () => {
  const order: string[] = []
  const open = async (name: string): Promise<void> => {
    await blockOpener.unwrap(sealed, {})
    order.push(name)
  }
  const blocks = (async () => {
    await open('first')
    await open('second')
  })()
  await setImmediate()
  order.push('other work')
  await blocks
  expect(order.indexOf('other work')).toBeLessThan(order.indexOf('second'))
})

describe('a local key is rejected when', () => {
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const tiny = generateKeyPairSync('rsa', { modulusLength: 512 })
  const decrypt = (key: unknown) => () => Reflect.apply(createLocalUnwrapper, undefined, [key, { alg: 'RSA-OAEP' }])
  const sign = (key: unknown) => () => Reflect.apply(createLocalSigner, undefined, [key, { alg: 'PS256' }])

  test.each([
    ['it was not loaded', privateKey],
    ['it is a copy of a loaded key', { ...opening }],
    ['it inherits from a loaded key', Object.create(opening)],
    ['it is public', loadPublicKey(publicKey)],
    ['it is public and for encryption', loadPublicKey(publicKey, 'encryption')],
    ['it is public and for signatures', loadPublicKey(publicKey, 'signature')],
    ['it is not an RSA key', curve.privateKey],
    ['it is tiny', tiny.privateKey],
    ['it is missing', undefined],
  ])('%s', (_, key) => {
    expect(decrypt(key)).toThrow(
      new TypeError("key must be a private key for encryption. Load it with loadPrivateKey(input, 'encryption')."),
    )
    expect(sign(key)).toThrow(
      new TypeError("key must be a private key for signature. Load it with loadPrivateKey(input, 'signature')."),
    )
  })

  test('it was loaded for the other use', () => {
    expect(decrypt(signing)).toThrow('key must be a private key for encryption')
    expect(sign(opening)).toThrow('key must be a private key for signature')
  })

  test.each(['none', 'HS256', 'RSA-OAEP-512', 'toString', '__proto__', undefined])('its alg is %s', (alg) => {
    expect(() => Reflect.apply(createLocalUnwrapper, undefined, [opening, { alg }])).toThrow('alg must be')
    expect(() => Reflect.apply(createLocalSigner, undefined, [signing, { alg }])).toThrow('alg must be')
  })

  test('its mode is unknown', () => {
    const options = { alg: 'RSA-OAEP', mode: 'worker' }
    expect(() => Reflect.apply(createLocalUnwrapper, undefined, [opening, options])).toThrow('mode must be')
    expect(() => Reflect.apply(createLocalSigner, undefined, [signing, { ...options, alg: 'PS256' }])).toThrow(
      'mode must be',
    )
  })
})

test('a printed local key has its id and none of its numbers', async () => {
  const { d = '', p = '', n = '' } = privateKey.export({ format: 'jwk' })
  const keyring = {
    unwrapper: createLocalUnwrapper(opening, { alg: 'RSA-OAEP-256', mode: 'pool' }),
    signer: createLocalSigner(signing, { alg: 'PS256' }),
  }
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const sealed = publicEncrypt({ key: publicKey, ...padding }, randomBytes(32))
  await keyring.unwrapper.unwrap(sealed, {})
  const text = inspect(keyring, { depth: 9, showHidden: true }) + JSON.stringify(keyring)
  expect(text).toContain(thumbprint(publicKey))
  expect([d, p, n].filter((number) => text.includes(number.slice(0, 12)))).toEqual([])
})

test('local keys have the types Unwrapper and Signer', () => {
  expectTypeOf(createLocalUnwrapper).returns.toEqualTypeOf<Unwrapper>()
  expectTypeOf(createLocalSigner).returns.toEqualTypeOf<Signer>()
  expectTypeOf<Mode>().toEqualTypeOf<'inline' | 'pool'>()
})
