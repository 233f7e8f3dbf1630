import { type OperationId, operations } from '@custody-wallet/types/operations'
import { explain, type Issue, findNearestName, parameters as predicates } from '@custody-wallet/types/validate'

import type { CallDescription } from './calls.ts'
import type { Violation } from './problem.ts'

/** Whether the contract has a call of this id. */
export const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id)

/** Finds violations of the contract in the parameters of a call. Messages suggest the nearest known name. */
export function findContractViolations(id: OperationId, parameters: unknown): readonly Violation[] {
  if (predicates[id](parameters)) return []
  const { method, parameters: known, schemas } = operations[id]
  return toViolations(explain(schemas.parameters, parameters), method, Object.keys(known))
}

/** Converts issues to violations. Messages suggest the nearest known name. */
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
