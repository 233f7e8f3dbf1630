import { type Operation, type OperationId, operations } from '@custody-wallet/types/operations'

/** What takes a list of any length instead of a call. */
const splitters: { readonly [Id in OperationId]?: string } = {
  getStakingDetails: 'withWorkflows(custody).staking.details',
  listDelegations: 'withWorkflows(custody).delegations.list',
  listMpcWithdrawals: 'withWorkflows(custody).mpcWithdrawals.list',
  listWithdrawals: 'withWorkflows(custody).withdrawals.list',
  registerAddresses: 'registerAddresses(custody, ...)',
}

/** Names what splits the list of a call. */
export const splitterOf = (operation: OperationId): string | undefined => {
  const splitter = splitters[operation]
  return splitter && `${splitter} of @custody-wallet/client/workflows takes a list of any length.`
}

/** The same, where a list is too long for one call. */
export function stepForList(operation: OperationId, parameters: unknown): string | undefined {
  const { batch }: Operation = operations[operation]
  if (!batch || typeof parameters !== 'object' || parameters === null) return undefined
  const list: unknown = Reflect.get(parameters, batch.parameter)
  return Array.isArray(list) && list.length > batch.maximum ? splitterOf(operation) : undefined
}
