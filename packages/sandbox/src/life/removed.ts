import type { TableWith } from '../store/schema.ts'
import type { SubjectEffects } from '../work.ts'

/** After a reorganization, these records only take the new txid. */
export const createRemovalHandler = (
  table: TableWith<'confirmations' | 'txid' | 'updated_at'>,
): SubjectEffects['onRemoved'] =>
  async function handleRemoval({ db, now }, id, { transaction: { txid } }) {
    await db.updateTable(table).set({ txid, confirmations: 0, updated_at: now }).where('id', '=', id).execute()
    return false
  }
