import type { Operation } from '../document.ts'
import type { Draft, RuleContext } from '../model.ts'
import { called, listsIn, successOf } from './operations.ts'
import { followSchema } from './places.ts'

interface Named {
  readonly extension: 'x-batch' | 'x-cursor'
  /** Member of a record. */
  readonly record: string
}

/** An id that was asked for, or the next cursor, is taken from the records of the answer, so each has that member. */
export function checkRecord(
  { extension, record }: Named,
  operation: Draft<Operation>,
  context: RuleContext,
): void {
  const answer = successOf(operation, context)
  const lists = answer ? listsIn(answer, context) : []
  const records = lists.flatMap(
    ({ node, location }) => followSchema(node.items, location.child('items'), context) ?? [],
  )
  if (records.length > 0 && records.every(({ node }) => node.properties?.[record])) return
  context.report({
    message: `Let the ${extension} of ${called(operation)} name a member of the records in its answer, not ${record}.`,
    location: context.location.child([extension, 'record']),
  })
}
