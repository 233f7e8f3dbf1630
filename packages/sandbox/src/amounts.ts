// Amounts are integers in the smallest unit of their coin, so nothing is ever rounded.
import { formatAmount } from '@custody-wallet/demo/chain'
import { isDecimal } from '@custody-wallet/types'

export { formatAmount }

/** The amount is zero, negative or too large to send. */
export class AmountError extends Error {
  override readonly name: string = 'AmountError'
}

/** The amount has more decimal places than its coin. */
export class PrecisionError extends AmountError {
  override readonly name: string = 'PrecisionError'
}

/** Converts a decimal amount to the smallest units of its coin. */
export function toUnits(amount: string, decimals: number): bigint {
  if (!isDecimal(amount)) throw new TypeError(`An amount must be a decimal such as 0.5, not ${amount.slice(0, 40)}.`)
  const [whole = '', fraction = ''] = amount.split('.')
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > decimals)
    throw new PrecisionError(`${amount} has ${digits.length} decimal places; the coin allows ${decimals}.`)
  return BigInt(whole + digits.padEnd(decimals, '0'))
}

/** Exclusive limit of an amount. A balance has up to 36 digits, so it can hold a million such amounts. */
export const maxUnits: bigint = 10n ** 30n

/** Converts an amount to send: it must be more than 0 and less than `maxUnits`. */
export function toPositiveUnits(amount: string, decimals: number): bigint {
  const units = toUnits(amount, decimals)
  if (units <= 0n) throw new AmountError(`An amount must be more than 0, not ${amount}.`)
  if (units < maxUnits) return units
  throw new AmountError(`${amount} is too large: the limit is ${formatAmount(maxUnits, decimals)}.`)
}
