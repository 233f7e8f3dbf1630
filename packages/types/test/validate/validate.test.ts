import { type OperationId, operations } from '@custody-wallet/types/operations'
import * as validate from '@custody-wallet/types/validate'
import { describe, expect, test } from 'vitest'

import { listResponseExamples, listBodyExamples, plain, listQueryExamples } from '../support/documents.ts'

const { responses: responseValidators, explain, explainAs, parameters } = validate
const ids = Object.keys(operations) as OperationId[]
const page = listResponseExamples(plain, 'listWithdrawals').get('typical') as { data: object[] }
const createPageWith = (change: object) => ({ ...page, data: [page.data[0], { ...page.data[1], ...change }] })
const listRules = (name: validate.ShapeName, value: unknown) =>
  explain(name, value).map(({ pointer, rule }) => [pointer, rule])

describe('every example of the contract', () => {
  test.each(ids)('fits as a response of %s', (id) => {
    const examples = listResponseExamples(plain, id)
    for (const [name, value] of examples) expect([name, responseValidators[id](value)]).toEqual([name, true])
  })

  test.each(ids.filter((id) => operations[id].family === 'v1'))('fits as a request of %s', (id) => {
    for (const [name, value] of listBodyExamples(plain, id)) expect([name, parameters[id](value)]).toEqual([name, true])
  })
})

describe('a page of records', () => {
  test.each([
    ['an unsafe integer', { id: 2 ** 53 }, '/data/1/id', 'unsafe-integer'],
    ['a fraction as an id', { uid: 1.5 }, '/data/1/uid', 'type'],
    ['a negative id', { uid: -1 }, '/data/1/uid', 'negative'],
    ['a number as an amount', { amount: 0.1 }, '/data/1/amount', 'type'],
    ['an exponent in an amount', { fee: '1e-8' }, '/data/1/fee', 'decimal'],
    ['a string as a status', { status: '5' }, '/data/1/status', 'type'],
    ['a missing field', { txid: undefined }, '/data/1/txid', 'required'],
    ['null in place of a string', { address_from: null }, '/data/1/address_from', 'type'],
  ])('is rejected with %s, with its path', (_name, change, pointer, rule) => {
    expect(responseValidators.listWithdrawals(createPageWith(change))).toBe(false)
    expect(listRules('WithdrawalsResponse', createPageWith(change))).toEqual([[pointer, rule]])
  })

  test.each([
    ['an unknown status', { status: 3 }],
    ['a field that the contract does not know yet', { note: 'new' }],
    ['an empty request id', { request_id: '' }],
  ])('is accepted with %s', (_name, change) => {
    expect(responseValidators.listWithdrawals(createPageWith(change))).toBe(true)
  })
})

describe('a response', () => {
  test.each([
    ['success without data', { code: '0', msg: 'success' }],
    ['a number as the code of v2', { code: 0, msg: 'success', data: [] }],
    ['an empty code', { code: '', msg: '' }],
    ['a bare list', []],
    ['null', null],
    ['a text', 'success'],
  ])('of v2 is rejected as %s', (_name, value) => {
    expect(responseValidators.listWithdrawals(value)).toBe(false)
    expect(explain('WithdrawalsResponse', value)).not.toEqual([])
  })

  test('of v1 with code 0 and without data is not a failure', () => {
    expect(responseValidators.notifyDeposit({ code: 0, msg: 'success' })).toBe(false)
    expect(responseValidators.notifyInternal({ code: 0, msg: 'success' })).toBe(true)
  })

  test('of MPC is a value without a code, or a failure with a number or a string as its code', () => {
    expect(responseValidators.listMpcWithdrawals([])).toBe(true)
    expect(responseValidators.listMpcWithdrawals({ code: '200004', msg: 'no permission' })).toBe(true)
    expect(responseValidators.listMpcWithdrawals({ code: 200004, msg: 'no permission' })).toBe(true)
    expect(responseValidators.listMpcWithdrawals({ code: 0, msg: 'success' })).toBe(false)
  })
})

