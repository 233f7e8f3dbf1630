import { type OperationId, operations } from '@custody-wallet/types/operations'
import { nearestName } from '@custody-wallet/types/validate'
import { explain, parameters as predicates } from '@custody-wallet/types/validate'

import type { Violation } from './problem.ts'

/** Whether the contract has a call of this id. */
export const isOperation = (id: string): id is OperationId => Object.hasOwn(operations, id)

/** Finds what is wrong with the parameters of a call of the contract. Unknown names come with the nearest known one. */
export function contractViolations(id: OperationId, parameters: unknown): readonly Violation[] {
  if (predicates[id](parameters)) return []
  const { method, parameters: known, schemas } = operations[id]
  const place = method === 'GET' ? 'query' : 'body'
  return explain(schemas.parameters, parameters).map(({ pointer, rule, message }) => {
    const near = rule === 'unknown' ? nearestName(pointer.slice(1), Object.keys(known)) : undefined
    return { in: place, pointer, message: near === undefined ? message : `${message}; did you mean ${near}?` }
  })
}
