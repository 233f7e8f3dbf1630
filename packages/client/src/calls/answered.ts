import { succeeded } from '@custody-wallet/types'

import { AnswerError } from '../errors/tree.ts'
import type { Asked, Prepared } from '../speech/speech.ts'

/** Rejects the answer to another call: a text that the request and the content of the answer both name must be the same. */
export const answered = ({ operation, parameters }: Asked, prepared: Prepared): Prepared => ({
  ...prepared,
  read: async (body, signal) => {
    const reading = await prepared.read(body, signal)
    const pointer = mismatchIn(reading.answer, new Map(Object.entries(Object(parameters))))
    if (pointer === undefined) return reading
    const issues = [{ pointer, message: 'differs from the request' }]
    throw new AnswerError('ANSWER_MISMATCHED', operation, { issues })
  },
})

/** Place of a text that is not the one that was given. */
function mismatchIn(answer: unknown, given: ReadonlyMap<string, unknown>): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('data' in answer) || !succeeded(answer))
    return undefined
  return differing(answer.data, given, '/data')
}

function differing(content: unknown, given: ReadonlyMap<string, unknown>, at: string): string | undefined {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return undefined
  for (const [name, member] of Object.entries(content)) {
    const wanted = given.get(name)
    const place = `${at}/${name}`
    if (typeof wanted === 'string' && typeof member === 'string' && wanted !== member) return place
    const deeper = differing(member, given, place)
    if (deeper !== undefined) return deeper
  }
  return undefined
}
