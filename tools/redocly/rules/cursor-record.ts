import type { Operation } from '../document.ts'
import type { Draft, RuleContext } from '../model.ts'
import { called, listsIn, successOf } from './operations.ts'
import { followSchema } from './places.ts'

/** The next cursor is taken from the records of the answer, so each has the member that the cursor names. */
export function checkRecord(record: string, operation: Draft<Operation>, context: RuleContext): void {
  const answer = successOf(operation, context)
  const lists = answer ? listsIn(answer, context) : []
  const records = lists.flatMap(
    ({ node, location }) => followSchema(node.items, location.child('items'), context) ?? [],
  )
  if (records.length > 0 && records.every(({ node }) => node.properties?.[record])) return
  context.report({
    message: `Let the x-cursor of ${called(operation)} name a member of the records in its answer, not ${record}.`,
    location: context.location.child(['x-cursor', 'record']),
  })
}
