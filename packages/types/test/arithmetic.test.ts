import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { add, compare, type Decimal, isDecimal, subtract, sum } from '../src/arithmetic.ts'

function toDecimal(text: string): Decimal {
  if (!isDecimal(text)) throw new Error(`${text} is no decimal`)
  return text
}

/** Formats units at a fixed scale, without the code under test. */
function writeText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const split = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, split)}${scale > 0 ? '.' : ''}${digits.slice(split)}`
}

const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const scale = fc.integer({ min: 0, max: 34 })
const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), fc.integer({ min: 0, max: 15 }))
  .map(([value, decimals]) => toDecimal(writeText(value, decimals)))

describe('a sum', () => {
  test.each([
    [['0.1', '0.2'], '0.3'],
    [['1.50'], '1.50'],
    [['1.50', '-1.5'], '0.00'],
    [['-0.01', '0.001'], '-0.009'],
    [['9', '1'], '10'],
    [['0.1234567890123456789', '0.0000000000000000001'], '0.1234567890123456790'],
    [[], '0'],
  ])('of %j is %s', (terms, result) => {
    expect(sum(terms.map(toDecimal))).toBe(result)
  })

  test('may have more than 36 digits on the way', () => {
    const most = toDecimal('9'.repeat(36))
    expect(sum([most, toDecimal('1'), toDecimal('-1')])).toBe(most)
  })

  test.each([
    ['9'.repeat(36), '1'],
    [`-${'9'.repeat(36)}`, '-1'],
    ['1'.repeat(36), '0.1'],
    [`0.${'1'.repeat(35)}`, '10'],
  ])('of more than 36 digits is rejected, not rounded: %s and %s', (one, other) => {
    expect(() => add(toDecimal(one), toDecimal(other))).toThrow(RangeError)
    expect(() => add(toDecimal(one), toDecimal(other))).toThrow(/more than 36 digits/)
  })
})

const wrongTexts = ['', '1e5', '-0', '-0.0', '01', '.5', '1,5', ' 1', '1 ', '0x1', '1'.repeat(37), 'secret']
const wrong: readonly (readonly [string, unknown])[] = [
  ...wrongTexts.map((text) => [JSON.stringify(text), text] as const),
  ...[1.5, 2n, null, undefined, ['1']].map((value) => [String(value), value] as const),
]

test.each(wrong)('a value that is not a decimal is rejected, and does not appear in the error: %s', (_, value) => {
  for (const attempt of [add, subtract, compare]) {
    const ask = () => Reflect.apply(attempt, undefined, [value, toDecimal('1')])
    expect(ask).toThrow(TypeError)
    expect(ask).toThrow(/^An amount must be a decimal in a string: at most 36 digits, no exponent/)
    expect(ask).not.toThrow('secret')
  }
})

test.each([
  ['1.50', '1.5', 0],
  ['-0.1', '0', -1],
  ['0', '0.00', 0],
  ['10', '9', 1],
  ['0.10', '0.9', -1],
  ['-2', '-10', 1],
] as const)('%s compared with %s is %i', (one, other, order) => {
  expect(compare(toDecimal(one), toDecimal(other))).toBe(order)
})

describe('arithmetic', () => {
  test('agrees with integers at a fixed scale', () => {
    fc.assert(
      fc.property(units, units, scale, (one, other, decimals) => {
        fc.pre([one, other, one + other, one - other].every((each) => isDecimal(writeText(each, decimals))))
        const [a, b] = [toDecimal(writeText(one, decimals)), toDecimal(writeText(other, decimals))]
        expect(add(a, b)).toBe(writeText(one + other, decimals))
        expect(subtract(a, b)).toBe(writeText(one - other, decimals))
        expect(compare(a, b)).toBe(one === other ? 0 : one < other ? -1 : 1)
      }),
    )
  })

  test('returns decimals for terms of any scale', () => {
    fc.assert(
      fc.property(amounts, amounts, (one, other) => {
        expect(isDecimal(add(one, other))).toBe(true)
        expect(compare(subtract(add(one, other), other), one)).toBe(0)
      }),
    )
  })

  test('is commutative and associative', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (one, other, third) => {
        expect(add(one, other)).toBe(add(other, one))
        expect(add(add(one, other), third)).toBe(add(one, add(other, third)))
      }),
    )
  })

  test('has the same sum in any order', () => {
    const shuffled = fc
      .array(amounts, { maxLength: 12 })
      .chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
      )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(sum(other)).toBe(sum(list))
        expect(sum(list)).toBe(list.reduce(add, toDecimal('0')))
      }),
    )
  })

  test('orders by value', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (one, other, third) => {
        expect(compare(one, other)).toBe(compare(add(one, third), add(other, third)))
        expect(compare(one, other) + compare(other, one)).toBe(0)
      }),
    )
  })
})

test('parameters and results have the type Decimal', () => {
  expectTypeOf(add).toEqualTypeOf<(one: Decimal, other: Decimal) => Decimal>()
  expectTypeOf(sum).returns.toEqualTypeOf<Decimal>()
  expectTypeOf(compare).returns.toEqualTypeOf<-1 | 0 | 1>()
  // @ts-expect-error an unchecked text
  expect(add('1', '2')).toBe('3')
  // @ts-expect-error a number
  expect(() => sum([1])).toThrow(TypeError)
})
