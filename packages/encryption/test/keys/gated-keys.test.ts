import { inspect } from 'node:util'

import { describe, expect, expectTypeOf, test } from 'vitest'

import { EncryptionError, isEncryptionError, Rejection } from '../../src/errors.ts'
import { createGatedSigner, createGatedUnwrapper } from '../../src/keys/gate.ts'
import { Gate, type Signer, type Unwrapper } from '../../src/keys/index.ts'
import { catchFailure, createManualTimers } from './manual-gate.ts'

const block = new Uint8Array(256)
const input = { message: new Uint8Array(1), sha256: new Uint8Array(32) }

const createUnwrapper = (unwrap: Unwrapper['unwrap']): Unwrapper => ({
  kid: 'kms-1',
  alg: 'RSA-OAEP-256',
  modulusBytes: 256,
  unwrap,
})
const createSigner = (sign: Signer['sign']): Signer => ({
  kid: 'kms-1',
  alg: 'PS256',
  modulusBytes: 256,
  sign,
})

/** A method of a key service that was written without types. */
type Untyped = () => unknown

function unwrapWith(unwrap: Untyped): Promise<Uint8Array> {
  const key = { ...createUnwrapper(async () => block), unwrap }
  const bindCall: Unwrapper = Reflect.apply(createGatedUnwrapper, undefined, [key, new Gate()])
  return bindCall.unwrap(block, {})
}

function signWith(sign: Untyped): Promise<Uint8Array> {
  const key = { ...createSigner(async () => block), sign }
  const bindCall: Signer = Reflect.apply(createGatedSigner, undefined, [key, new Gate()])
  return bindCall.sign(input, {})
}

const throwImmediately: Untyped = () => {
  throw new RangeError('at once')
}
const resolveTo = (value: unknown) => async (): Promise<unknown> => value

