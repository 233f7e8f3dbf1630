import { isObject } from './checks.ts'

/** The successes among the forms of a response: those with code 0, and those without a code. */
export type Success<Content> = Content extends { readonly code: infer Code }
  ? string extends Code
    ? never
    : number extends Code
      ? never
      : Content
  : Content

/**
 * Tells whether a response is a success: its code is 0, or it has no code, as in MPC calls.
 *
 * @example
 * ```ts
 * import { isSuccessful, type Responses } from '@custody-wallet/types'
 *
 * const listAmounts = (response: Responses['listWithdrawals']): string[] =>
 *   isSuccessful(response) ? response.data.map(({ amount }) => amount) : []
 * console.log(listAmounts({ code: '100004', msg: 'a parameter is wrong' }))
 * ```
 */
export function isSuccessful<Content>(response: Content): response is Content & Success<Content> {
  if (!isObject(response) || !('code' in response)) return true
  return response['code'] === 0 || response['code'] === '0'
}

const plainFields: ReadonlySet<string> = new Set(['code', 'message', 'msg'])

/**
 * Tells whether a text is an unsigned success, as some receivers of notifications return it: `{"code":0}`, perhaps with
 * a message, or the word `SUCCESS`. It proves nothing: anyone could have written it.
 *
 * @example
 * ```ts
 * import { isPlainSuccess } from '@custody-wallet/types'
 *
 * console.log(isPlainSuccess('SUCCESS'), isPlainSuccess('{"code":0,"msg":"ok"}'), isPlainSuccess('{"code":1}'))
 * ```
 */
export function isPlainSuccess(text: string): boolean {
  if (/^\s*success\s*$/i.test(text)) return true
  try {
    const response: unknown = JSON.parse(text)
    if (!isObject(response) || !('code' in response)) return false
    // A response with more fields may be a sealed one, which is opened.
    const isPlain = Object.keys(response).every((name) => plainFields.has(name))
    return isPlain && (response['code'] === 0 || response['code'] === '0')
  } catch {
    return false
  }
}
