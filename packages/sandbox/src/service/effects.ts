import type { Effects, SubjectEffects } from '../chain/transactions.ts'
import { collectionEffects } from '../resources/collection.ts'
import { delegationEffects } from '../resources/delegations.ts'
import { depositEffects } from '../resources/deposit-lifecycle.ts'
import { minerFeeEffects } from '../resources/miner-fees.ts'
import { mpcWithdrawalEffects } from '../resources/mpc-withdrawals.ts'
import { stakeEffects } from '../resources/stakes.ts'
import { withdrawalEffects } from '../resources/withdrawal-lifecycle.ts'

/** A record that stays as it is when its block is removed: it only shows the new transaction. */
const followingOf = (table: 'miner_fees' | 'mpc_withdrawals' | 'withdrawals'): SubjectEffects['removed'] =>
  async function removed({ db, now }, id, { transaction: { txid } }) {
    await db
      .updateTable(table)
      .set({ txid, confirmations: 0, updated_at: now })
      .where('id', '=', id)
      .execute()
    return false
  }

// A step of a stake keeps the height that it had: only its transaction is another one.
const stakeRemoved: SubjectEffects['removed'] = async ({ db }, id, { transaction: { txid }, before }) => {
  await db
    .updateTable('stake_steps')
    .set({ txid })
    .where('stake_id', '=', id)
    .where('txid', '=', before)
    .execute()
  return false
}

const delegationRemoved: SubjectEffects['removed'] = async (
  { db },
  id,
  { transaction: { txid }, before },
) => {
  for (const column of ['net_txid', 'energy_txid'] as const)
    await db
      .updateTable('delegations')
      .set({ [column]: txid })
      .where('id', '=', id)
      .where(column, '=', before)
      .execute()
  return false
}

/** What the chain tells the records of transactions. */
export const effects: Effects = {
  collection: collectionEffects,
  delegation: { ...delegationEffects, removed: delegationRemoved },
  deposit: depositEffects,
  miner_fee: { ...minerFeeEffects, removed: followingOf('miner_fees') },
  mpc_withdrawal: { ...mpcWithdrawalEffects, removed: followingOf('mpc_withdrawals') },
  stake: { ...stakeEffects, removed: stakeRemoved },
  withdrawal: { ...withdrawalEffects, removed: followingOf('withdrawals') },
}
