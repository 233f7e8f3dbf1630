import { inspect } from 'node:util'

import { describe, expect, expectTypeOf, test } from 'vitest'

import { EncryptionError, isEncryptionError, Rejection } from '../../src/errors.ts'
import { gatedSigner, gatedUnwrapper } from '../../src/keys/gate.ts'
import { Gate, type Signer, type Unwrapper } from '../../src/keys/index.ts'
import { failure, manualTimers } from './manual-gate.ts'

const block = new Uint8Array(256)
const input = { message: new Uint8Array(1), sha256: new Uint8Array(32) }

const unwrapperOf = (unwrap: Unwrapper['unwrap']): Unwrapper => ({
  kid: 'kms-1',
  alg: 'RSA-OAEP-256',
  modulusBytes: 256,
  unwrap,
})
const signerOf = (sign: Signer['sign']): Signer => ({ kid: 'kms-1', alg: 'PS256', modulusBytes: 256, sign })

/** A method of a key service that was written without types. */
type Untyped = () => unknown

function unwrapBy(unwrap: Untyped): Promise<Uint8Array> {
  const key = { ...unwrapperOf(async () => block), unwrap }
  const bound: Unwrapper = Reflect.apply(gatedUnwrapper, undefined, [key, new Gate()])
  return bound.unwrap(block, {})
}

function signBy(sign: Untyped): Promise<Uint8Array> {
  const key = { ...signerOf(async () => block), sign }
  const bound: Signer = Reflect.apply(gatedSigner, undefined, [key, new Gate()])
  return bound.sign(input, {})
}

const throwAtOnce: Untyped = () => {
  throw new RangeError('at once')
}
const answer = (value: unknown) => async (): Promise<unknown> => value

