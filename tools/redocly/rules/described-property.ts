import type { Schema } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { branchesOf, followSchema, type FoundSchema, propertiesOf, type Property } from './places.ts'

/** Every property says what it is, shows a value and, if it is a text or a number, names its format. */
export const describedProperty: Rule = () => ({
  Schema: (schema, context) => {
    for (const property of propertiesOf({ node: schema, location: context.location }, context))
      for (const demand of demands.filter(({ isMet }) => !isMet(property.schema, context)))
        context.report({ message: messageFor(property, demand.wants), location: property.written.key() })
  },
})

interface Demand {
  readonly wants: string
  readonly isMet: (schema: FoundSchema, context: RuleContext) => boolean
}
const demands: readonly Demand[] = [
  { wants: 'a description', isMet: ({ node }) => Boolean(node.description) },
  { wants: 'an example', isMet: showsValue },
  { wants: 'a format', isMet: hasFormat },
]

const messageFor = ({ name }: Property, wants: string): string =>
  `Give the property ${name} ${wants}, here or in the file that it refers to.`

// An object shows its values in its own properties, a list in its items.
function showsValue(schema: FoundSchema, context: RuleContext): boolean {
  const { node, location } = schema
  if (node.examples?.length || isObject(node)) return true
  const items = followSchema(node.items, location.child('items'), context)
  if (items) return showsValue(items, context)
  return Boolean(node.anyOf) && branchesOf(schema, context).every((branch) => showsValue(branch, context))
}

// A union may name one format for all its alternatives.
function hasFormat(schema: FoundSchema, context: RuleContext): boolean {
  const { node } = schema
  if (node.format ?? node['x-format']) return true
  if (node.anyOf) return branchesOf(schema, context).every((branch) => hasFormat(branch, context))
  return !['string', 'integer', 'number'].includes(String(node.type))
}

const isObject = (node: Draft<Schema>): boolean => node.type === 'object' || node.properties !== undefined
