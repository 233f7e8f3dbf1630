// The rules of a published view: schemas, the parts of a call, calls, and the document.
import {
  changesFrom,
  type Change,
  type Found,
  memberOf,
  received,
  type Spot,
  wholeOf,
  within,
} from './changes.ts'
import { callsOf, type Json, membersOf, type Pair } from './documents.ts'
import type { KindName } from './kinds.ts'
import {
  alternativesOf,
  bound,
  child,
  compare,
  constraint,
  type Difference,
  differs,
  entries,
  found,
  listed,
  mark,
  namesIn,
  type Node,
  orUnknown,
  phrased,
  requiredNames,
  type Rule,
  setting,
  types,
  union,
  unknownMembers,
  words,
} from './rules.ts'
import { bothSides, componentSpot, hasEitherEnd, usesIn } from './uses.ts'

/** Open points of the interface. */
const openPoints: Rule = entries({
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
    advice: words,
  }),
  name: 'value',
  added: 'known value added',
  removed: 'known value removed',
  at: (spot, value) => within(spot, `the value \`${value}\``),
})

const schema = (): Node => schemaNode

/** Every keyword of a schema that the contract has or may get. */
const schemaNode: Node = {
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
  'x-enum-varnames': differs('constants renamed'),
  'x-known-values': knownValues,
  'x-not-shown': openPoints,
  'x-personal': mark('personal mark added', 'personal mark removed'),
  'x-filled': setting,
  'x-wire-number': setting,
}

const serverNode: Node = {
  url: setting,
  description: words,
  variables: entries({
    node: () => ({ default: differs('setting changed'), description: words }),
    added: 'part added',
    removed: 'part removed',
    at: phrased('the address `{name}`'),
  }),
}
const servers = entries({
  node: () => serverNode,
  name: 'url',
  added: 'server added',
  removed: 'server removed',
  at: phrased('the server `{name}`'),
})

const parameterNode: Node = {
  name: setting,
  in: differs('parameter moved'),
  required: mark('made required', 'made optional'),
  schema: child(() => schemaNode),
  style: setting,
  explode: setting,
  description: words,
  deprecated: differs('deprecation changed'),
  example: words,
  examples: words,
  'x-filled': setting,
  'x-not-shown': openPoints,
}
const added = (part: Json): KindName =>
  membersOf(part)['required'] === true ? 'required member added' : 'optional member added'

const parameters = entries({
  node: () => parameterNode,
  name: 'name',
  added,
  removed: 'member removed',
  at: phrased('the parameter `{name}`'),
})

const content = entries({
  node: () => ({
    schema: child(() => schemaNode),
    example: words,
    examples: words,
    'x-not-shown': openPoints,
  }),
  added: 'media type added',
  removed: 'media type removed',
  at: phrased('the form `{name}`'),
  inside: (spot) => spot,
})
const bodyNode: Node = {
  description: words,
  required: mark('made required', 'made optional'),
  content,
}
const answerNode: Node = { description: words, content, links: words, 'x-not-shown': openPoints }
const answers = entries({
  node: () => answerNode,
  added: 'answer added',
  removed: 'answer removed',
  at: (spot, name) => received(within(spot, `the answer ${name}`)),
})

/** A group of facts. */
const facts = (phrase: string, node: Node): Rule =>
  child(() => node, {
    added: 'setting changed',
    removed: 'setting changed',
    at: (spot) => within(spot, phrase),
  })

const limits = entries({
  node: () => ({ rule: setting, value: bound('greatest'), unit: setting, source: words }),
  name: 'rule',
  added: 'limit added',
  removed: 'limit removed',
  at: phrased('the limit `{name}`'),
})

const freedom = ['never', 'idempotent', 'safe']

/** Whether a call may be repeated. */
function retry(difference: Difference): readonly Found[] {
  const [was = -1, is = -1] = [difference.pair.was, difference.pair.is].map((value) =>
    freedom.indexOf(typeof value === 'string' ? value : Object.keys(membersOf(value)).join() || 'never'),
  )
  if (was === is || was < 0 || is < 0) return found('setting changed', difference)
  return found(is < was ? 'retry weakened' : 'retry strengthened', difference)
}

