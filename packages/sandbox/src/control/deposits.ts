import { decideDeposit, type Deposit, holdDeposit } from '../life/deposits.ts'
import { type DepositState, depositStates } from '../states/deposits.ts'
import { getStateName } from '../states/table.ts'
import type { Work } from '../work.ts'
import type { ControlContext, RecordKey } from './context.ts'

interface DepositSummary extends RecordKey {
  readonly state: DepositState
  readonly held: boolean
}

type Decision = (key: RecordKey) => Promise<DepositSummary>

/** Decisions about deposits. An accepted deposit is credited once it is confirmed. */
export type DepositsControl = Readonly<
  Record<'accept' | 'check' | 'fail' | 'hold' | 'pause' | 'reject' | 'release' | 'review', Decision>
>

const describeDeposit = ({ id, status, held }: Deposit): DepositSummary => ({
  id,
  state: getStateName(depositStates, status),
  held: held === 1,
})

export function createDepositsControl({ run }: Pick<ControlContext, 'run'>): DepositsControl {
  const createDecision =
    (change: (work: Work, id: number) => Promise<Deposit>): Decision =>
    ({ id }) =>
      run(async (work) => describeDeposit(await change(work, id)))
  return {
    accept: createDecision((work, id) => decideDeposit(work, id, 'accept')),
    check: createDecision((work, id) => decideDeposit(work, id, 'check')),
    fail: createDecision((work, id) => decideDeposit(work, id, 'fail')),
    hold: createDecision((work, id) => holdDeposit(work, id, 'hold')),
    pause: createDecision((work, id) => decideDeposit(work, id, 'pause')),
    reject: createDecision((work, id) => decideDeposit(work, id, 'reject')),
    release: createDecision((work, id) => holdDeposit(work, id, 'release')),
    review: createDecision((work, id) => decideDeposit(work, id, 'review')),
  }
}
