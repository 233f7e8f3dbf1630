import { decide, type Deposit, hold } from '../resources/deposit-lifecycle.ts'
import { type DepositState, depositStates } from '../states/deposits.ts'
import { stateOf } from '../states/table.ts'
import type { Work } from '../work.ts'
import type { ControlContext, RecordKey } from './context.ts'

/** What control shows of a deposit. */
interface DepositShown extends RecordKey {
  readonly state: DepositState
  readonly held: boolean
}

type Decision = (key: RecordKey) => Promise<DepositShown>

/** Decisions about deposits, by the table of states. An accepted deposit is credited once it is confirmed. */
export type DepositsControl = Readonly<
  Record<'accept' | 'check' | 'fail' | 'hold' | 'pause' | 'reject' | 'release' | 'review', Decision>
>

const shown = ({ id, status, held }: Deposit): DepositShown => ({
  id,
  state: stateOf(depositStates, status),
  held: held === 1,
})

export function depositsControl({ run }: Pick<ControlContext, 'run'>): DepositsControl {
  const decision =
    (change: (work: Work, id: number) => Promise<Deposit>): Decision =>
    ({ id }) =>
      run(async (work) => shown(await change(work, id)))
  return {
    accept: decision((work, id) => decide(work, id, 'accept')),
    check: decision((work, id) => decide(work, id, 'check')),
    fail: decision((work, id) => decide(work, id, 'fail')),
    hold: decision((work, id) => hold(work, id, 'hold')),
    pause: decision((work, id) => decide(work, id, 'pause')),
    reject: decision((work, id) => decide(work, id, 'reject')),
    release: decision((work, id) => hold(work, id, 'release')),
    review: decision((work, id) => decide(work, id, 'review')),
  }
}
