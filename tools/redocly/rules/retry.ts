import type { Operation } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { called, requestBranches } from './operations.ts'

/** Every operation says whether it may be repeated; what makes it idempotent is always sent. */
export const retry: Rule = () => ({
  Operation: (operation, context) => {
    const { 'x-retry': retry } = operation
    if (retry === undefined) reportMissing(operation, context)
    else if (typeof retry === 'object') checkFields(retry.idempotent ?? [], operation, context)
  },
})

function reportMissing(operation: Draft<Operation>, { location, report }: RuleContext): void {
  const message = `Give ${called(operation)} an x-retry: safe, never, or the fields that make it idempotent.`
  report({ message, location: location.key() })
}

function checkFields(fields: readonly string[], operation: Draft<Operation>, context: RuleContext): void {
  const branches = requestBranches(operation, context)
  for (const [index, field] of fields.entries()) {
    if (branches.every(({ node }) => node.required?.includes(field))) continue
    context.report({
      message: `Require the member ${field} in the request of ${called(operation)}, or leave it out of its x-retry.`,
      location: context.location.child(['x-retry', 'idempotent', index]),
    })
  }
}
