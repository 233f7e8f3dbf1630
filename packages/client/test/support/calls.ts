// Every call of a client by the id of its operation, with the parameters that the contract shows.
import type { OperationId } from '@custody-wallet/types/operations'

import { type Resources } from '../../src/generated/resources.ts'
import type { CallOptions, RawAnswer } from '../../src/index.ts'
import { answerOf, parametersOf } from './samples.ts'

interface Ready {
  (options?: CallOptions): Promise<unknown>
  raw(options?: CallOptions): Promise<RawAnswer<unknown, unknown>>
}

/** Every call of a client, ready to be made. */
export function everyCall(client: Resources): { readonly [Id in OperationId]: Ready } {
  const { token, withdrawals, accounts, deposits, minerFees, users, networks, mpcWithdrawals } = client
  const { staking, delegations, addresses, notifications } = client
  return {
    getToken: ready(token.get, 'getToken'),
    listWithdrawals: ready(withdrawals.list, 'listWithdrawals'),
    pullWithdrawals: ready(withdrawals.pull, 'pullWithdrawals'),
    cancelWithdrawal: ready(withdrawals.cancel, 'cancelWithdrawal'),
    getAccount: ready(accounts.get, 'getAccount'),
    syncDeposits: ready(deposits.sync, 'syncDeposits'),
    syncMinerFees: ready(minerFees.sync, 'syncMinerFees'),
    findUser: ready(users.find, 'findUser'),
    listNetworks: ready(networks.list, 'listNetworks'),
    listMpcWithdrawals: ready(mpcWithdrawals.list, 'listMpcWithdrawals'),
    getStakingDetails: ready(staking.details, 'getStakingDetails'),
    listStakes: ready(staking.list, 'listStakes'),
    listDelegations: ready(delegations.list, 'listDelegations'),
    countAvailableAddresses: ready(addresses.available, 'countAvailableAddresses'),
    registerAddresses: ready(addresses.register, 'registerAddresses'),
    notifyDeposit: ready(notifications.deposit, 'notifyDeposit'),
    notifyInternal: ready(notifications.internal, 'notifyInternal'),
  }
}

interface Offered<Given> {
  (parameters: Given, options?: CallOptions): Promise<unknown>
  readonly raw: (parameters: Given, options?: CallOptions) => Promise<RawAnswer<unknown, unknown>>
}

function ready<Id extends OperationId>(
  call: Offered<ReturnType<typeof parametersOf<Id>>>,
  operation: Id,
): Ready {
  const parameters = parametersOf(operation)
  return Object.assign((options?: CallOptions) => call(parameters, options), {
    raw: (options?: CallOptions) => call.raw(parameters, options),
  })
}

/** What a success of a call carries, as the contract shows it. */
export function contentOf(operation: OperationId): unknown {
  const answer: unknown = answerOf(operation, 'typical')
  const enveloped = typeof answer === 'object' && answer !== null && 'code' in answer
  if (!enveloped) return answer
  return 'data' in answer ? answer.data : undefined
}
