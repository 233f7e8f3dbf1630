import { constants, createDecipheriv, publicEncrypt, randomBytes } from 'node:crypto'

import fc from 'fast-check'
import { CompactEncrypt } from 'jose'
import { describe, expect, test } from 'vitest'

import { isEncryptionError, Rejection } from '../src/errors.ts'
import { localUnwrapper, type Mode, thumbprint, type Unwrapper } from '../src/keys/index.ts'
import { sharedPair } from './pairs.ts'

const { publicKey, privateKey } = sharedPair('first')
const modulusBytes = 256
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

const cases = <Alg>(algs: readonly Alg[]): readonly (readonly [Mode, Alg])[] =>
  modes.flatMap((mode) => algs.map((alg) => [mode, alg] as const))

const seal = (alg: Unwrapper['alg'], content: Uint8Array): Buffer =>
  publicEncrypt({ key: publicKey, ...paddings[alg] }, content)
const isAborted = (error: unknown): boolean => isEncryptionError(error, 'ABORTED')

/** What a promise was refused with. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It was not refused.'),
    (error: unknown) => error,
  )

describe.each(cases(unwrapAlgs))('a local key, %s, %s', (mode, alg) => {
  const unwrapper = localUnwrapper(privateKey, { alg, mode })

  test('is named by its thumbprint, or as the caller says', () => {
    expect([unwrapper.kid, unwrapper.alg, unwrapper.modulusBytes]).toEqual([kid, alg, modulusBytes])
    expect(localUnwrapper(privateKey, { alg, mode, kid: 'shop-2027' }).kid).toBe('shop-2027')
  })

  test('opens what was sealed for it, whatever its length', async () => {
    const content = fc.uint8Array({ maxLength: longest[alg] })
    await fc.assert(
      fc.asyncProperty(content, async (bytes) => {
        expect(Buffer.from(await unwrapper.unwrap(seal(alg, bytes), {})).equals(bytes)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  test('opens many blocks at once, each to its own content', async () => {
    const contents = Array.from({ length: 12 }, () => randomBytes(32))
    const opened = await Promise.all(contents.map((content) => unwrapper.unwrap(seal(alg, content), {})))
    expect(opened.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(
      contents.map((content) => content.toString('hex')),
    )
  })

  test.each([0, 1, 255, 257, 512])('rejects a block of %i bytes', async (length) => {
    expect(await failure(unwrapper.unwrap(new Uint8Array(length), {}))).toEqual(new Rejection('unwrap'))
  })

  test('rejects a block that is larger than the modulus', async () => {
    const block = new Uint8Array(modulusBytes).fill(255)
    expect(await failure(unwrapper.unwrap(block, {}))).toEqual(new Rejection('unwrap'))
  })

  test('does not start what the caller has given up', async () => {
    const given = unwrapper.unwrap(seal(alg, randomBytes(32)), { signal: AbortSignal.abort() })
    expect(isAborted(await failure(given))).toBe(true)
  })
})

describe.each(cases(oaepAlgs))('a block that was changed, %s, %s', (mode, alg) => {
  test('is rejected, and nothing says why', async () => {
    const unwrapper = localUnwrapper(privateKey, { alg, mode })
    const block = seal(alg, randomBytes(32))
    block[100] = (block[100] ?? 0) ^ 1
    const error = await failure(unwrapper.unwrap(block, {}))
    expect(error).toEqual(new Rejection('unwrap'))
    expect(error).not.toHaveProperty('cause')
  })
})

test.each(modes)('a PKCS#1 block that was changed opens to stable random bytes, %s', async (mode) => {
  const unwrapper = localUnwrapper(privateKey, { alg: 'RSA1_5', mode })
  const content = randomBytes(32)
  const block = seal('RSA1_5', content)
  block[100] = (block[100] ?? 0) ^ 1
  const first = Buffer.from(await unwrapper.unwrap(block, {}))
  expect(first.equals(await unwrapper.unwrap(block, {}))).toBe(true)
  expect(first.equals(content)).toBe(false)
})

test.each(modes)('opens the content key that jose sealed, %s', async (mode) => {
  const text = await new CompactEncrypt(Buffer.from('content'))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
    .encrypt(publicKey)
  const [, block = '', iv = '', sealed = '', tag = ''] = text.split('.')
  const unwrapper = localUnwrapper(privateKey, { alg: 'RSA-OAEP-256', mode })
  const contentKey = await unwrapper.unwrap(Buffer.from(block, 'base64url'), {})
  const decipher = createDecipheriv('aes-256-gcm', contentKey, Buffer.from(iv, 'base64url'))
  decipher.setAAD(Buffer.from(text.split('.')[0] ?? '')).setAuthTag(Buffer.from(tag, 'base64url'))
  expect(decipher.update(sealed, 'base64url', 'utf8') + decipher.final('utf8')).toBe('content')
})
