import type { SealedId } from '@custody-wallet/encryption'

import { type Rule, type RuleName, type OperationRule, rules } from './rules.ts'

/**
 * A rule of the service rejects a call. Throw it inside the unit of work, so that none of its effects stays. The text
 * begins with the name of the rule.
 */
export class RuleError extends Error {
  override readonly name: string = 'RuleError'
  readonly rule: RuleName
  /** A code of the call's family; `invalid` is the code that the merchant's profile has for invalid requests. */
  readonly code: string

  constructor(rule: RuleName, code: string, text: string) {
    super(`${rule}: ${text}`)
    this.rule = rule
    this.code = code
  }
}

/** Rejects a call by a rule, with the code that the table of rules has for that call. */
export function reject<Id extends SealedId>(operation: Id, rule: OperationRule<Id>, text: string): never {
  const { codes }: Rule = rules[rule]
  const code = codes[operation]
  if (code === undefined) throw new TypeError(`The rule ${rule} has no code for ${operation}.`)
  throw new RuleError(rule, code, text)
}
