// What destructive calls change. Their buttons are red and ask for confirmation.
import type { ControlId } from '../generated/calls.ts'
import { stateTables } from '../states/all.ts'
import { getMeaning, type StateTable } from '../states/table.ts'

const warnings: { readonly [Id in ControlId]?: string } = {
  'chain.reorg': 'Blocks of the network are replaced: credited deposits in them are undone until they confirm again.',
  'faults.clear': 'All active faults are removed.',
  'networks.close': 'MPC wallets of the merchant cannot use the network.',
  reset: 'All records, merchants and settings are removed. Download a snapshot first to keep them.',
  restore: 'The snapshot replaces all data and the clock.',
}

/** Says what a destructive call changes; `undefined` for other calls. */
export const getWarning = (id: ControlId): string | undefined => warnings[id] ?? findFailure(id)

/** Finds the meaning of a call that only ends a record without success. */
function findFailure(id: ControlId): string | undefined {
  for (const table of Object.values(stateTables))
    for (const [name, action] of Object.entries(table.actions))
      if (action.call === id && !action.parameters && endsInFailure(table, name)) return getMeaning(table, action)
  return undefined
}

/** Whether an action leads to a state that the record never leaves successfully. */
export const endsInFailure = (table: StateTable, name: string): boolean =>
  table.states[getTarget(table, name) ?? '']?.tone === 'stop'

/** Returns the state after an action; `undefined` if it stays. */
export const getTarget = ({ actions, transitions }: StateTable, name: string): string | undefined =>
  transitions[actions[name]?.event ?? '']?.to
