import type { Effects, SubjectEffects } from '../chain/transactions.ts'
import { delegationEffects } from '../resources/delegations.ts'
import { depositEffects } from '../resources/deposits.ts'
import { mpcWithdrawalEffects } from '../resources/mpc-withdrawals.ts'
import { stakeEffects } from '../resources/stakes.ts'
import { withdrawalEffects } from '../resources/withdrawal-lifecycle.ts'

const none: SubjectEffects = { seen: async () => {}, confirmed: async () => {} }

/** What the chain tells the records of transactions. */
export const effects: Effects = {
  delegation: delegationEffects,
  deposit: depositEffects,
  miner_fee: none,
  mpc_withdrawal: mpcWithdrawalEffects,
  stake: stakeEffects,
  withdrawal: withdrawalEffects,
}
