import type { OperationId } from '@custody-wallet/types/operations'
import { parseStrictly } from '@custody-wallet/types/validate'

import { AnswerError, type Source } from '../errors/tree.ts'

/** The JSON of an answer, read strictly. */
export function readJson(operation: OperationId, body: Uint8Array, source: Source): unknown {
  const answer = parseStrictly(body)
  if (answer === undefined) throw new AnswerError('ANSWER_UNREADABLE', operation, source)
  return answer
}
