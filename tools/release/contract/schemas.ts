// Rules of a schema.
import { memberOf, within } from './changes.ts'
import { alternativesOf, listed } from './choices.ts'
import { namesIn, requiredNames, types, unknownMembers } from './constraints.ts'
import type { Node, Rule } from './nodes.ts'
import { bound, child, constraint, differs, entries, mark, setting, words } from './rules.ts'

/** What the interface leaves open, wherever that stands. */
export const openPoints: Rule = entries({
  node: () => ({
    id: setting,
    what: words,
    assumed: differs('assumption changed'),
    source: words,
    knob: setting,
    other: words,
  }),
  name: 'id',
  added: 'open point added',
  removed: 'open point removed',
  at: (spot, id) => ({ ...spot, part: '', subjects: [`\`${id}\``] }),
})

const knownValues: Rule = entries({
  node: () => ({
    value: setting,
    meaning: differs('meaning changed'),
    final: differs('finality changed'),
    source: words,
  }),
  name: 'value',
  added: 'known value added',
  removed: 'known value removed',
  at: (spot, value) => within(spot, `the value \`${value}\``),
})

const schema = (): Node => schemaNode

/** Everything that a schema may say, in the contract or in what may come into it. */
export const schemaNode: Node = {
  type: types,
  properties: entries({
    node: schema,
    added: (_, name, owner) =>
      namesIn(owner).includes(name) ? 'required member added' : 'optional member added',
    removed: 'member removed',
    at: memberOf,
  }),
  required: requiredNames,
  additionalProperties: unknownMembers,
  anyOf: alternativesOf(schema),
  oneOf: alternativesOf(schema),
  items: child(schema, { at: (spot) => within(spot, 'an entry') }),
  contentSchema: child(schema),
  enum: listed,
  maximum: bound('greatest'),
  exclusiveMaximum: bound('greatest'),
  maxLength: bound('greatest'),
  maxItems: bound('greatest'),
  minimum: bound('least'),
  exclusiveMinimum: bound('least'),
  minLength: bound('least'),
  minItems: bound('least'),
  format: constraint,
  'x-format': words,
  pattern: constraint,
  const: constraint,
  not: constraint,
  uniqueItems: constraint,
  contentMediaType: constraint,
  default: differs('default changed'),
  deprecated: differs('deprecation changed'),
  title: words,
  description: words,
  example: words,
  examples: words,
  'x-known-values': knownValues,
  'x-not-shown': openPoints,
  'x-personal': mark('personal mark added', 'personal mark removed'),
  'x-filled': setting,
  'x-wire-number': setting,
}
