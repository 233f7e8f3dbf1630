import type { RecordFacts } from '../states/guards.ts'
import { findObstacle, getMeaning, type StateTable } from '../states/table.ts'

/** An action of a record, which is a control call. */
export interface PossibleAction {
  readonly name: string
  readonly call: string
  readonly parameters: Readonly<Record<string, number | string>>
  readonly meaning: string
  /** Why the action is not possible now; absent if it is possible. */
  readonly reason?: string
}

/** Lists the actions of a record. Actions that are not possible now have a reason. */
export const listActions = (states: StateTable, facts: RecordFacts): readonly PossibleAction[] =>
  Object.entries(states.actions).map(([name, action]) => {
    const reason = findObstacle(states, action, facts)
    return {
      name,
      call: action.call,
      parameters: { id: facts.id, ...action.parameters },
      meaning: getMeaning(states, action),
      ...(reason !== undefined && { reason }),
    }
  })
