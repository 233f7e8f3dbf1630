import { describe, expect, expectTypeOf, test } from 'vitest'

import { EncryptionError, type EncryptionErrorIssue, isEncryptionError } from '../src/errors.ts'

const issues = [{ pointer: '/uid', message: 'must be an integer' }]
const invalid: unknown = new EncryptionError('ANSWER_INVALID', { operation: 'getAccount', issues })

describe('the context of an error', () => {
  test('has the type of its code', () => {
    expect.assertions(1)
    if (!isEncryptionError(invalid, 'ANSWER_INVALID')) return
    expectTypeOf(invalid.context.issues).toEqualTypeOf<readonly EncryptionErrorIssue[]>()
    expect(invalid.context).toEqual({ operation: 'getAccount', issues })
  })

  test('is narrowed by comparing the code', () => {
    expect.assertions(1)
    if (!isEncryptionError(invalid) || invalid.code !== 'ANSWER_INVALID') return
    expect(invalid.context.issues).toBe(issues)
  })

  test('is required if the code has one, and rejected otherwise', () => {
    expectTypeOf(EncryptionError<'BUSY'>).toBeConstructibleWith('BUSY')
    // @ts-expect-error ANSWER_INVALID needs issues.
    expectTypeOf(EncryptionError<'ANSWER_INVALID'>).toBeConstructibleWith('ANSWER_INVALID', {})
    // @ts-expect-error ENVELOPE_REJECTED carries nothing.
    expectTypeOf(EncryptionError<'ENVELOPE_REJECTED'>).toBeConstructibleWith('ENVELOPE_REJECTED', {})
    expect(new EncryptionError('ENVELOPE_REJECTED').context).toBeUndefined()
  })
})

test.each([
  [
    new EncryptionError('ANSWER_INVALID', { operation: 'getAccount', issues }),
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
    new EncryptionError('ANSWER_UNAUTHENTICATED', { operation: 'pullWithdrawals', remoteCode: '100008' }),
    'pullWithdrawals failed with code 100008, but the response is unsigned. Check app_id, your signing key, and that the service knows your public key.',
  ],
  [new EncryptionError('ENVELOPE_REJECTED'), 'The message was rejected. Pass onRejected to get the reason.'],
])('the message says what happened and the next step: %s', (error, message) => {
  expect(error.message).toBe(message)
})

describe('isEncryptionError', () => {
  test.each([
    ['an error of the code', new EncryptionError('BUSY'), true],
    ['an error of another code', new EncryptionError('TIMEOUT'), false],
    ['an error of another copy', Object.assign(new Error('', {}), { name: 'EncryptionError', code: 'BUSY' }), true],
    ['an error of another name', Object.assign(new Error('', {}), { code: 'BUSY' }), false],
    ['no error', { name: 'EncryptionError', code: 'BUSY' }, false],
  ])('recognizes %s', (_, value, expected) => {
    expect(isEncryptionError(value, 'BUSY')).toBe(expected)
  })

  test('rejects unknown codes', () => {
    const unknown = Object.assign(new Error('', {}), { name: 'EncryptionError', code: 'OTHER' })
    expect([isEncryptionError(unknown), isEncryptionError(new EncryptionError('BUSY'))]).toEqual([false, true])
  })
})
