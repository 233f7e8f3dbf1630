import type { CallSettings } from '@custody-wallet/encryption'
import type { Decimal, Withdrawal } from '@custody-wallet/types'

/**
 * Reads the miner fee of a withdrawal, a deposit or an MPC withdrawal. The interface does not document whether it is `fee`
 * or `real_fee`. Set `fees.minerFee` of the profile to the field; without it, this throws a `TypeError`.
 *
 * @example
 * ```ts
 * import { readMinerFee } from '@custody-wallet/client'
 * import { isDecimal } from '@custody-wallet/client/decimal'
 *
 * const [fee, real_fee] = ['0.0002', '0.00015']
 * if (isDecimal(fee) && isDecimal(real_fee)) console.log(readMinerFee({ fee, real_fee }, { fees: { minerFee: 'real_fee' } }))
 * ```
 */
export function readMinerFee(
  record: Pick<Withdrawal, 'fee' | 'real_fee'>,
  { fees }: Pick<CallSettings, 'fees'>,
): Decimal {
  const field = fees.minerFee
  if (field !== 'fee' && field !== 'real_fee')
    throw new TypeError(
      'The interface does not document whether fee or real_fee is the miner fee. Set fees.minerFee of the profile.',
    )
  return record[field]
}
