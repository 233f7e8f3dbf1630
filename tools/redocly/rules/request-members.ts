import type { Family } from '../document.ts'
import type { Problem, Rule, RuleContext } from '../model.ts'
import { familyOf, requestBranches } from './operations.ts'
import { type FoundSchema, propertiesOf, reporter } from './places.ts'

/** A request refuses members that it does not name, so that a misspelt one never travels unnoticed. */
export const requestMembers: Rule = () => {
  const report = reporter()
  return {
    Operation: (operation, context) => {
      for (const { node, location } of requestBranches(operation, context))
        if (node.additionalProperties !== false)
          report(context, {
            message: `Set additionalProperties of the request ${node.title ?? ''} to false.`,
            location: location.child('additionalProperties').key(),
          })
    },
  }
}

// Members that the codec fills in, for each family of sealed calls.
const filled: Partial<Record<Family, readonly string[]>> = {
  v2: ['time', 'charset', 'version'],
  mpc: ['time', 'charset'],
  v1: [],
}

/** Requests of a family carry the same members that the codec fills in, always, and no others. */
export const filledMembers: Rule = () => {
  const report = reporter()
  return {
    Operation: (operation, context) => {
      const family = familyOf(operation)
      const names = family && filled[family]
      if (!names) return
      for (const branch of requestBranches(operation, context))
        for (const { message, location } of faults(branch, names, context))
          report(context, { message: `${message} on ${family}.`, location })
    },
  }
}

function* faults(
  branch: FoundSchema,
  names: readonly string[],
  context: RuleContext,
): Generator<Required<Problem>> {
  const properties = propertiesOf(branch, context)
  const marked = properties.filter(({ schema }) => schema.node['x-filled'])
  for (const { name, written } of marked.filter(({ name }) => !names.includes(name)))
    yield {
      message: `Take ${name} out of this request, or its mark x-filled: the codec does not fill it in`,
      location: written.key(),
    }
  for (const name of names.filter((name) => marked.every((property) => property.name !== name)))
    yield {
      message: `Give this request the member ${name} with the mark x-filled: the codec fills it in`,
      location: branch.location.child(['properties', name]).key(),
    }
  for (const name of names.filter((name) => !branch.node.required?.includes(name)))
    yield {
      message: `Require ${name} in this request: the codec fills it in`,
      location: branch.location.child('required').key(),
    }
}