describe('a key behind a gate', () => {
  test('has the members and results of the key', async () => {
    const unwrapper = gatedUnwrapper(
      unwrapperOf(async (bytes) => bytes.subarray(0, 32)),
      new Gate(),
    )
    const signer = gatedSigner(
      signerOf(async () => new Uint8Array(256).fill(7)),
      new Gate(),
    )
    expect([unwrapper.kid, unwrapper.alg, unwrapper.modulusBytes]).toEqual(['kms-1', 'RSA-OAEP-256', 256])
    expect([signer.kid, signer.alg, signer.modulusBytes]).toEqual(['kms-1', 'PS256', 256])
    expect(await unwrapper.unwrap(block, {})).toEqual(new Uint8Array(32))
    expect(await signer.sign(input, {})).toEqual(new Uint8Array(256).fill(7))
  })

  test('calls methods on the key service, not detached', async () => {
    const service = {
      ...unwrapperOf(async () => new Uint8Array()),
      content: new Uint8Array([7]),
      async unwrap() {
        return this.content
      },
    }
    expect(await gatedUnwrapper(service, new Gate()).unwrap(block, {})).toEqual(new Uint8Array([7]))
  })

  test('may open a block to zero bytes', async () => {
    expect(await unwrapBy(async () => new Uint8Array())).toHaveLength(0)
  })

  test('is not called for a block of another length', async () => {
    let calls = 0
    const unwrapper = gatedUnwrapper(
      unwrapperOf(async () => {
        calls += 1
        return block
      }),
      new Gate(),
    )
    const lengths = [0, 255, 257]
    const errors = await Promise.all(
      lengths.map((length) => failure(unwrapper.unwrap(new Uint8Array(length), {}))),
    )
    expect(errors).toEqual(lengths.map(() => new Rejection('unwrap')))
    expect(calls).toBe(0)
  })

  test.each<readonly [string, Untyped]>([
    ['throws', () => Promise.reject(new Error('AccessDenied: key-secret'))],
    ['throws at once', throwAtOnce],
    [
      'throws an error that imitates ours',
      () => Promise.reject(Object.assign(new Error('odd'), { name: 'EncryptionError' })),
    ],
    ['throws a rejection', () => Promise.reject(new Rejection('signature'))],
    ['throws ENVELOPE_REJECTED', () => Promise.reject(new EncryptionError('ENVELOPE_REJECTED'))],
    ['answers with text', answer('plain')],
    ['answers with a list', answer([1, 2, 3])],
    ['answers with nothing', answer(undefined)],
    ['answers with more than its modulus holds', answer(new Uint8Array(256))],
    ['answers with an ArrayBuffer', answer(new ArrayBuffer(32))],
  ])('that %s causes a rejection with a cause', async (_, unwrap) => {
    const error = await failure(unwrapBy(unwrap))
    expect(error).toBeInstanceOf(Rejection)
    expect(error).toMatchObject({ reason: 'key-service', cause: expect.any(Error) })
  })

  test.each<readonly [string, Untyped]>([
    ['throws', () => Promise.reject(new Error('AccessDenied'))],
    ['throws at once', throwAtOnce],
    ['throws a rejection', () => Promise.reject(new Rejection('signature'))],
    ['answers with text', answer('a'.repeat(256))],
    ['answers with nothing', answer(null)],
    ['answers with a signature that is too short', answer(new Uint8Array(255))],
    ['answers with a signature that is too long', answer(new Uint8Array(257))],
    ['answers with no signature', answer(new Uint8Array())],
  ])('that %s causes KEY_FAILED with a cause', async (_, sign) => {
    const error = await failure(signBy(sign))
    expect(error).toMatchObject({ name: 'EncryptionError', code: 'KEY_FAILED' })
    expect(error).not.toBeInstanceOf(TypeError)
    expect(error).toHaveProperty('cause', expect.any(Error))
  })

  test('that is local causes a rejection without a cause', async () => {
    const key = { ...unwrapperOf(() => Promise.reject(new Error('key-secret'))), inProcess: true }
    const error = await failure(gatedUnwrapper(key, new Gate()).unwrap(block, {}))
    expect(error).toEqual(new Rejection('unwrap'))
    expect(inspect(error)).not.toContain('key-secret')
  })

  test('keeps the cause of a failed signature for local logs', async () => {
    const cause = new Error('AccessDenied')
    expect(await failure(signBy(() => Promise.reject(cause)))).toHaveProperty('cause', cause)
  })

  test.each(['ABORTED', 'BUSY', 'TIMEOUT'] as const)('may throw %s itself', async (code) => {
    const refuse = () => Promise.reject(new EncryptionError(code))
    expect(isEncryptionError(await failure(unwrapBy(refuse)), code)).toBe(true)
    expect(isEncryptionError(await failure(signBy(refuse)), code)).toBe(true)
  })

  test('fails with BUSY, TIMEOUT and ABORTED of the gate', async () => {
    const { setTimer, ring } = manualTimers()
    const gate = new Gate({ inFlight: 1, waiting: 0, setTimer })
    const never = () => new Promise<Uint8Array>(() => undefined)
    const unwrapper = gatedUnwrapper(unwrapperOf(never), gate)
    const signer = gatedSigner(signerOf(never), gate)
    const late = failure(signer.sign(input, {}))
    expect(isEncryptionError(await failure(unwrapper.unwrap(block, {})), 'BUSY')).toBe(true)
    expect(isEncryptionError(await failure(signer.sign(input, {})), 'BUSY')).toBe(true)
    ring()
    expect(isEncryptionError(await late, 'TIMEOUT')).toBe(true)
    const aborted = { signal: AbortSignal.abort() }
    expect(isEncryptionError(await failure(unwrapper.unwrap(block, aborted)), 'ABORTED')).toBe(true)
    expect(isEncryptionError(await failure(signer.sign(input, aborted)), 'ABORTED')).toBe(true)
  })
})

describe('a key service is rejected when', () => {
  const unwrapper = unwrapperOf(async () => block)
  const signer = signerOf(async () => block)

  const bound = (make: Function, key: object) => () => Reflect.apply(make, undefined, [key, new Gate()])
  const sizes = 'modulusBytes must be a whole number from 128 to 1024.'
  const names = 'kid must be 1 to 256 printable ASCII characters.'

  test.each([
    ['kid', '', names],
    ['kid', 7, names],
    ['kid', 'a\nb', names],
    ['modulusBytes', 127, sizes],
    ['modulusBytes', 1025, sizes],
    ['modulusBytes', 256.5, sizes],
    ['modulusBytes', '256', sizes],
    ['modulusBytes', undefined, sizes],
  ])('its %s is %j', (member, value, fault) => {
    expect(bound(gatedUnwrapper, { ...unwrapper, [member]: value })).toThrow(
      new TypeError(`unwrapper.${fault}`),
    )
    expect(bound(gatedSigner, { ...signer, [member]: value })).toThrow(new TypeError(`signer.${fault}`))
  })

  test('its method is missing', () => {
    expect(bound(gatedUnwrapper, { ...unwrapper, unwrap: undefined })).toThrow(
      'unwrapper.unwrap must be a function.',
    )
    expect(bound(gatedSigner, { ...signer, sign: 'sign' })).toThrow('signer.sign must be a function.')
  })
})

test('a gated key has the type of the key', () => {
  expectTypeOf(gatedSigner).returns.toEqualTypeOf<Signer>()
  expectTypeOf(gatedUnwrapper).returns.toEqualTypeOf<Unwrapper>()
})
