import type { RecordType, RecordTypes, StatefulType } from './engine/record-types.ts'
import { collectionEffects, runCollectionStep } from './life/collection.ts'
import { delegationType } from './life/delegations.ts'
import { depositType } from './life/deposits.ts'
import { minerFeeType } from './life/miner-fees.ts'
import { mpcWithdrawalType } from './life/mpc-withdrawals.ts'
import { stakeType } from './life/stakes.ts'
import { withdrawalType } from './life/withdrawals.ts'
import { runNotificationStep } from './outbox/messages.ts'
import type { SubjectKind } from './work.ts'

/** Type of a record with a state. */
export type StatefulKind = Exclude<SubjectKind, 'collection'>

/** All types of records that the chain or a timer moves. */
export const recordTypes: RecordTypes & Readonly<Record<StatefulKind, StatefulType & RecordType>> = {
  deposit: depositType,
  withdrawal: withdrawalType,
  miner_fee: minerFeeType,
  mpc_withdrawal: mpcWithdrawalType,
  stake: stakeType,
  delegation: delegationType,
  collection: { ...collectionEffects, step: runCollectionStep },
  notification: { step: runNotificationStep },
}
