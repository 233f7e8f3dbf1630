// A decimal as a whole number of its smallest units. Nothing here is ever a float.
import { type Decimal, isDecimal } from '@custody-wallet/types'

/** So many units, of which ten to the power of `scale` make one. */
export interface Scaled {
  readonly units: bigint
  readonly scale: number
}

/** Reads a decimal; what is none is a programmer's mistake, and its text is not repeated. */
export function scaledOf(value: Decimal): Scaled {
  if (!isDecimal(value))
    throw new TypeError(
      'An amount must be a decimal as text: at most 36 digits, no exponent, no leading zeros, no negative zero.',
    )
  const [whole = '', fraction = ''] = value.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** The same amount in units of a finer scale. */
export const unitsAt = ({ units, scale }: Scaled, finer: number): bigint =>
  units * 10n ** BigInt(finer - scale)

/** Writes a decimal with all digits of its scale. */
export function decimalOf({ units, scale }: Scaled): Decimal {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const text = scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-scale)}`
  if (!isDecimal(text))
    throw new RangeError('The result has more than the 36 digits that an amount may have.')
  return text
}
