// Every call of a client by operation id, with the example parameters of the contract.
import type { OperationId } from '@custody-wallet/types/operations'

import { type Resources } from '../../src/generated/resources.ts'
import type { CallOptions, RawResponse } from '../../src/index.ts'
import { getSampleResponse, getSampleParameters } from './samples.ts'

interface ReadyCall {
  (options?: CallOptions): Promise<unknown>
  raw(options?: CallOptions): Promise<RawResponse<unknown, unknown>>
}

/** All calls of a client, with parameters. */
export function createCalls(client: Resources): { readonly [Id in OperationId]: ReadyCall } {
  const { token, withdrawals, accounts, deposits, minerFees, users, networks, mpcWithdrawals } = client
  const { staking, delegations, addresses, notifications } = client
  return {
    getToken: createReadyCall(token.get, 'getToken'),
    listWithdrawals: createReadyCall(withdrawals.list, 'listWithdrawals'),
    pullWithdrawals: createReadyCall(withdrawals.pull, 'pullWithdrawals'),
    cancelWithdrawal: createReadyCall(withdrawals.cancel, 'cancelWithdrawal'),
    getAccount: createReadyCall(accounts.get, 'getAccount'),
    syncDeposits: createReadyCall(deposits.sync, 'syncDeposits'),
    syncMinerFees: createReadyCall(minerFees.sync, 'syncMinerFees'),
    findUser: createReadyCall(users.find, 'findUser'),
    listNetworks: createReadyCall(networks.list, 'listNetworks'),
    listMpcWithdrawals: createReadyCall(mpcWithdrawals.list, 'listMpcWithdrawals'),
    getStakingDetails: createReadyCall(staking.details, 'getStakingDetails'),
    listStakes: createReadyCall(staking.list, 'listStakes'),
    listDelegations: createReadyCall(delegations.list, 'listDelegations'),
    countAvailableAddresses: createReadyCall(addresses.available, 'countAvailableAddresses'),
    registerAddresses: createReadyCall(addresses.register, 'registerAddresses'),
    notifyDeposit: createReadyCall(notifications.deposit, 'notifyDeposit'),
    notifyInternal: createReadyCall(notifications.internal, 'notifyInternal'),
  }
}

interface OfferedCall<Input> {
  (parameters: Input, options?: CallOptions): Promise<unknown>
  readonly raw: (parameters: Input, options?: CallOptions) => Promise<RawResponse<unknown, unknown>>
}

function createReadyCall<Id extends OperationId>(
  call: OfferedCall<ReturnType<typeof getSampleParameters<Id>>>,
  operation: Id,
): ReadyCall {
  const parameters = getSampleParameters(operation)
  return Object.assign((options?: CallOptions) => call(parameters, options), {
    raw: (options?: CallOptions) => call.raw(parameters, options),
  })
}

/** The value of a success, from the examples of the contract. */
export function getContent(operation: OperationId): unknown {
  const response: unknown = getSampleResponse(operation, 'typical')
  const hasEnvelope = typeof response === 'object' && response !== null && 'code' in response
  if (!hasEnvelope) return response
  return 'data' in response ? response.data : undefined
}
