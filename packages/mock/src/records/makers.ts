import type { OperationId } from '@custody-wallet/types/operations'

import { account, availableAddresses, grant, receipt, user } from './accounts.ts'
import { delegation, mpcWithdrawal, networks } from './mpc.ts'
import { stake, stakingDetails } from './staking.ts'
import type { Subject } from './subject.ts'
import { deposit, minerFee, pendingWithdrawal, withdrawal } from './transfers.ts'

/** Makes a record, or the whole content of an answer without records. */
export type Maker = (subject: Subject) => object

/** Makers by their calls. Answers without content have none. */
export const makers: { readonly [Id in OperationId]?: Maker } = {
  getToken: grant,
  getAccount: account,
  findUser: user,
  countAvailableAddresses: availableAddresses,
  listWithdrawals: withdrawal,
  pullWithdrawals: pendingWithdrawal,
  syncDeposits: deposit,
  syncMinerFees: minerFee,
  notifyDeposit: receipt,
  listNetworks: networks,
  listMpcWithdrawals: mpcWithdrawal,
  listDelegations: delegation,
  listStakes: stake,
  getStakingDetails: stakingDetails,
}
