import type { DepositNotification } from '@custody-wallet/types'
import { isDepositNotification } from '@custody-wallet/types/validate'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { depositFrom, type DepositOutput, depositRequestId } from '../src/workflows/index.ts'

const output: DepositOutput = {
  symbol: 'BTC',
  txid: 't1',
  address_to: 'a1',
  amount: '0.1',
  confirm: 3,
  balance: '12.50',
  status: 1,
}

const decimalOf = (units: number): string => {
  const digits = String(units).padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`
}

/** Outputs, with what they are worth in thousandths. */
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
type Given = typeof outputs extends fc.Arbitrary<infer Each> ? Each : never

const real = (given: Given): readonly DepositOutput[] =>
  given.map(({ units, ...rest }) => ({ ...output, ...rest, amount: decimalOf(units) }))

describe('notifications of outputs', () => {
  test('are one for each transaction, address and memo, with the amounts added up', () => {
    const notifications = depositFrom([
      output,
      { ...output, amount: '0.2' },
      { ...output, address_to: 'a2', amount: '5' },
      { ...output, txid: 't2', amount: '7' },
      { ...output, memo: 'm', amount: '9' },
      { ...output, symbol: 'LTC', amount: '11' },
    ])
    expect(
      notifications.map(({ symbol, txid, address_to, memo, amount }) => [
        symbol,
        txid,
        address_to,
        memo,
        amount,
      ]),
    ).toEqual([
      ['BTC', 't1', 'a1', undefined, '0.3'],
      ['BTC', 't1', 'a1', 'm', '9'],
      ['BTC', 't1', 'a2', undefined, '5'],
      ['BTC', 't2', 'a1', undefined, '7'],
      ['LTC', 't1', 'a1', undefined, '11'],
    ])
  })

  test('are what the call takes', () => {
    const all = depositFrom([output, { ...output, memo: 'm', address_from: 'z' }])
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
        expect(depositFrom(real(shuffled))).toEqual(depositFrom(real(given)))
      }),
    )
  })

  test('have one text for one amount, however it was written', () => {
    const texts = [['0.10'], ['0.05', '0.05'], ['0.1', '0']].map((amounts) =>
      depositFrom(amounts.map((amount) => ({ ...output, amount }))).map(({ amount }) => amount),
    )
    expect(texts).toEqual([['0.1'], ['0.1'], ['0.1']])
    expect(
      depositFrom([
        { ...output, amount: '100' },
        { ...output, amount: '0.00' },
      ])[0]?.amount,
    ).toBe('100')
  })

  test('lose and add nothing', () => {
    fc.assert(
      fc.property(outputs, (given) => {
        const sums = depositFrom(real(given)).map(({ amount }) => Math.round(Number(amount) * 1000))
        const all = given.reduce((total, { units }) => total + units, 0)
        expect(sums.reduce((total, units) => total + units, 0)).toBe(all)
      }),
    )
  })

  test('keep their request id when amounts and confirmations change', () => {
    const [first, later] = [
      depositFrom([output]),
      depositFrom([{ ...output, amount: '9', confirm: 60, balance: '1' }]),
    ]
    expect(first[0]?.request_id).toBe(depositRequestId(output))
    expect(later[0]?.request_id).toBe(first[0]?.request_id)
  })

  test('tell the fewest confirmations, and a source whatever the order', () => {
    const some = [
      { ...output, confirm: 5, address_from: 'y' },
      { ...output, confirm: 2, address_from: 'x' },
    ]
    expect(depositFrom(some)).toEqual(depositFrom(some.toReversed()))
    expect(depositFrom(some)[0]).toMatchObject({ confirm: 2, address_from: 'x' })
  })

  test('count an output that is given twice once, if it has a place', () => {
    const placed = { ...output, output: 0 }
    expect(depositFrom([placed, placed, { ...output, output: 1 }])[0]?.amount).toBe('0.2')
    expect(depositFrom([output, output])[0]?.amount).toBe('0.2')
  })

  test('are exact beyond the digits of a double', () => {
    const amounts = ['0.100000000000000000000000000001', '99999.9']
    expect(depositFrom(amounts.map((amount) => ({ ...output, amount })))[0]?.amount).toBe(
      '100000.000000000000000000000000000001',
    )
  })

  test('of nothing are none', () => {
    expect(depositFrom([])).toEqual([])
  })
})

describe('outputs that contradict each other', () => {
  test.each([
    ['balance', { balance: '1' }],
    ['status', { status: 0 }],
  ] as const)('in their %s are refused by the name of the member', (member, change) => {
    expect(() => depositFrom([output, { ...output, ...change }])).toThrow(
      expect.objectContaining({ code: 'OUTPUTS_DISAGREE', facts: { member, count: 2 } }),
    )
  })

  test('in the amount of one place are refused', () => {
    expect(() =>
      depositFrom([
        { ...output, output: 0 },
        { ...output, output: 0, amount: '7' },
      ]),
    ).toThrow(expect.objectContaining({ code: 'OUTPUTS_DISAGREE' }))
  })

  test('in zeros at the end alone do not', () => {
    expect(depositFrom([output, { ...output, balance: '12.5' }])[0]?.balance).toBe('12.5')
  })

  test.each(['-1', '1e-8', '', '1.', ' 1', '٣'])('an amount of %j is refused, and not repeated', (amount) => {
    expect(() => depositFrom([{ ...output, amount }])).toThrow(
      /^amount must be an exact decimal as text, without a sign\.$/,
    )
  })

  test('a number of confirmations that is none is refused', () => {
    expect(() => depositFrom([{ ...output, confirm: 1.5 }])).toThrow(TypeError)
  })
})
