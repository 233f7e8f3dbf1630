/** The branches of an answer that are a success: those with code 0, and bare values. */
export type Success<Answer> = Answer extends { readonly code: infer Code }
  ? string extends Code
    ? never
    : number extends Code
      ? never
      : Answer
  : Answer

/**
 * Tells whether an answer is a success, by its code. A bare value without a code, as MPC calls return, is a success.
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
