import type * as validate from '@custody-wallet/types/validate'

import type { Figure } from '../../figure.ts'
import { gzippedSize } from '../../measure.ts'

type Validate = typeof validate
type Checked = {
  [Name in keyof Validate]: Name extends `is${infer Checked}` ? Checked : never
}[keyof Validate]

/** Records that an answer is made of. */
export const records: readonly Checked[] = [
  'Withdrawal',
  'Deposit',
  'Account',
  'User',
  'MinerFee',
  'MpcWithdrawal',
  'StakingDetails',
  'Stake',
  'Networks',
  'Delegation',
  'PendingWithdrawal',
  'AvailableAddresses',
]

/** Measures what a page loads that checks one kind of record. */
export async function* sizes(): AsyncGenerator<Figure> {
  for (const record of records) {
    const value = await gzippedSize(`export { is${record} } from '@custody-wallet/types/validate'`)
    yield { name: `contract.size.${record}`, value, unit: 'B', goal: { op: '<', value: 1024 } }
  }
}
