// What the engine knows about types of records.
import type { StateTable } from '../states/table.ts'
import type { SubjectEffects, SubjectKind, Work } from '../work.ts'

/** A type of record, or another subject of timers and transactions. */
export interface RecordType extends Partial<SubjectEffects> {
  /** Advances a record when its timer runs. */
  readonly step?: (work: Work, id: number) => Promise<void>
  /** How to count records that no timer moves. */
  readonly waiting?: WaitingTable
}

export interface WaitingTable {
  readonly table: 'delegations' | 'deposits' | 'mpc_withdrawals' | 'stakes' | 'withdrawals'
  readonly states: StateTable
  /** Only for records that can be held: value of the state in which the chain moves them. */
  readonly onChain?: number
}

/** Types by the first word of subjects such as `withdrawal 12`. */
export type RecordTypes = Readonly<Record<string, RecordType>> & {
  readonly [Kind in SubjectKind]: RecordType & SubjectEffects
}

/** Runs the timer of a record, such as `withdrawal 12`. */
export async function runStep(types: RecordTypes, work: Work, subject: string): Promise<void> {
  const [name = '', id] = subject.split(' ')
  const step = Object.hasOwn(types, name) ? types[name]?.step : undefined
  if (!step) throw new TypeError(`A timer belongs to the unknown record ${subject}.`)
  await step(work, Number(id))
}
