// Control calls that change a record. All of them return it as the lists show it.
import { moveRecord, type MovingRow, type MovingType } from '../life/moves.ts'
import type { RecordKindName } from '../records/kinds.ts'
import { getRecord, type SandboxRecord } from '../records/list.ts'
import { listNames, type StateTable } from '../states/table.ts'
import type { Work } from '../work.ts'
import type { ControlContext, RecordKey } from './context.ts'

/** Changes a record, and returns it. */
export type RecordCall<Key extends RecordKey = RecordKey> = (key: Key) => Promise<SandboxRecord>

/** Runs a change of a record, which returns its id. */
export const runChange = (
  { run }: Pick<ControlContext, 'run'>,
  kind: RecordKindName,
  change: (work: Work) => Promise<number>,
): Promise<SandboxRecord> => run(async (work) => getRecord(work.db, kind, await change(work)))

/** Creates the calls of actions without further parameters. */
export function createActionCalls<Action extends string>(
  context: Pick<ControlContext, 'run'>,
  kind: RecordKindName,
  actions: readonly Action[],
  act: (work: Work, id: number, action: Action) => Promise<void>,
): Readonly<Record<Action, RecordCall>> {
  const createCall =
    (action: Action): RecordCall =>
    ({ id }) =>
      runChange(context, kind, async (work) => {
        await act(work, id, action)
        return id
      })
  const calls = Object.fromEntries(actions.map((action) => [action, createCall(action)]))
  checkNames(calls, actions)
  return calls
}

/** Creates the calls of a type whose actions are moves. */
export const createMoveCalls = <Row extends MovingRow, Event extends string, Action extends Event>(
  context: Pick<ControlContext, 'run'>,
  kind: RecordKindName,
  type: MovingType<Row, Event>,
  { actions }: StateTable<string, Event, Action>,
): Readonly<Record<Action, RecordCall>> =>
  createActionCalls(context, kind, listNames(actions), (work, id, action) => moveRecord(work, type, id, action))

function checkNames<Name extends string, Value>(
  table: Readonly<Record<string, Value>>,
  names: readonly Name[],
): asserts table is Readonly<Record<Name, Value>> {
  const missing = names.find((name) => !Object.hasOwn(table, name))
  if (missing !== undefined) throw new TypeError(`The table has no ${missing}.`)
}
