import { type OperationId, operations } from '@custody-wallet/types/operations'
import {
  explain,
  type Issue,
  findNearestName,
  parameters as predicates,
} from '@custody-wallet/types/validate'

import type { CallDescription } from './calls.ts'
import type { Violation } from './problem.ts'

/** Whether the contract has a call of this id. */
export const isOperation = (id: string): id is OperationId => Object.hasOwn(operations, id)

/** Finds what is wrong with the parameters of a call of the contract. Unknown names come with the nearest known one. */
export function findContractViolations(id: OperationId, parameters: unknown): readonly Violation[] {
  if (predicates[id](parameters)) return []
  const { method, parameters: known, schemas } = operations[id]
  return toViolations(explain(schemas.parameters, parameters), method, Object.keys(known))
}

/** Issues of the parameters of a call as violations. Unknown names come with the nearest known one. */
export const toViolations = (
  issues: readonly Issue[],
  method: CallDescription['method'],
  known: readonly string[],
): readonly Violation[] =>
  issues.map(({ pointer, rule, message }) => {
    const near = rule === 'unknown' ? findNearestName(pointer.slice(1), known) : undefined
    return {
      in: method === 'GET' ? 'query' : 'body',
      pointer,
      message: near === undefined ? message : `${message}; did you mean ${near}?`,
    }
  })
