import type { Family } from '../document.ts'
import type { Problem, Rule, RuleContext } from '../model.ts'
import { type FoundSchema, getFamily, listProperties, createReporter, listRequestBranches } from './nodes.ts'

/** Requests reject unknown fields, so that a misspelt one is noticed. */
export const requestFields: Rule = () => {
  const report = createReporter()
  return {
    Operation: (operation, context) => {
      for (const { node, location } of listRequestBranches(operation, context))
        if (node.additionalProperties !== false)
          report(context, {
            message: `Set additionalProperties of the request ${node.title ?? ''} to false.`,
            location: location.child('additionalProperties').key(),
          })
    },
  }
}

// Fields that the codec adds, for each family of sealed calls.
const filledNames: Partial<Record<Family, readonly string[]>> = {
  v2: ['time', 'charset', 'version'],
  mpc: ['time', 'charset'],
  v1: [],
}

/** Every request of a family requires the codec's fields, and marks no others. */
export const filledFields: Rule = () => {
  const report = createReporter()
  return {
    Operation: (operation, context) => {
      const family = getFamily(operation)
      const names = family && filledNames[family]
      if (!names) return
      for (const branch of listRequestBranches(operation, context))
        for (const { message, location } of findFaults(branch, names, context))
          report(context, { message: `${message} on ${family}.`, location })
    },
  }
}

function* findFaults(
  branch: FoundSchema,
  names: readonly string[],
  context: RuleContext,
): Generator<Required<Problem>> {
  const properties = listProperties(branch, context)
  const markedProperties = properties.filter(({ schema }) => schema.node['x-filled'])
  for (const { name, propertyLocation } of markedProperties.filter(({ name }) => !names.includes(name)))
    yield {
      message: `Remove ${name} from this request, or its mark x-filled: the codec does not add it`,
      location: propertyLocation.key(),
    }
  for (const name of names.filter((name) => markedProperties.every((property) => property.name !== name)))
    yield {
      message: `Give this request the field ${name} with the mark x-filled: the codec adds it`,
      location: branch.location.child(['properties', name]).key(),
    }
  for (const name of names.filter((name) => !branch.node.required?.includes(name)))
    yield {
      message: `Require ${name} in this request: the codec adds it`,
      location: branch.location.child('required').key(),
    }
}
