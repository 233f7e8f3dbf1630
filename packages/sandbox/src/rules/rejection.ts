import type { SealedId } from '@custody-wallet/encryption'

import { type Rule, type RuleName, type OperationRule, rules } from './rules.ts'

/**
 * A rule of the service rejects a call. Throw it inside the unit of work, so that its effects are undone. The message
 * begins with the name of the rule.
 */
export class RuleError extends Error {
  override readonly name: string = 'RuleError'
  readonly rule: RuleName
  /** A code of the call's family. `invalid` stands for the profile's code of invalid requests. */
  readonly code: string

  constructor(rule: RuleName, code: string, text: string) {
    super(`${rule}: ${text}`)
    this.rule = rule
    this.code = code
  }
}

/** Rejects a call by a rule, with the code from the table of rules. */
export function reject<Id extends SealedId>(operation: Id, rule: OperationRule<Id>, text: string): never {
  const { codes }: Rule = rules[rule]
  const code = codes[operation]
  if (code === undefined) throw new TypeError(`The rule ${rule} has no code for ${operation}.`)
  throw new RuleError(rule, code, text)
}