const callNode: Node = {
  operationId: differs('call renamed'),
  address: differs('call moved'),
  path: child(() => ({ servers, parameters, summary: words, description: words })),
  servers,
  parameters,
  requestBody: child(() => bodyNode, {
    added,
    removed: 'member removed',
    at: (spot) => wholeOf(spot, 'body member'),
  }),
  responses: answers,
  security: setting,
  summary: words,
  description: words,
  tags: words,
  deprecated: differs('deprecation changed'),
  'x-family': setting,
  'x-resource': differs('resource renamed'),
  'x-parameters': child(() => schemaNode, { at: (spot) => wholeOf(spot, 'parameter') }),
  'x-batch': facts('the list of ids', {
    parameter: setting,
    maximum: bound('greatest'),
    separator: setting,
    record: setting,
    caps: setting,
  }),
  'x-cursor': facts('the cursor', { parameter: setting, record: setting, page: setting }),
  'x-retry': retry,
  'x-limit': limits,
  'x-not-shown': openPoints,
}

/** Compares calls by id. A new id with a known address is a renamed call. */
function calls(difference: Difference): readonly Found[] {
  const { spot, keyword } = difference
  const [was, is] = [callsOf(spot.documents.was), callsOf(spot.documents.is)]
  const renamed = new Map(
    [...was].flatMap(([id, call]) => (is.has(id) ? [] : [[call['address'], id] as const])),
  )
  const before = (id: string, call: Pair['is']) =>
    was.has(id) ? id : renamed.get(membersOf(call)['address'] ?? '')
  const kept = new Set([...is].map(([id, call]) => before(id, call)))
  const changes = union(was, is).flatMap((id) => {
    const at = callSpot(spot, id, is.get(id) ?? was.get(id))
    const call = { was: was.get(before(id, is.get(id)) ?? ''), is: is.get(id) }
    if (!call.is) return kept.has(id) ? [] : found('call removed', { pair: call, keyword, spot: at })
    return call.was ? compare(callNode, call, at) : found('call added', { pair: call, keyword, spot: at })
  })
  return orUnknown(changes, difference)
}

const callSpot = (spot: Spot, id: string, call: Json | undefined): Spot => {
  const eitherEnd = hasEitherEnd(call)
  return { ...spot, subjects: [id], eitherEnd, sides: eitherEnd ? bothSides : ['request'] }
}

/** All changes between two documents of each view, worst first. */
export function compareViews(views: readonly Pair<Json>[]): readonly Change[] {
  return changesFrom(views.flatMap(compareDocuments))
}

function compareDocuments(documents: Pair<Json>): readonly Found[] {
  return compare(documentNode, documents, {
    subjects: ['the contract'],
    part: '',
    noun: 'member',
    sides: bothSides,
    eitherEnd: false,
    open: false,
    documents,
    trail: [],
  })
}

const codes = entries({
  node: () => ({
    code: setting,
    meaning: differs('meaning changed'),
    source: words,
    cause: words,
    remedy: words,
    repeat: words,
  }),
  name: 'code',
  added: 'code added',
  removed: 'code removed',
  at: phrased('the code `{name}`'),
})

const codeTables = entries({
  node: () => ({ includes: setting, codes }),
  added: 'part added',
  removed: 'part removed',
  at: (spot, name) => ({ ...spot, subjects: [`the family ${name}`] }),
})

const info: Rule = child(() => ({
  title: words,
  version: words,
  summary: words,
  description: words,
  contact: words,
  license: setting,
}))

/** Components by name, at the places that use them. */
const components =
  (node: () => Node, added: KindName, removed: KindName): Rule =>
  (difference) => {
    const { keyword: section, spot } = difference
    const uses = usesIn(spot.documents)
    return entries({
      node,
      added,
      removed,
      at: (spot: Spot, name: string) => ({ ...spot, subjects: [`\`${name}\``] }),
      inside: (spot: Spot, name: string) => componentSpot(spot, uses, section, name),
    })(difference)
  }

const scheme: Node = {
  type: setting,
  in: setting,
  name: setting,
  scheme: setting,
  description: words,
  'x-not-shown': openPoints,
}

const documentNode: Node = {
  openapi: setting,
  info,
  servers,
  tags: words,
  paths: calls,
  components: child(() => ({
    schemas: components(() => schemaNode, 'type added', 'type removed'),
    parameters: components(() => parameterNode, 'part added', 'part removed'),
    responses: components(() => answerNode, 'part added', 'part removed'),
    securitySchemes: components(() => scheme, 'part added', 'part removed'),
    examples: words,
  })),
  'x-codes': codeTables,
  'x-not-shown': openPoints,
  'x-view': setting,
}
