import { delegationType, type NewDelegation, orderDelegation } from '../life/delegations.ts'
import type { SandboxRecord } from '../records/list.ts'
import { type DelegationAction, delegationStates } from '../states/delegations.ts'
import { createMoveCalls, type RecordCall, runChange } from './actions.ts'
import type { ControlContext, MerchantScoped } from './context.ts'

/** Control calls for delegations: orders of bandwidth and energy for an address. */
export interface DelegationsControl extends Readonly<Record<DelegationAction, RecordCall>> {
  readonly create: (delegation: MerchantScoped<NewDelegation>) => Promise<SandboxRecord>
}

export const createDelegationsControl = (context: ControlContext): DelegationsControl => ({
  ...createMoveCalls(context, 'delegation', delegationType, delegationStates),
  create: ({ appId = context.appId, ...input }) =>
    runChange(context, 'delegation', (work) => orderDelegation(work, { ...input, appId })),
})
