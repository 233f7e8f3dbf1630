// Amounts are integers of a coin's smallest unit: no rounding, in any place.
import { formatAmount } from '@custody-wallet/server/chain'
import { isDecimal } from '@custody-wallet/types'

export { formatAmount }

/** An amount is not one that can be sent. */
export class AmountError extends Error {
  override readonly name: string = 'AmountError'
}

/** An amount has more decimal places than its coin. */
export class PrecisionError extends AmountError {
  override readonly name: string = 'PrecisionError'
}

/** The smallest units of an amount. */
export function toUnits(amount: string, decimals: number): bigint {
  if (!isDecimal(amount))
    throw new TypeError(`An amount must be an exact decimal, not ${amount.slice(0, 40)}.`)
  const [whole = '', fraction = ''] = amount.split('.')
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > decimals)
    throw new PrecisionError(`${amount} has ${digits.length} decimal places; the coin has ${decimals}.`)
  return BigInt(whole + digits.padEnd(decimals, '0'))
}

/** Units that no amount reaches: 36 digits of an account hold a million of these, so that each balance can be shown. */
export const maxUnits: bigint = 10n ** 30n

/** The smallest units of an amount that someone sends: more than 0, and few enough that a balance can hold them. */
export function toPositiveUnits(amount: string, decimals: number): bigint {
  const units = toUnits(amount, decimals)
  if (units <= 0n) throw new AmountError(`An amount must be more than 0, not ${amount}.`)
  if (units < maxUnits) return units
  throw new AmountError(
    `${amount} is more than the sandbox keeps: ${formatAmount(maxUnits, decimals)} is the limit.`,
  )
}
