import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatAmount, toPositiveUnits, toUnits } from '../src/amounts.ts'

const decimals = fc.integer({ min: 0, max: 18 })

test('formatted units convert back to the same units', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), decimals, (units, places) => {
      expect(toUnits(formatAmount(units, places), places)).toBe(units)
    }),
  )
})

test('the sum of amounts equals the sum of their units', () => {
  const units = fc.bigInt(0n, 10n ** 29n)
  fc.assert(
    fc.property(units, units, decimals, (one, other, places) => {
      const sum = toUnits(formatAmount(one, places), places) + toUnits(formatAmount(other, places), places)
      expect(formatAmount(sum, places)).toBe(formatAmount(one + other, places))
    }),
  )
})

test.each([
  ['0.5', 8, 50_000_000n],
  ['0.50', 1, 5n],
  ['123456789012.123456789012345678', 18, 123_456_789_012_123_456_789_012_345_678n],
])('%s with %i decimal places is exact', (amount, places, units) => {
  expect(toPositiveUnits(amount, places)).toBe(units)
})

test.each([
  ['0', 8, 'An amount must be more than 0, not 0.'],
  ['-1', 8, 'An amount must be more than 0, not -1.'],
  ['0.001', 2, '0.001 has 3 decimal places; the coin allows 2.'],
  [`1${'0'.repeat(30)}`, 0, 'is too large: the limit is'],
  ['1e3', 0, 'An amount must be a decimal such as 0.5, not 1e3.'],
  ['', 0, 'An amount must be a decimal such as 0.5'],
  ['9'.repeat(37), 0, 'An amount must be a decimal such as 0.5'],
])('the amount %s with %i decimal places cannot be sent', (amount, places, text) => {
  expect(() => toPositiveUnits(amount, places)).toThrow(text)
})
