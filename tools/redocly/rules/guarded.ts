import type { Rule, RuleContext } from '../model.ts'

/**
 * Lets a rule report a node that it cannot read. Rules run side by side with the check of types, so a node may have any
 * shape, and an error would end the run without a word about the place.
 */
export const guarded = (rule: Rule) => (): object => guardAll(rule())

function guardAll(visitor: object): object {
  const visits = Object.entries(visitor).map(([name, visit]: [string, unknown]) => [name, guardOne(visit)])
  return Object.fromEntries(visits)
}

function guardOne(visit: unknown): unknown {
  if (typeof visit === 'object' && visit !== null) return guardAll(visit)
  if (typeof visit !== 'function') return visit
  return (node: unknown, context: RuleContext) => {
    try {
      Reflect.apply(visit, undefined, [node, context])
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const message = `Mend what this node holds or leads to, because the rule cannot read it: ${reason}.`
      context.report({ message, location: context.location.key() })
    }
  }
}