describe('a key behind a gate', () => {
  test('has the fields and results of the key', async () => {
    const unwrapper = createGatedUnwrapper(
      createUnwrapper(async (bytes) => bytes.subarray(0, 32)),
      new Gate(),
    )
    const signer = createGatedSigner(
      createSigner(async () => new Uint8Array(256).fill(7)),
      new Gate(),
    )
    expect([unwrapper.kid, unwrapper.alg, unwrapper.modulusBytes]).toEqual(['kms-1', 'RSA-OAEP-256', 256])
    expect([signer.kid, signer.alg, signer.modulusBytes]).toEqual(['kms-1', 'PS256', 256])
    expect(await unwrapper.unwrap(block, {})).toEqual(new Uint8Array(32))
    expect(await signer.sign(input, {})).toEqual(new Uint8Array(256).fill(7))
  })

  test('calls the methods of the key service with their object', async () => {
    const service = {
      ...createUnwrapper(async () => new Uint8Array()),
      content: new Uint8Array([7]),
      async unwrap() {
        return this.content
      },
    }
    expect(await createGatedUnwrapper(service, new Gate()).unwrap(block, {})).toEqual(new Uint8Array([7]))
  })

  test('may open a block to zero bytes', async () => {
    expect(await unwrapWith(async () => new Uint8Array())).toHaveLength(0)
  })

  test('is not called for a block of another length', async () => {
    let calls = 0
    const unwrapper = createGatedUnwrapper(
      createUnwrapper(async () => {
        calls += 1
        return block
      }),
      new Gate(),
    )
    const lengths = [0, 255, 257]
    const errors = await Promise.all(
      lengths.map((length) => catchFailure(unwrapper.unwrap(new Uint8Array(length), {}))),
    )
    expect(errors).toEqual(lengths.map(() => new Rejection('unwrap')))
    expect(calls).toBe(0)
  })

  test.each<readonly [string, Untyped]>([
    ['throws', () => Promise.reject(new Error('AccessDenied: key-secret'))],
    ['throws before it returns', throwImmediately],
    [
      'throws an error that imitates ours',
      () => Promise.reject(Object.assign(new Error('odd'), { name: 'EncryptionError' })),
    ],
    ['throws a rejection', () => Promise.reject(new Rejection('signature'))],
    ['throws ENVELOPE_REJECTED', () => Promise.reject(new EncryptionError('ENVELOPE_REJECTED'))],
    ['returns a string', resolveTo('plain')],
    ['returns a list', resolveTo([1, 2, 3])],
    ['returns nothing', resolveTo(undefined)],
    ['returns more than its modulus holds', resolveTo(new Uint8Array(256))],
    ['returns an ArrayBuffer', resolveTo(new ArrayBuffer(32))],
  ])('that %s rejects the block with a cause', async (_, unwrap) => {
    const error = await catchFailure(unwrapWith(unwrap))
    expect(error).toBeInstanceOf(Rejection)
    expect(error).toMatchObject({ reason: 'key-service', cause: expect.any(Error) })
  })

  test.each<readonly [string, Untyped]>([
    ['throws', () => Promise.reject(new Error('AccessDenied'))],
    ['throws before it returns', throwImmediately],
    ['throws a rejection', () => Promise.reject(new Rejection('signature'))],
    ['returns a string', resolveTo('a'.repeat(256))],
    ['returns nothing', resolveTo(null)],
    ['returns a signature that is too short', resolveTo(new Uint8Array(255))],
    ['returns a signature that is too long', resolveTo(new Uint8Array(257))],
    ['returns an empty signature', resolveTo(new Uint8Array())],
  ])('that %s causes KEY_FAILED with a cause', async (_, sign) => {
    const error = await catchFailure(signWith(sign))
    expect(error).toMatchObject({ name: 'EncryptionError', code: 'KEY_FAILED' })
    expect(error).not.toBeInstanceOf(TypeError)
    expect(error).toHaveProperty('cause', expect.any(Error))
  })

  test('that is in this process rejects the block without a cause', async () => {
    const key = { ...createUnwrapper(() => Promise.reject(new Error('key-secret'))), isInProcess: true }
    const error = await catchFailure(createGatedUnwrapper(key, new Gate()).unwrap(block, {}))
    expect(error).toEqual(new Rejection('unwrap'))
    expect(inspect(error)).not.toContain('key-secret')
  })

  test('keeps the cause of a failed signature for local logs', async () => {
    const cause = new Error('AccessDenied')
    expect(await catchFailure(signWith(() => Promise.reject(cause)))).toHaveProperty('cause', cause)
  })

  test.each(['ABORTED', 'OVERLOADED', 'TIMEOUT'] as const)('may throw %s itself', async (code) => {
    const reject = () => Promise.reject(new EncryptionError(code))
    expect(isEncryptionError(await catchFailure(unwrapWith(reject)), code)).toBe(true)
    expect(isEncryptionError(await catchFailure(signWith(reject)), code)).toBe(true)
  })

  test('fails with OVERLOADED, TIMEOUT and ABORTED of the gate', async () => {
    const { setTimer, ring } = createManualTimers()
    const gate = new Gate({ concurrency: 1, queue: 0, setTimer })
    const waitForever = () => new Promise<Uint8Array>(() => undefined)
    const unwrapper = createGatedUnwrapper(createUnwrapper(waitForever), gate)
    const signer = createGatedSigner(createSigner(waitForever), gate)
    const late = catchFailure(signer.sign(input, {}))
    expect(isEncryptionError(await catchFailure(unwrapper.unwrap(block, {})), 'OVERLOADED')).toBe(true)
    expect(isEncryptionError(await catchFailure(signer.sign(input, {})), 'OVERLOADED')).toBe(true)
    ring()
    expect(isEncryptionError(await late, 'TIMEOUT')).toBe(true)
    const aborted = { signal: AbortSignal.abort() }
    expect(isEncryptionError(await catchFailure(unwrapper.unwrap(block, aborted)), 'ABORTED')).toBe(true)
    expect(isEncryptionError(await catchFailure(signer.sign(input, aborted)), 'ABORTED')).toBe(true)
  })
})

describe('a key service is rejected when', () => {
  const unwrapper = createUnwrapper(async () => block)
  const signer = createSigner(async () => block)

  const bindCall = (make: Function, key: object) => () => Reflect.apply(make, undefined, [key, new Gate()])
  const sizes = 'modulusBytes must be an integer from 128 to 1024.'
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
  ])('its %s is %j', (field, value, fault) => {
    expect(bindCall(createGatedUnwrapper, { ...unwrapper, [field]: value })).toThrow(
      new TypeError(`unwrapper.${fault}`),
    )
    expect(bindCall(createGatedSigner, { ...signer, [field]: value })).toThrow(new TypeError(`signer.${fault}`))
  })

  test('its method is missing', () => {
    expect(bindCall(createGatedUnwrapper, { ...unwrapper, unwrap: undefined })).toThrow(
      'unwrapper.unwrap must be a function.',
    )
    expect(bindCall(createGatedSigner, { ...signer, sign: 'sign' })).toThrow('signer.sign must be a function.')
  })
})

test('a gated key has the type of the key', () => {
  expectTypeOf(createGatedSigner).returns.toEqualTypeOf<Signer>()
  expectTypeOf(createGatedUnwrapper).returns.toEqualTypeOf<Unwrapper>()
})
