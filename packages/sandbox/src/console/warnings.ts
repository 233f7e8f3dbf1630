import type { ControlId } from '../generated/calls.ts'

/** What destructive calls change. Their forms ask for confirmation. */
export const warnings: { readonly [Id in ControlId]?: string } = {
  'chain.reorg': 'Blocks of the network are replaced: credited deposits in them are undone until they confirm again.',
  'deposits.fail': 'The deposit is never credited.',
  'deposits.reject': 'The deposit is never credited.',
  'delegations.fail': 'The delegation ends without its resources.',
  'faults.clear': 'All active faults are removed.',
  'mpcWithdrawals.deny': 'The withdrawal ends without its payment.',
  'mpcWithdrawals.discard': 'The withdrawal ends without its payment.',
  'mpcWithdrawals.fail': 'The withdrawal ends without its payment.',
  'mpcWithdrawals.reject': 'The withdrawal ends without its payment.',
  'networks.close': 'MPC wallets of the merchant cannot use the network.',
  'stakes.fail': 'The stake ends.',
  'withdrawals.fail': 'The withdrawal ends without its payment.',
  reset: 'All records, merchants and settings are removed. Download a snapshot first to keep them.',
  restore: 'The snapshot replaces all data and the clock.',
}
