/**
 * Exact arithmetic on amounts. A result has as many decimal places as its longest term, so `1.50` stays `1.50`. A result
 * is never rounded: more than 36 digits throw a `RangeError`.
 *
 * @example
 * ```ts
 * import { isDecimal, sum } from '@custody-wallet/types/arithmetic'
 *
 * const amounts = ['0.1', '0.2', '0.3000'].filter(isDecimal)
 * console.log(sum(amounts)) // 0.6000
 * ```
 *
 * @module
 */
import { type Decimal, isDecimal } from './decimal.ts'

export { type Decimal, isDecimal } from './decimal.ts'

/**
 * Adds two amounts.
 *
 * @example
 * ```ts
 * import { add, isDecimal } from '@custody-wallet/types/arithmetic'
 *
 * const [amount, fee] = ['0.015', '0.0001']
 * if (isDecimal(amount) && isDecimal(fee)) console.log(add(amount, fee)) // 0.0151
 * ```
 */
export const add = (one: Decimal, other: Decimal): Decimal => sum([one, other])

/**
 * Subtracts the second amount from the first.
 *
 * @example
 * ```ts
 * import { isDecimal, subtract } from '@custody-wallet/types/arithmetic'
 *
 * const [balance, amount] = ['1', '0.015']
 * if (isDecimal(balance) && isDecimal(amount)) console.log(subtract(balance, amount)) // 0.985
 * ```
 */
export function subtract(one: Decimal, other: Decimal): Decimal {
  const [from, take] = [toScaled(one), toScaled(other)]
  const scale = Math.max(from.scale, take.scale)
  return writeDecimal({ units: computeUnits(from, scale) - computeUnits(take, scale), scale })
}

/**
 * Compares two amounts by value, and returns -1, 0 or 1. Trailing zeros make no difference.
 *
 * @example
 * ```ts
 * import { compare, isDecimal } from '@custody-wallet/types/arithmetic'
 *
 * const amounts = ['10', '9.5', '-1'].filter(isDecimal)
 * console.log(amounts.toSorted(compare)) // [ '-1', '9.5', '10' ]
 * ```
 */
export function compare(one: Decimal, other: Decimal): -1 | 0 | 1 {
  const [left, right] = [toScaled(one), toScaled(other)]
  const scale = Math.max(left.scale, right.scale)
  const difference = computeUnits(left, scale) - computeUnits(right, scale)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/**
 * Adds up a list of amounts. The sum of an empty list is `0`. Only the result must fit 36 digits.
 *
 * @example
 * ```ts
 * import { isDecimal, sum } from '@custody-wallet/types/arithmetic'
 *
 * console.log(sum(['0.1', '0.2'].filter(isDecimal)), sum([])) // 0.3 0
 * ```
 */
export function sum(amounts: Iterable<Decimal>): Decimal {
  const terms = Array.from(amounts, toScaled)
  const scale = terms.reduce((most, term) => Math.max(most, term.scale), 0)
  return writeDecimal({ units: terms.reduce((total, term) => total + computeUnits(term, scale), 0n), scale })
}

/** An amount of `units` times ten to the power of minus `scale`. */
interface ScaledAmount {
  readonly units: bigint
  readonly scale: number
}

// The error leaves out the value, which may be anything.
function toScaled(value: Decimal): ScaledAmount {
  if (!isDecimal(value))
    throw new TypeError(
      'An amount must be a decimal in a string: at most 36 digits, no exponent, no leading zeros, no negative zero.',
    )
  const [integer = '', fraction = ''] = value.split('.')
  return { units: BigInt(integer + fraction), scale: fraction.length }
}

const computeUnits = ({ units, scale }: ScaledAmount, finer: number): bigint => units * 10n ** BigInt(finer - scale)

function writeDecimal({ units, scale }: ScaledAmount): Decimal {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const integer = digits.slice(0, digits.length - scale)
  const text = scale === 0 ? `${sign}${integer}` : `${sign}${integer}.${digits.slice(-scale)}`
  if (!isDecimal(text))
    throw new RangeError('The result has more than 36 digits. Use smaller amounts or fewer decimal places.')
  return text
}
