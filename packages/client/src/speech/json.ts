import type { OperationId } from '@custody-wallet/types/operations'

import { AnswerError, type Source } from '../errors/tree.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The JSON of an answer. The text of the parser's error repeats content, so it goes no further. */
export function readJson(operation: OperationId, body: Uint8Array, source: Source): unknown {
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    throw new AnswerError('ANSWER_UNREADABLE', operation, source)
  }
}
