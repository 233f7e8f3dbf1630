import { type Decimal, isDecimal } from '@custody-wallet/types'

/**
 * Formats an amount of smallest units as a decimal without trailing zeros.
 *
 * @example
 * ```ts
 * import { formatAmount } from '@custody-wallet/demo/chain'
 *
 * console.log(formatAmount(1_500_000n, 8)) // 0.015
 * ```
 */
export function formatAmount(units: bigint | string, decimals: number): Decimal {
  const value = BigInt(units)
  const digits = `${value < 0n ? -value : value}`.padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const fraction = digits.slice(split).replace(/0+$/, '')
  const text = `${value < 0n ? '-' : ''}${digits.slice(0, split)}${fraction && `.${fraction}`}`
  if (!isDecimal(text)) throw new RangeError(`${text} has more than 36 digits.`)
  return text
}
