/** The branches of an answer that are no failure: those whose code is 0, and bare values. */
export type Success<Answer> = Answer extends { readonly code: infer Code }
  ? string extends Code
    ? never
    : number extends Code
      ? never
      : Answer
  : Answer

/**
 * Tells a success from a failure, by the code alone. A bare value, as MPC calls answer, is a success; an object with a
 * code is judged by it.
 *
 * @example
 * ```ts
 * import { type Answers, succeeded } from '@custody-wallet/types'
 *
 * const amounts = (answer: Answers['listWithdrawals']): string[] =>
 *   succeeded(answer) ? answer.data.map(({ amount }) => amount) : []
 * console.log(amounts({ code: '100004', msg: 'a parameter is wrong' }))
 * ```
 */
export function succeeded<Answer>(answer: Answer): answer is Answer & Success<Answer> {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return true
  return answer.code === 0 || answer.code === '0'
}
