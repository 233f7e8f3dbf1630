import { decideDeposit, holdDeposit } from '../life/deposits.ts'
import { type DepositDecision, depositStates } from '../states/deposits.ts'
import type { HoldEvent } from '../states/holds.ts'
import { listNames } from '../states/table.ts'
import { createActionCalls, type RecordCall } from './actions.ts'
import type { ControlContext } from './context.ts'

/** Decisions about deposits. An accepted deposit is credited once it is confirmed. */
export type DepositsControl = Readonly<Record<DepositDecision | HoldEvent, RecordCall>>

export const createDepositsControl = (context: Pick<ControlContext, 'run'>): DepositsControl =>
  createActionCalls(context, 'deposit', listNames(depositStates.actions), (work, id, action) =>
    action === 'hold' || action === 'release' ? holdDeposit(work, id, action) : decideDeposit(work, id, action),
  )
