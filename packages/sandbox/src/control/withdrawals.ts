import {
  actOnWithdrawal,
  type Audit,
  auditWithdrawal,
  endUnpaidWithdrawal,
  requestWithdrawal,
  simpleActions,
  type Withdrawal,
  getWithdrawal,
  type WithdrawalRequest,
} from '../life/withdrawals.ts'
import type { SandboxRecord } from '../records/list.ts'
import type { Work } from '../work.ts'
import { createActionCalls, type RecordCall, runChange } from './actions.ts'
import type { ControlContext, MerchantScoped, RecordKey } from './context.ts'

type Failure = RecordKey & { readonly reason?: string | undefined }

/** Control calls for withdrawals. */
export interface WithdrawalsControl extends Readonly<Record<(typeof simpleActions)[number], RecordCall>> {
  readonly request: (request: MerchantScoped<WithdrawalRequest>) => Promise<SandboxRecord>
  /** Records the decision of the merchant or of the platform. */
  readonly audit: RecordCall<RecordKey & Audit>
  readonly fail: RecordCall<Failure>
}

export function createWithdrawalsControl(context: ControlContext): WithdrawalsControl {
  const change = (work: (work: Work) => Promise<Withdrawal>) =>
    runChange(context, 'withdrawal', async (unit) => (await work(unit)).id)
  return {
    ...createActionCalls(context, 'withdrawal', simpleActions, actOnWithdrawal),
    request: ({ appId = context.appId, ...request }) => change((work) => requestWithdrawal(work, appId, request)),
    audit: ({ id, ...audit }) => change(async (work) => auditWithdrawal(work, await getWithdrawal(work, id), audit)),
    fail: ({ id, reason = '' }) =>
      change(async (work) => endUnpaidWithdrawal(work, await getWithdrawal(work, id), 'fail', reason)),
  }
}
