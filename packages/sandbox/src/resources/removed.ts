import type { SubjectEffects } from '../chain/transactions.ts'

/** For records that stay as they are when their block is removed: they only show the new transaction. */
export const createRemovalHandler = (
  table: 'miner_fees' | 'mpc_withdrawals' | 'withdrawals',
): SubjectEffects['onRemoved'] =>
  async function removed({ db, now }, id, { transaction: { txid } }) {
    await db
      .updateTable(table)
      .set({ txid, confirmations: 0, updated_at: now })
      .where('id', '=', id)
      .execute()
    return false
  }
