/**
 * Arithmetic on exact amounts, without floats. A result has as many places as the longest fraction among its terms, so
 * `1.50` stays `1.50`; one of more than 36 digits is a `RangeError`, never rounded.
 *
 * @example
 * ```ts
 * import { isDecimal, sum } from '@custody-wallet/client/decimal'
 *
 * const amounts = ['0.1', '0.2', '0.3000'].filter(isDecimal)
 * console.log(sum(amounts)) // 0.6000
 * ```
 *
 * @module
 */
import type { Decimal } from '@custody-wallet/types'

import { decimalOf, scaledOf, unitsAt } from './scaled.ts'

export { type Decimal, isDecimal } from '@custody-wallet/types'

/**
 * Adds two amounts.
 *
 * @example
 * ```ts
 * import { add, isDecimal } from '@custody-wallet/client/decimal'
 *
 * const [amount, fee] = ['0.015', '0.0001']
 * if (isDecimal(amount) && isDecimal(fee)) console.log(add(amount, fee)) // 0.0151
 * ```
 */
export const add = (one: Decimal, other: Decimal): Decimal => sum([one, other])

/**
 * Takes the second amount from the first.
 *
 * @example
 * ```ts
 * import { isDecimal, subtract } from '@custody-wallet/client/decimal'
 *
 * const [balance, amount] = ['1', '0.015']
 * if (isDecimal(balance) && isDecimal(amount)) console.log(subtract(balance, amount)) // 0.985
 * ```
 */
export function subtract(one: Decimal, other: Decimal): Decimal {
  const [from, take] = [scaledOf(one), scaledOf(other)]
  const scale = Math.max(from.scale, take.scale)
  return decimalOf({ units: unitsAt(from, scale) - unitsAt(take, scale), scale })
}

/**
 * Orders two amounts by value: -1, 0 or 1. Amounts that differ in their trailing zeros alone are equal.
 *
 * @example
 * ```ts
 * import { compare, isDecimal } from '@custody-wallet/client/decimal'
 *
 * const amounts = ['10', '9.5', '-1'].filter(isDecimal)
 * console.log(amounts.toSorted(compare)) // [ '-1', '9.5', '10' ]
 * ```
 */
export function compare(one: Decimal, other: Decimal): -1 | 0 | 1 {
  const [left, right] = [scaledOf(one), scaledOf(other)]
  const scale = Math.max(left.scale, right.scale)
  const difference = unitsAt(left, scale) - unitsAt(right, scale)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/**
 * Adds all amounts of a list, in any order; an empty list makes `0`. Only the result has to fit 36 digits.
 *
 * @example
 * ```ts
 * import { isDecimal, sum } from '@custody-wallet/client/decimal'
 *
 * console.log(sum(['0.1', '0.2'].filter(isDecimal)), sum([])) // 0.3 0
 * ```
 */
export function sum(amounts: Iterable<Decimal>): Decimal {
  const terms = Array.from(amounts, scaledOf)
  const scale = terms.reduce((most, term) => Math.max(most, term.scale), 0)
  return decimalOf({ units: terms.reduce((total, term) => total + unitsAt(term, scale), 0n), scale })
}
