import { readFileSync } from 'node:fs'

import type { DepositNotification } from '@custody-wallet/types'
import { isDepositNotification } from '@custody-wallet/types/validate'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  type DepositKey,
  computeDepositRequestId,
  createDepositNotifications,
  type DepositOutput,
} from '../../src/workflows/index.ts'

interface Vectors {
  readonly vectors: readonly {
    readonly about: string
    readonly key: DepositKey
    readonly request_id: string
  }[]
}
const { vectors }: Vectors = JSON.parse(
  readFileSync(new URL('../../vectors/deposit-request-ids.json', import.meta.url), 'utf8'),
)

const key: DepositKey = { symbol: 'BTC', txid: '4d1f', address_to: 'bc1q' }
const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((some) => some.trim() === some)
const keys = fc.record({ symbol: text, txid: text, address_to: text, memo: fc.option(text, { nil: '' }) })

describe('the request id of a deposit', () => {
  test.each(vectors)('stays as published: $about', (vector) => {
    expect(computeDepositRequestId(vector.key)).toBe(vector.request_id)
  })

  test('has many published samples', () => {
    expect(vectors.length).toBeGreaterThan(6)
  })

  test('differs if the key differs, even if the joined strings are equal', () => {
    fc.assert(
      fc.property(keys, keys, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        expect(computeDepositRequestId(one) === computeDepositRequestId(other)).toBe(isSame)
      }),
    )
    expect(computeDepositRequestId({ ...key, symbol: 'BTC4', txid: 'd1f' })).not.toBe(
      computeDepositRequestId({ ...key, symbol: 'BTC', txid: '4d1f' }),
    )
  })

  test('has 53 characters, no comma and only lower case, so that it fits lists and databases', () => {
    const isPlain = (each: DepositKey): boolean => /^dep1-[0-9a-f]{48}$/.test(computeDepositRequestId(each))
    expect(() => fc.assert(fc.property(keys, isPlain))).not.toThrow()
  })

  test('depends only on the key', () => {
    const more = { ...key, amount: '1', confirm: 3 }
    expect(computeDepositRequestId(more)).toBe(computeDepositRequestId(key))
  })

  test.each([
    ['symbol', ''],
    ['txid', ''],
    ['address_to', ''],
    ['txid', ' 4d1f'],
    ['address_to', 'bc1q\n'],
    ['memo', ' 1'],
    ['memo', '\uD800'],
  ])('rejects a %s of %j with an error that names only the field', (field, value) => {
    expect(() => computeDepositRequestId({ ...key, [field]: value })).toThrow(new RegExp(`^${field} must`))
  })

  test('is typed: a memo may be left out, and nothing else', () => {
    expectTypeOf(computeDepositRequestId).returns.toEqualTypeOf<string>()
    // @ts-expect-error -- a transaction is part of it
    expect(() => computeDepositRequestId({ symbol: 'BTC', address_to: 'bc1q' })).toThrow(TypeError)
  })
})

const output: DepositOutput = {
  symbol: 'BTC',
  txid: 't1',
  address_to: 'a1',
  amount: '0.1',
  confirm: 3,
  balance: '12.50',
  status: 1,
}

