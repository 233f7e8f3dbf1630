import type { Profile } from '@custody-wallet/encryption'
import type { Decimal } from '@custody-wallet/types'

/** A record that has both fee fields: a withdrawal, a deposit or an MPC withdrawal. */
export interface FeeRecord {
  readonly fee: Decimal
  readonly real_fee: Decimal
}

/**
 * The miner fee of a record. The interface does not show whether it is `fee` or `real_fee`, so `fees.minerFee` of the
 * profile must name the field; otherwise this throws a `TypeError`.
 *
 * @example
 * ```ts
 * import { type FeeRecord, minerFee } from '@custody-wallet/client'
 * import { isDecimal } from '@custody-wallet/client/decimal'
 *
 * const print = (record: FeeRecord) =>
 *   console.log(minerFee(record, { fees: { minerFee: 'real_fee' } }))
 * const [fee, real_fee] = ['0.0002', '0.00015']
 * if (isDecimal(fee) && isDecimal(real_fee)) print({ fee, real_fee })
 * ```
 */
export function minerFee(record: FeeRecord, { fees }: Pick<Profile, 'fees'>): Decimal {
  const field = fees.minerFee
  if (field !== 'fee' && field !== 'real_fee')
    throw new TypeError(
      'The interface does not show whether fee or real_fee is the miner fee. Set fees.minerFee of the profile.',
    )
  return record[field]
}
