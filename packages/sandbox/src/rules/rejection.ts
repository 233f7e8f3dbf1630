import type { SealedId } from '@custody-wallet/encryption'
import type { RefusalCode } from '@custody-wallet/server'

/**
 * A rule of the service rejects a call. Throw it inside the unit of work, so that none of its effects stays. The text
 * begins with the name of the rule.
 */
export class RuleError<Code extends string = string> extends Error {
  override readonly name: string = 'RuleError'
  readonly rule: string
  /** A code of the call's family; `invalid` is the code that the merchant's profile has for invalid requests. */
  readonly code: Code | 'invalid'

  constructor(rule: string, code: Code | 'invalid', text: string) {
    super(`${rule}: ${text}`)
    this.rule = rule
    this.code = code
  }
}

/** Rejects a call by a rule, with a code of the family of that call. */
export function reject<Id extends SealedId>(
  _operation: Id,
  rule: string,
  code: RefusalCode<Id> | 'invalid',
  text: string,
): never {
  throw new RuleError(rule, code, text)
}