const formatDecimal = (units: number): string => {
  const digits = String(units).padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`
}

/** Outputs, with their amounts in thousandths. */
const outputs = fc.array(
  fc.record({
    txid: fc.constantFrom('t1', 't2'),
    address_to: fc.constantFrom('a1', 'a2', 'a3'),
    memo: fc.constantFrom('', 'm1'),
    confirm: fc.nat(9),
    units: fc.integer({ min: 1, max: 100_000 }),
  }),
  { maxLength: 12 },
)
type GeneratedOutputs = typeof outputs extends fc.Arbitrary<infer Each> ? Each : never

const toReal = (given: GeneratedOutputs): readonly DepositOutput[] =>
  given.map(({ units, ...rest }) => ({ ...output, ...rest, amount: formatDecimal(units) }))

describe('notifications of outputs', () => {
  test('are one per transaction, address and memo, with the sum of the amounts', () => {
    const notifications = createDepositNotifications([
      output,
      { ...output, amount: '0.2' },
      { ...output, address_to: 'a2', amount: '5' },
      { ...output, txid: 't2', amount: '7' },
      { ...output, memo: 'm', amount: '9' },
      { ...output, symbol: 'LTC', amount: '11' },
    ])
    expect(
      notifications.map(({ symbol, txid, address_to, memo, amount }) => [symbol, txid, address_to, memo, amount]),
    ).toEqual([
      ['BTC', 't1', 'a1', undefined, '0.3'],
      ['BTC', 't1', 'a1', 'm', '9'],
      ['BTC', 't1', 'a2', undefined, '5'],
      ['BTC', 't2', 'a1', undefined, '7'],
      ['LTC', 't1', 'a1', undefined, '11'],
    ])
  })

  test('are valid parameters of the call', () => {
    const all = createDepositNotifications([output, { ...output, memo: 'm', address_from: 'z' }])
    expect(all.every(isDepositNotification)).toBe(true)
    expectTypeOf(all).toEqualTypeOf<readonly DepositNotification[]>()
  })

  test('are the same in any order of the outputs and in any split of them', () => {
    const cuts = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(outputs, cuts, fc.infiniteStream(fc.nat()), (given, shares, places) => {
        const pieces = given.flatMap((each) => {
          const part = Math.floor(each.units * (shares.next().value ?? 0))
          const split = [part, each.units - part].filter((units) => units > 0)
          return split.map((units) => ({ ...each, units }))
        })
        const order = new Map(pieces.map((piece) => [piece, places.next().value ?? 0]))
        const shuffled = pieces.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
        expect(createDepositNotifications(toReal(shuffled))).toEqual(createDepositNotifications(toReal(given)))
      }),
    )
  })

  test('have one string for equal amounts in any notation', () => {
    const texts = [['0.10'], ['0.05', '0.05'], ['0.1', '0']].map((amounts) =>
      createDepositNotifications(amounts.map((amount) => ({ ...output, amount }))).map(({ amount }) => amount),
    )
    expect(texts).toEqual([['0.1'], ['0.1'], ['0.1']])
    expect(
      createDepositNotifications([
        { ...output, amount: '100' },
        { ...output, amount: '0.00' },
      ])[0]?.amount,
    ).toBe('100')
  })

  test('keep the total', () => {
    fc.assert(
      fc.property(outputs, (given) => {
        const sums = createDepositNotifications(toReal(given)).map(({ amount }) => Math.round(Number(amount) * 1000))
        const all = given.reduce((total, { units }) => total + units, 0)
        expect(sums.reduce((total, units) => total + units, 0)).toBe(all)
      }),
    )
  })

  test('keep their request id when amounts and confirmations change', () => {
    const [first, later] = [
      createDepositNotifications([output]),
      createDepositNotifications([{ ...output, amount: '9', confirm: 60, balance: '1' }]),
    ]
    expect(first[0]?.request_id).toBe(computeDepositRequestId(output))
    expect(later[0]?.request_id).toBe(first[0]?.request_id)
  })

  test('have the fewest confirmations, and a source address that does not depend on the order', () => {
    const some = [
      { ...output, confirm: 5, address_from: 'y' },
      { ...output, confirm: 2, address_from: 'x' },
    ]
    expect(createDepositNotifications(some)).toEqual(createDepositNotifications(some.toReversed()))
    expect(createDepositNotifications(some)[0]).toMatchObject({ confirm: 2, address_from: 'x' })
  })

  test('count duplicates of an output once, if they have an index', () => {
    const located = { ...output, output: 0 }
    expect(createDepositNotifications([located, located, { ...output, output: 1 }])[0]?.amount).toBe('0.2')
    expect(createDepositNotifications([output, output])[0]?.amount).toBe('0.2')
  })

  test('are exact beyond the precision of a double', () => {
    const amounts = ['0.100000000000000000000000000001', '99999.9']
    expect(createDepositNotifications(amounts.map((amount) => ({ ...output, amount })))[0]?.amount).toBe(
      '100000.000000000000000000000000000001',
    )
  })

  test('of an empty list are empty', () => {
    expect(createDepositNotifications([])).toEqual([])
  })
})

describe('outputs that disagree', () => {
  test.each([
    ['balance', { balance: '1' }],
    ['status', { status: 0 }],
  ] as const)('in their %s are rejected with the name of the field', (field, change) => {
    expect(() => createDepositNotifications([output, { ...output, ...change }])).toThrow(
      expect.objectContaining({ code: 'OUTPUTS_DISAGREE', context: { member: field, count: 2 } }),
    )
  })

  test('in the amount of one index are rejected', () => {
    expect(() =>
      createDepositNotifications([
        { ...output, output: 0 },
        { ...output, output: 0, amount: '7' },
      ]),
    ).toThrow(expect.objectContaining({ code: 'OUTPUTS_DISAGREE' }))
  })

  test('only in trailing zeros are equal', () => {
    expect(createDepositNotifications([output, { ...output, balance: '12.5' }])[0]?.balance).toBe('12.5')
  })

  test.each(['-1', '1e-8', '', '1.', ' 1', '٣'])('an amount of %j is rejected, and not repeated', (amount) => {
    expect(() => createDepositNotifications([{ ...output, amount }])).toThrow(
      /^amount must be an exact decimal in a string, without a sign\.$/,
    )
  })

  test('confirmations of 1.5 are rejected', () => {
    expect(() => createDepositNotifications([{ ...output, confirm: 1.5 }])).toThrow(TypeError)
  })
})

/** A value that the types forbid. */
const toUntyped = <T>(value: unknown, _like: T): T => JSON.parse(JSON.stringify(value))

describe('outputs', () => {
  const output = {
    symbol: 'BTC',
    txid: 't',
    address_to: 'a',
    amount: '1',
    confirm: 1,
    balance: '0',
    status: 1,
  } as const

  test.each([-1, 0.5, Number.NaN, null])('with an index of %s are rejected', (location) => {
    const wrong = { ...output, output: Number.isNaN(location) ? Number.NaN : toUntyped(location, 0) }
    expect(() => createDepositNotifications([wrong])).toThrow(TypeError)
  })

  test('of 36 digits add up exactly, and a sum of 37 is rejected', () => {
    const most = '9'.repeat(36)
    const sum = (...amounts: readonly string[]) =>
      createDepositNotifications(amounts.map((amount) => ({ ...output, amount }))).map(({ amount }) => amount)
    expect(sum('9'.repeat(35), '1')).toEqual([`1${'0'.repeat(35)}`])
    expect(() => sum(most, '1')).toThrow(RangeError)
  })
})
