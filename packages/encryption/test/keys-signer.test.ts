import { constants, createHash, publicDecrypt, publicEncrypt, randomBytes, verify } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import fc from 'fast-check'
import { compactVerify } from 'jose'
import { describe, expect, test } from 'vitest'

import { isEncryptionError } from '../src/errors.ts'
import {
  localSigner,
  localUnwrapper,
  type Mode,
  type Signer,
  type SignerInput,
  thumbprint,
} from '../src/keys/index.ts'
import { sharedPair } from './pairs.ts'

const { publicKey, privateKey } = sharedPair('first')
const modulusBytes = 256
const kid = thumbprint(publicKey)

const modes: readonly Mode[] = ['inline', 'pool']
const signAlgs = ['PS256', 'RS256', 'RSA-TYPE1'] as const
const cases = <Alg>(algs: readonly Alg[]): readonly (readonly [Mode, Alg])[] =>
  modes.flatMap((mode) => algs.map((alg) => [mode, alg] as const))

const toSign = (message: Uint8Array): SignerInput => ({
  message,
  sha256: createHash('sha256').update(message).digest(),
})

const proofs: { readonly [Alg in Signer['alg']]: (message: Uint8Array, signature: Uint8Array) => boolean } = {
  PS256: (message, signature) =>
    verify(
      'sha256',
      message,
      { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
      signature,
    ),
  RS256: (message, signature) => verify('sha256', message, publicKey, signature),
  'RSA-TYPE1': (message, signature) => publicDecrypt(publicKey, signature).equals(message),
}

const isAborted = (error: unknown): boolean => isEncryptionError(error, 'ABORTED')

/** What a promise was refused with. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It was not refused.'),
    (error: unknown) => error,
  )

describe.each(cases(signAlgs))('a local signature, %s, %s', (mode, alg) => {
  const signer = localSigner(privateKey, { alg, mode })

  test('is named by its thumbprint, or as the caller says', () => {
    expect([signer.kid, signer.alg, signer.modulusBytes]).toEqual([kid, alg, modulusBytes])
    expect(localSigner(privateKey, { alg, mode, kid: 'shop-2027' }).kid).toBe('shop-2027')
  })

  test('holds for its message and no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 245 }), async (message) => {
        const signature = await signer.sign(toSign(message), {})
        const other = Uint8Array.from(message, (byte, index) => (index === 0 ? byte ^ 1 : byte))
        expect(signature).toHaveLength(modulusBytes)
        expect(proofs[alg](message, signature)).toBe(true)
        expect(proofs[alg](other, signature)).toBe(false)
      }),
      { numRuns: 10 },
    )
  })

  test('is not started where the caller has given up', async () => {
    const given = signer.sign(toSign(randomBytes(32)), { signal: AbortSignal.abort() })
    expect(isAborted(await failure(given))).toBe(true)
  })
})

test.each(modes)('a type-1 block takes what fits, and not a byte more, %s', async (mode) => {
  const signer = localSigner(privateKey, { alg: 'RSA-TYPE1', mode })
  expect(await failure(signer.sign(toSign(randomBytes(246)), {}))).toEqual(
    new TypeError('message must have at most 245 bytes.'),
  )
  expect(await signer.sign(toSign(randomBytes(245)), {})).toHaveLength(modulusBytes)
})

test('signing reads the message, and leaves the digest uncomputed', async () => {
  const input: SignerInput = {
    message: Buffer.from('a message'),
    get sha256(): Uint8Array {
      throw new Error('The digest was read.')
    },
  }
  expect(await localSigner(privateKey, { alg: 'PS256', mode: 'pool' }).sign(input, {})).toHaveLength(256)
})

test.each(cases(['PS256', 'RS256'] as const))('signs what jose verifies, %s, %s', async (mode, alg) => {
  const head = Buffer.from(JSON.stringify({ alg })).toString('base64url')
  const signed = `${head}.${Buffer.from('content').toString('base64url')}`
  const signature = await localSigner(privateKey, { alg, mode }).sign(toSign(Buffer.from(signed)), {})
  const { payload } = await compactVerify(
    `${signed}.${Buffer.from(signature).toString('base64url')}`,
    publicKey,
  )
  expect(Buffer.from(payload).toString()).toBe('content')
})

// Each step hands the event loop back once before it starts. What runs in between can give it up.
test.each([
  ['RSA1_5', (signal: AbortSignal) => blockOpener.unwrap(sealed, { signal })],
  ['RSA-TYPE1', (signal: AbortSignal) => blockSigner.sign(toSign(randomBytes(32)), { signal })],
] as const)('in a pool, %s lets others have their turn before each block', async (_, start) => {
  const controller = new AbortController()
  const given = failure(start(controller.signal))
  await Promise.resolve()
  controller.abort()
  expect(isAborted(await given)).toBe(true)
})

const sealed = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, randomBytes(32))
const blockOpener = localUnwrapper(privateKey, { alg: 'RSA1_5', mode: 'pool' })
const blockSigner = localSigner(privateKey, { alg: 'RSA-TYPE1', mode: 'pool' })

test('in a pool, a timer comes between two blocks', async () => {
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
  order.push('someone else')
  await blocks
  expect(order.indexOf('someone else')).toBeLessThan(order.indexOf('second'))
})
