import type { Effects } from '../chain/transactions.ts'
import { collectionEffects } from '../resources/collection.ts'
import { delegationEffects } from '../resources/delegations.ts'
import { depositEffects } from '../resources/deposit-lifecycle.ts'
import { minerFeeEffects } from '../resources/miner-fees.ts'
import { mpcWithdrawalEffects } from '../resources/mpc-withdrawals.ts'
import { stakeEffects } from '../resources/stakes.ts'
import { withdrawalEffects } from '../resources/withdrawal-lifecycle.ts'

/** Effects of the chain by type of record. */
export const effects: Effects = {
  collection: collectionEffects,
  delegation: delegationEffects,
  deposit: depositEffects,
  miner_fee: minerFeeEffects,
  mpc_withdrawal: mpcWithdrawalEffects,
  stake: stakeEffects,
  withdrawal: withdrawalEffects,
}
