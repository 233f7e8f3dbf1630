// What the engine knows about types of records.
import type { RecordFacts } from '../states/guards.ts'
import type { StateTable } from '../states/table.ts'
import type { TableWith } from '../store/schema.ts'
import type { ReadOnlyWork, SubjectEffects, SubjectKind, Work } from '../work.ts'

/** A type of record with a state. */
export interface StatefulType extends SubjectEffects {
  readonly states: StateTable
  readonly table: TableWith<'app_id' | 'status' | 'symbol' | 'updated_at'>
  /** Reads what the guards of its actions need. */
  readonly readFacts: (work: ReadOnlyWork, id: number) => Promise<RecordFacts>
  /** Returns the step that the timer of a record takes. Default: the next step of its state. */
  readonly findNextStep?: (work: ReadOnlyWork, id: number) => Promise<{ readonly event: string } | undefined>
}

/** A type of record, or another subject of timers and transactions. */
export interface RecordType extends Partial<StatefulType> {
  /** Advances a record when its timer runs. */
  readonly step?: (work: Work, id: number) => Promise<void>
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
