import {
  type DelegationRecord,
  moveDelegation,
  type NewDelegation,
  orderDelegation,
} from '../resources/delegations.ts'
import { effects } from '../service/effects.ts'
import type { ControlContext, OfMerchant, RecordKey } from './context.ts'

/** Orders of bandwidth and energy for an address. */
export interface DelegationsControl {
  readonly create: (delegation: OfMerchant<NewDelegation>) => Promise<DelegationRecord>
  /** Sends the transactions; the chain confirms them. */
  readonly send: (key: RecordKey) => Promise<DelegationRecord>
  readonly fail: (key: RecordKey) => Promise<DelegationRecord>
}

export const delegationsControl = ({ run, appId }: ControlContext): DelegationsControl => ({
  create: ({ appId: owner = appId, ...given }) =>
    run((work) => orderDelegation(work, { ...given, appId: owner }, effects)),
  send: ({ id }) => run((work) => moveDelegation(work, id, 'send', effects)),
  fail: ({ id }) => run((work) => moveDelegation(work, id, 'fail', effects)),
})
