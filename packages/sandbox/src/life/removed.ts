import type { SubjectEffects } from '../work.ts'

/** After a reorganization, these records only take the new txid. */
export const createRemovalHandler = (
  table: 'miner_fees' | 'mpc_withdrawals' | 'withdrawals',
): SubjectEffects['onRemoved'] =>
  async function handleRemoval({ db, now }, id, { transaction: { txid } }) {
    await db.updateTable(table).set({ txid, confirmations: 0, updated_at: now }).where('id', '=', id).execute()
    return false
  }
