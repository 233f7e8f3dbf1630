import { type DelegationRecord, moveDelegation, type NewDelegation, orderDelegation } from '../resources/delegations.ts'
import type { ControlContext, MerchantScoped, RecordKey } from './context.ts'

/** Control calls for delegations: orders of bandwidth and energy for an address. */
export interface DelegationsControl {
  readonly create: (delegation: MerchantScoped<NewDelegation>) => Promise<DelegationRecord>
  /** Sends the transactions; the chain confirms them. */
  readonly send: (key: RecordKey) => Promise<DelegationRecord>
  readonly fail: (key: RecordKey) => Promise<DelegationRecord>
}

export const createDelegationsControl = ({ run, appId }: ControlContext): DelegationsControl => ({
  create: ({ appId: owner = appId, ...input }) => run((work) => orderDelegation(work, { ...input, appId: owner })),
  send: ({ id }) => run((work) => moveDelegation(work, id, 'send')),
  fail: ({ id }) => run((work) => moveDelegation(work, id, 'fail')),
})
