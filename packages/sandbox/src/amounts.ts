// Amounts are whole numbers of a coin's smallest unit: no rounding, in any place.
import { type Decimal, isDecimal } from '@custody-wallet/types'

/** An amount has more decimal places than its coin. */
export class PrecisionError extends Error {
  override readonly name: string = 'PrecisionError'
}

/** The smallest units of an amount. */
export function unitsOf(amount: string, decimals: number): bigint {
  if (!isDecimal(amount))
    throw new TypeError(`An amount must be an exact decimal, not ${amount.slice(0, 40)}.`)
  const [whole = '', fraction = ''] = amount.split('.')
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > decimals)
    throw new PrecisionError(`${amount} has ${digits.length} decimal places; the coin has ${decimals}.`)
  return BigInt(whole + digits.padEnd(decimals, '0'))
}

/** The amount of some smallest units, without zeros at its end. */
export function amountOf(units: bigint | string, decimals: number): Decimal {
  const value = BigInt(units)
  const digits = `${value < 0n ? -value : value}`.padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const fraction = digits.slice(split).replace(/0+$/, '')
  const text = `${value < 0n ? '-' : ''}${digits.slice(0, split)}${fraction && `.${fraction}`}`
  if (!isDecimal(text)) throw new RangeError(`${text} has more than 36 digits.`)
  return text
}
