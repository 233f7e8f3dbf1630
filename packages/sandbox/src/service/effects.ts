import type { Effects, SubjectEffects } from '../chain/transactions.ts'
import { depositEffects } from '../resources/deposits.ts'
import { withdrawalEffects } from '../resources/withdrawal-lifecycle.ts'

const none: SubjectEffects = { seen: async () => {}, confirmed: async () => {} }

/** What the chain tells the records of transactions. */
export const effects: Effects = {
  deposit: depositEffects,
  miner_fee: none,
  mpc_withdrawal: none,
  withdrawal: withdrawalEffects,
}
