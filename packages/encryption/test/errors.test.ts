import { describe, expect, expectTypeOf, test } from 'vitest'

import { EncryptionError, isEncryptionError } from '../src/errors.ts'

const issues = [{ pointer: '/uid', message: 'must be an integer' }]
const invalid: unknown = new EncryptionError('RESPONSE_INVALID', { operation: 'getAccount', issues })

describe('the context of an error', () => {
  test('has the type of its code', () => {
    expect.assertions(1)
    if (!isEncryptionError(invalid, 'RESPONSE_INVALID')) return
    expectTypeOf(invalid.context.issues).toEqualTypeOf<
      readonly { readonly pointer: string; readonly message: string }[]
    >()
    expect(invalid.context).toEqual({ operation: 'getAccount', issues })
  })

  test('is narrowed by comparing the code', () => {
    expect.assertions(1)
    if (!isEncryptionError(invalid) || invalid.code !== 'RESPONSE_INVALID') return
    expect(invalid.context.issues).toBe(issues)
  })

  test('is required if the code has one, and rejected otherwise', () => {
    expectTypeOf(EncryptionError<'OVERLOADED'>).toBeConstructibleWith('OVERLOADED')
    // @ts-expect-error RESPONSE_INVALID needs issues.
    expectTypeOf(EncryptionError<'RESPONSE_INVALID'>).toBeConstructibleWith('RESPONSE_INVALID', {})
    // @ts-expect-error ENVELOPE_REJECTED carries nothing.
    expectTypeOf(EncryptionError<'ENVELOPE_REJECTED'>).toBeConstructibleWith('ENVELOPE_REJECTED', {})
    expect(new EncryptionError('ENVELOPE_REJECTED').context).toBeUndefined()
  })
})

test.each([
  [
    new EncryptionError('RESPONSE_INVALID', { operation: 'getAccount', issues }),
    'getAccount failed: the response breaks the contract. /uid must be an integer. Check the address, and compare context.issues with the contract.',
  ],
  [
    new EncryptionError('PARAMETERS_INVALID', {
      operation: 'getAccount',
      issues: [{ pointer: '', message: 'is too long for one message' }],
    }),
    'getAccount was not sealed: its parameters break a rule. The value is too long for one message. Correct what context.issues lists.',
  ],
  [
    new EncryptionError('FAILURE_UNPROVED', { operation: 'pullWithdrawals', unprovedCode: '100008' }),
    'pullWithdrawals failed with code 100008, but the response is unsigned. Check app_id, your signing key, and that the service knows your public key.',
  ],
  [new EncryptionError('ENVELOPE_REJECTED'), 'The message was rejected. Pass onRejected to get the reason.'],
])('the message says what happened and the next step: %s', (error, message) => {
  expect(error.message).toBe(message)
})

describe('isEncryptionError', () => {
  test.each([
    ['an error of the code', new EncryptionError('OVERLOADED'), true],
    ['an error of another code', new EncryptionError('TIMEOUT'), false],
    [
      'an error of another copy',
      Object.assign(new Error('', {}), { name: 'EncryptionError', code: 'OVERLOADED' }),
      true,
    ],
    ['an error of another name', Object.assign(new Error('', {}), { code: 'OVERLOADED' }), false],
    ['no error', { name: 'EncryptionError', code: 'OVERLOADED' }, false],
  ])('recognizes %s', (_, value, expected) => {
    expect(isEncryptionError(value, 'OVERLOADED')).toBe(expected)
  })

  test('rejects unknown codes', () => {
    const unknown = Object.assign(new Error('', {}), { name: 'EncryptionError', code: 'OTHER' })
    expect([isEncryptionError(unknown), isEncryptionError(new EncryptionError('OVERLOADED'))]).toEqual([false, true])
  })
})
