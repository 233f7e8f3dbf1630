import type { OperationId } from '@custody-wallet/types/operations'

import { createAccount, createAvailableAddresses, createGrant, createReceipt, createUser } from './accounts.ts'
import { createDelegation, createMpcWithdrawal, createNetworks } from './mpc.ts'
import { createStake, createStakingDetails } from './staking.ts'
import type { Subject } from './subject.ts'
import { createDeposit, createMinerFee, createPendingWithdrawal, createWithdrawal } from './transfers.ts'

/** Creates a record, or the content of a response without records. */
export type Maker = (subject: Subject) => object

/** Makers by call. Calls whose responses have no content have no maker. */
export const makers: { readonly [Id in OperationId]?: Maker } = {
  getToken: createGrant,
  getAccount: createAccount,
  findUser: createUser,
  countAvailableAddresses: createAvailableAddresses,
  listWithdrawals: createWithdrawal,
  pullWithdrawals: createPendingWithdrawal,
  syncDeposits: createDeposit,
  syncMinerFees: createMinerFee,
  notifyDeposit: createReceipt,
  listNetworks: createNetworks,
  listMpcWithdrawals: createMpcWithdrawal,
  listDelegations: createDelegation,
  listStakes: createStake,
  getStakingDetails: createStakingDetails,
}
