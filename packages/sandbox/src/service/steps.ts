import type { Effects } from '../chain/transactions.ts'
import { runNotificationStep } from '../notifications/messages.ts'
import { runCollectionStep } from '../resources/collection.ts'
import { runDelegationStep } from '../resources/delegations.ts'
import { runMpcWithdrawalStep } from '../resources/mpc-withdrawals.ts'
import { runWithdrawalStep } from '../resources/withdrawal-lifecycle.ts'
import type { Work } from '../work.ts'

/** Advances a record when its timer runs. */
type StepFunction = (work: Work, id: number, effects: Effects) => Promise<void>

/** Steps by type of record, which is the first word of a timer's subject. */
const steps: Readonly<Record<string, StepFunction>> = {
  collection: runCollectionStep,
  delegation: runDelegationStep,
  mpc_withdrawal: runMpcWithdrawalStep,
  notification: runNotificationStep,
  withdrawal: runWithdrawalStep,
}

/** Runs the timer of a record, such as `withdrawal 12`. */
export async function runStep(work: Work, subject: string, effects: Effects): Promise<void> {
  const [record = '', id] = subject.split(' ')
  const step = Object.hasOwn(steps, record) ? steps[record] : undefined
  if (!step) throw new TypeError(`A timer belongs to the unknown record ${subject}.`)
  await step(work, Number(id), effects)
}
