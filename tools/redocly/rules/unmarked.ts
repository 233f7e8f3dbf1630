import type { Operation } from '../document.ts'
import type { Draft, RuleContext } from '../model.ts'
import { called, requestBranches } from './operations.ts'
import { type Property, propertiesOf } from './places.ts'

// Members of a request that tell of a batch or a cursor.
const signs = [
  { extension: 'x-batch', isSign: ({ schema }: Property) => schema.node.type === 'array' },
  { extension: 'x-cursor', isSign: ({ name }: Property) => name === 'max_id' },
] as const

/** What takes a batch or a cursor says so. */
export function checkUnmarked(operation: Draft<Operation>, context: RuleContext): void {
  const members = requestBranches(operation, context).flatMap((branch) => propertiesOf(branch, context))
  for (const { extension, isSign } of signs) {
    const member = operation[extension] ? undefined : members.find(isSign)
    if (!member) continue
    context.report({
      message: `Give ${called(operation)} an ${extension}: its request has the member ${member.name}.`,
      location: context.location.key(),
    })
  }
}