describe('a request', () => {
  const ids100 = Array.from({ length: 100 }, (_, index) => `r${index}`)

  test.each<[string, validate.ShapeName, unknown, string, string]>([
    ['a misspelt field', 'AccountLookup', { uid: 1, symbol: 'BTC', symbl: 'BTC' }, '/symbl', 'unknown'],
    ['101 ids', 'WithdrawalLookup', { ids: [...ids100, 'r100'] }, '/ids', 'count'],
    ['no id', 'WithdrawalLookup', { ids: [] }, '/ids', 'count'],
    ['an id with a comma', 'WithdrawalLookup', { ids: ['a,b'] }, '/ids/0', 'pattern'],
    ['an empty id', 'WithdrawalLookup', { ids: [''] }, '/ids/0', 'length'],
    ['a cursor with a leading zero', 'DepositsAfter', { max_id: '007' }, '/max_id', 'pattern'],
    [
      'a flag that is neither 0 nor 1',
      'DepositNotification',
      { ...createNotification(), status: 2 },
      '/status',
      'choice',
    ],
    [
      'an empty request id',
      'DepositNotification',
      { ...createNotification(), request_id: '' },
      '/request_id',
      'length',
    ],
    ['a signed amount', 'DepositNotification', { ...createNotification(), amount: '-1' }, '/amount', 'decimal'],
  ])('is rejected with %s', (_name, shape, value, pointer, rule) => {
    expect(listRules(shape, value)).toContainEqual([pointer, rule])
  })

  test('with exactly 100 ids is accepted', () => {
    expect(parameters.listWithdrawals({ ids: ids100 })).toBe(true)
  })

  test.each<[string, validate.ShapeName, unknown, string]>([
    [
      'without the field that tells the forms apart',
      'AddressRegistration',
      { symbol: 'BTC', addresses: ['bc1q'] },
      '/memo is missing: give false for "Coin without memos" or true for "Coin with memos"',
    ],
    [
      'with another value than any form has',
      'AddressRegistration',
      { symbol: 'BTC', addresses: ['bc1q'], memo: 'tag' },
      '/memo must be false for "Coin without memos" or true for "Coin with memos"',
    ],
    [
      'that names its form and breaks a rule of it',
      'AddressRegistration',
      { symbol: 'XRP', addresses: ['r1', 'r2'], memo: true },
      '/addresses must have 1 entry for "Coin with memos"',
    ],
    [
      'without what all forms ask for',
      'AddressRegistration',
      { addresses: ['bc1q'], memo: false },
      '/symbol is missing',
    ],
    ['without anything', 'UserLookup', {}, '/email is missing for "By e-mail address"'],
    ['nearest the second form', 'UserLookup', { mobile: '1' }, '/country is missing for "By mobile number"'],
    [
      'with a misspelt field',
      'UserLookup',
      { mobile: '1', country: '1', mail: 'x' },
      '/mail is not a field of this call; check its spelling',
    ],
    [
      'with the fixed code of one form',
      'AccountResponse',
      { code: '0', msg: 'success', data: null },
      '/data must be an object for "Success"',
    ],
    ['without the fixed code of any form', 'AccountResponse', { code: '100', data: {} }, '/msg is missing'],
    ['of no form', 'MpcWithdrawalsResponse', 'success', ' must be a list or an object'],
  ])('%s gets only the issue of the nearest form', (_name, shape, value, sentence) => {
    expect(explain(shape, value).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([sentence])
  })

  test('may be empty in only one form', () => {
    expect(parameters.findUser({ email: '', mobile: '' })).toBe(false)
    expect(parameters.findUser({ email: 'user@custody.example', mobile: '' })).toBe(true)
  })

  test('has no values in its explanation', () => {
    const canary = 'canary@custody.example'
    const issues = explain('UserLookup', { email: 7, mobile: canary, country: canary, [canary]: canary })
    expect(issues).not.toEqual([])
    expect(JSON.stringify(issues)).not.toContain(canary)
  })
})

function createNotification(): object {
  return listBodyExamples(plain, 'notifyDeposit').get('typical') as object
}

describe('an explanation', () => {
  test('of a list with holes agrees with the predicate', () => {
    const holes: unknown[] = []
    holes.length = 1
    expect(validate.isPendingWithdrawals(holes)).toBe(false)
    expect(explain('PendingWithdrawals', holes)).not.toEqual([])
  })

  test('stops after 100 issues', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, 0]))
    expect(explain('AccountLookup', many)).toHaveLength(100)
  })

  test.each(['toString', '__proto__', 'Nothing'])('of a schema %s that does not exist is rejected', (name) => {
    expect(() => explain(name as validate.ShapeName, {})).toThrow(TypeError)
  })

  test('of the token call says that it has no parameters', () => {
    expect(explain(operations.getToken.schemas.parameters, {})).toEqual([])
    expect(listRules('NoParameters', { uid: 1 })).toEqual([['/uid', 'unknown']])
  })
})

// JSON turns -0 into 0, and UTF-8 cannot encode a lone surrogate.

/** Copies a value with a string or number that JSON cannot express, by path. */
function listCorrupt(value: unknown, pointer = ''): readonly (readonly [pointer: string, copy: unknown])[] {
  if (typeof value === 'number') return [[pointer, -0]]
  if (typeof value === 'string') return [[pointer, `${value}\ud83d`]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) =>
    listCorrupt(field, `${pointer}/${name}`).map(
      ([path, copy]) =>
        [path, Array.isArray(value) ? value.with(Number(name), copy) : { ...value, [name]: copy }] as const,
    ),
  )
}

test.each(ids)('%s rejects -0 and lone surrogates in its parameters, with their path', (id) => {
  for (const [name, example] of [...listBodyExamples(plain, id), ...listQueryExamples(plain, id)])
    for (const [pointer, copy] of listCorrupt(example)) {
      const pointers = new Set(explain(operations[id].schemas.parameters, copy).map((each) => each.pointer))
      expect([name, pointer, parameters[id](copy), pointers]).toEqual([name, pointer, false, new Set([pointer])])
    }
})

test.each([
  ['-0', { uid: -0, symbol: 'BTC' }, '/uid', 'must be 0, not -0'],
  ['a lone surrogate', { uid: 1, symbol: 'B\ud800' }, '/symbol', 'must not contain a lone surrogate'],
])('the type %s is described in words', (_name, value, pointer, message) => {
  expect(explain('AccountLookup', value)).toMatchObject([{ pointer, message }])
})

test('a value is explained with a schema outside the contract', () => {
  const shape = {
    type: 'object',
    additionalProperties: false,
    required: ['uid'],
    properties: { uid: { type: 'integer', minimum: 0 }, amount: { type: 'string', format: 'amount' } },
  } as const
  const listBroken = (value: unknown) => explainAs(shape, value).map(({ pointer, rule }) => [pointer, rule])
  expect(listBroken({ uid: 1, amount: '0.5' })).toEqual([])
  expect(listBroken({ uid: -1, amount: '1e3' })).toEqual([
    ['/uid', 'negative'],
    ['/amount', 'decimal'],
  ])
  expect(listBroken({ user: 1 })).toEqual([
    ['/uid', 'required'],
    ['/user', 'unknown'],
  ])
  expect(listBroken({ uid: -0 })).toEqual([['/uid', 'negative-zero']])
})
