// One call: its handler, and the check of what the handler answers.
import type { SealedId } from '@custody-wallet/encryption'
import { NotSupportedError } from '@custody-wallet/encryption/gateway'
import type { Answers } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'
import { answers as predicates, explain, type Issue } from '@custody-wallet/types/validate'

import {
  type CallFacts,
  failureOf,
  type Handlers,
  hasCode,
  isRefusal,
  type Refusal,
  successOf,
} from './handlers.ts'

/** The operator's report about a handler whose answer breaks the contract. Callers get a 500. */
export class WrongAnswerError extends Error {
  override readonly name: string = 'WrongAnswerError'
  readonly operation: SealedId
  readonly issues: readonly Issue[]

  constructor(operation: SealedId, issues: readonly Issue[]) {
    const places = issues.map(({ pointer, message }) => `${pointer || 'the answer'} ${message}`)
    super(
      `The handler of ${operation} gave an answer that breaks the contract: ${places.join('; ')}. A handler returns the value of a success, or refuse(code).`,
    )
    this.operation = operation
    this.issues = issues
  }
}

/** The handler of a call is missing in a service with `partial: true`. Callers get HTTP 501. */
export class NotBuiltError extends NotSupportedError {
  override readonly name: string = 'NotBuiltError'
}

/** What a handler answered, as the plain view shows it. */
export interface Answered {
  readonly answer: Answers[SealedId]
  /** The code of a refusal; `0` for a success. */
  readonly code: string
}

/** Runs the handler of a call and checks its answer. The parameters fit the call already. */
export async function answerCall(
  handlers: Partial<Handlers>,
  parameters: unknown,
  call: CallFacts,
): Promise<Answered> {
  const { operation } = call
  const handler = handlers[operation]
  if (!handler) throw new NotBuiltError(`${operation} is not built.`)
  markUntyped(handler)
  const result = await returned(() => handler(parameters, call), operation)
  if (!isRefusal(result)) return { answer: checkedAnswer(operation, successOf(operation, result)), code: '0' }
  if (!hasCode(operation, result.refused)) throw new WrongAnswerError(operation, [unknownCode(result)])
  return { answer: checkedAnswer(operation, failureOf(operation, result)), code: result.refused }
}

async function returned(run: () => Promise<unknown>, operation: SealedId): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new TypeError(`The handler of ${operation} threw refuse('${error.refused}'). Return it instead.`, {
      cause: error,
    })
  }
}

const unknownCode = ({ refused }: Refusal): Issue => ({
  pointer: '/code',
  rule: 'choice',
  message: `must be a failure code that the contract knows for the call, not ${refused}`,
})

/** An answer of a call, if it fits the contract. */
export function checkedAnswer(operation: SealedId, answer: unknown): Answers[SealedId] {
  if (fits(operation, answer)) return answer
  throw new WrongAnswerError(operation, explain(operations[operation].schemas.answer, answer))
}

// For the compiler alone: it cannot see that handler, parameters and call belong to one operation.
function markUntyped(
  _handler: unknown,
): asserts _handler is (parameters: unknown, call: CallFacts) => Promise<unknown> {}

function fits(operation: SealedId, answer: unknown): answer is Answers[SealedId] {
  return predicates[operation](answer)
}
