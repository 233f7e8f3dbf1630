import type { Schema } from '../document.ts'
import type { Draft, Rule, RuleContext } from '../model.ts'
import { type FoundSchema, type Property, listBranches, followSchema, listProperties } from './nodes.ts'

/** Every property has a description and an example, and strings and numbers have a format. */
export const describedProperty: Rule = () => ({
  Schema: (schema, context) => {
    for (const property of listProperties({ node: schema, location: context.location }, context))
      for (const demand of demands.filter(({ isMet }) => !isMet(property.schema, context)))
        context.report({
          message: formatMessage(property, demand.wants),
          location: property.propertyLocation.key(),
        })
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

const formatMessage = ({ name }: Property, wants: string): string =>
  `Give the property ${name} ${wants}, here or in the file that it refers to.`

// An object shows its values in its own properties, a list in its items.
function showsValue(schema: FoundSchema, context: RuleContext): boolean {
  const { node, location } = schema
  if (node.examples?.length || isObject(node)) return true
  const items = followSchema(node.items, location.child('items'), context)
  if (items) return showsValue(items, context)
  return Boolean(node.anyOf) && listBranches(schema, context).every((branch) => showsValue(branch, context))
}

// A union may name one format for all its alternatives.
function hasFormat(schema: FoundSchema, context: RuleContext): boolean {
  const { node } = schema
  if (node.format ?? node['x-format']) return true
  if (node.anyOf) return listBranches(schema, context).every((branch) => hasFormat(branch, context))
  return !['string', 'integer', 'number'].includes(String(node.type))
}

const isObject = (node: Draft<Schema>): boolean => node.type === 'object' || node.properties !== undefined

/** Descriptions beside a `$ref` follow the same style; the style rules of redocly.yaml do not see them. */
export const describedReference: Rule = () => ({
  ref: {
    enter: ({ description }, { location, report }) => {
      if (description === undefined || isSentence(description)) return
      report({
        message: 'Begin the description with a capital letter but no article, and end it with a full stop.',
        location: location.child('description'),
      })
    },
  },
})

// The same pattern is in redocly.yaml.
const isSentence = (text: string): boolean => /^(?!(?:The|A|An) )[A-Z`0-9][^]*\.$/.test(text)

/** Integers have bounds within which a double is exact; the validators reject others. */
export const boundedInteger: Rule = () => ({
  Schema: ({ type, const: only, enum: values, minimum, maximum }, { location, report }) => {
    if (type !== 'integer' || only !== undefined || values !== undefined) return
    if (minimum !== undefined && maximum !== undefined) return
    report({
      message: 'Give the integer a minimum and a maximum that a double represents exactly.',
      location: location.child('type'),
    })
  },
})

const personal = new Set(['email', 'mobile', 'nickname'])

/** Fields that identify a user are marked, so that logs leave them out. */
export const personalField: Rule = () => ({
  Schema: (schema, context) => {
    const fields = listProperties({ node: schema, location: context.location }, context)
    for (const { name, propertyLocation, schema: field } of fields)
      if (personal.has(name) && !field.node['x-personal'])
        context.report({
          message: `Let ${name} refer to a field schema that is marked x-personal.`,
          location: propertyLocation.key(),
        })
  },
})
