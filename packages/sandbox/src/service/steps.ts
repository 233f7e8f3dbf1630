import type { Effects } from '../chain/transactions.ts'
import { messageStep } from '../notifications/messages.ts'
import { collectionStep } from '../resources/collection.ts'
import { delegationStep } from '../resources/delegations.ts'
import { mpcWithdrawalStep } from '../resources/mpc-withdrawals.ts'
import { withdrawalStep } from '../resources/withdrawal-lifecycle.ts'
import type { Work } from '../work.ts'

/** What happens to a record when its timer runs. */
type Step = (work: Work, id: number, effects: Effects) => Promise<void>

/** Records that change by themselves, by the first word of a timer's subject. */
const steps: Readonly<Record<string, Step>> = {
  collection: collectionStep,
  delegation: delegationStep,
  mpc_withdrawal: mpcWithdrawalStep,
  notification: messageStep,
  withdrawal: withdrawalStep,
}

/** Runs the timer of a record, such as `withdrawal 12`. */
export async function runStep(work: Work, subject: string, effects: Effects): Promise<void> {
  const [record = '', id] = subject.split(' ')
  const step = Object.hasOwn(steps, record) ? steps[record] : undefined
  if (!step) throw new TypeError(`A timer belongs to the unknown record ${subject}.`)
  await step(work, Number(id), effects)
}
