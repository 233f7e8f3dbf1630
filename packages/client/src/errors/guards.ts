import { type CustodyErrorCode, table } from './table.ts'
import type { AnswerError, CustodyError, ParametersError, ServiceError, TransportError } from './tree.ts'

type ErrorOf<Code> = Code extends ParametersError['code']
  ? ParametersError
  : Code extends TransportError['code']
    ? TransportError
    : Code extends AnswerError['code']
      ? AnswerError
      : Code extends ServiceError['code']
        ? ServiceError
        : CustodyError

/**
 * Tells whether a value is an error of this package, and of the given code; works across copies of the package.
 *
 * @example
 * ```ts
 * import { isCustodyError, plain } from '@custody-wallet/client/plain'
 *
 * const service = async () => Response.json({ code: '110065', msg: 'no such user' })
 * const { users } = plain({ url: 'http://127.0.0.1:4010', fetch: service })
 * try {
 *   await users.find({ email: 'nobody@custody.example' })
 * } catch (error) {
 *   if (isCustodyError(error, 'SERVICE_FAILED')) console.log(error.context.serviceCode, error.context.meaning)
 * }
 * ```
 */
export function isCustodyError<Code extends CustodyErrorCode = CustodyErrorCode>(
  value: unknown,
  code?: Code,
): value is ErrorOf<Code> {
  if (!(value instanceof Error) || !('code' in value) || !('operation' in value) || !('docs' in value))
    return false
  return code === undefined ? Object.hasOwn(table, String(value.code)) : value.code === code
}
