import type { Engine } from '../engine.ts'
import { decide, type Deposit, hold } from '../resources/deposit-records.ts'
import { depositStates } from '../states/deposits.ts'
import { stateOf } from '../states/table.ts'
import type { Work } from '../work.ts'

/** Names a deposit by the id that the merchant sees. */
interface DepositId {
  readonly id: number
}

/** What control shows of a deposit. */
interface DepositShown extends DepositId {
  readonly state: string
  readonly held: boolean
}

type Decision = (deposit: DepositId) => Promise<DepositShown>

/** Decisions about deposits, by the table of states. An accepted deposit is credited once it is confirmed. */
export interface DepositControl {
  readonly deposits: Readonly<
    Record<'accept' | 'check' | 'fail' | 'hold' | 'pause' | 'reject' | 'release' | 'review', Decision>
  >
}

const shown = ({ id, status, held }: Deposit): DepositShown => ({
  id,
  state: stateOf(depositStates, status),
  held: held === 1,
})

export function depositControl({ run }: Pick<Engine, 'run'>): DepositControl {
  const decision =
    (change: (work: Work, id: number) => Promise<Deposit>): Decision =>
    ({ id }) =>
      run(async (work) => shown(await change(work, id)))
  return {
    deposits: {
      accept: decision((work, id) => decide(work, id, 'accept')),
      check: decision((work, id) => decide(work, id, 'check')),
      fail: decision((work, id) => decide(work, id, 'fail')),
      hold: decision((work, id) => hold(work, id, 1)),
      pause: decision((work, id) => decide(work, id, 'pause')),
      reject: decision((work, id) => decide(work, id, 'reject')),
      release: decision((work, id) => hold(work, id, 0)),
      review: decision((work, id) => decide(work, id, 'review')),
    },
  }
}
