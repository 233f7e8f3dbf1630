// The rules of a published view: schemas, the parts of a call, calls, and the document.
import {
  createChanges,
  type Change,
  type FoundChange,
  createFieldSpot,
  createResponseSpot,
  type Spot,
  createWholeSpot,
  extendSpot,
} from './changes.ts'
import { listCalls, type Json, getFields, type Pair } from './documents.ts'
import type { KindName } from './kinds.ts'
import {
  compareAlternatives,
  createBoundRule,
  createChildRule,
  compare,
  constraintRule,
  type Difference,
  createRule,
  createEntriesRule,
  createFound,
  valuesRule,
  createMarkRule,
  listNames,
  type Node,
  orReportUnknown,
  createSpotPhrase,
  compareRequiredNames,
  type Rule,
  settingRule,
  compareTypes,
  mergeNames,
  unknownFields,
  wordsRule,
} from './rules.ts'
import { bothSides, createComponentSpot, hasEitherEnd, findUses } from './uses.ts'

/** Open points of the interface. */
const openPointsRule: Rule = createEntriesRule({
  node: () => ({
    id: settingRule,
    what: wordsRule,
    assumed: createRule('assumption changed'),
    source: wordsRule,
    setting: settingRule,
    other: wordsRule,
  }),
  name: 'id',
  added: 'open point added',
  removed: 'open point removed',
  locate: (spot, id) => ({ ...spot, part: '', subjects: [`\`${id}\``] }),
})

const knownValuesRule: Rule = createEntriesRule({
  node: () => ({
    value: settingRule,
    meaning: createRule('meaning changed'),
    final: createRule('finality changed'),
    source: wordsRule,
    advice: wordsRule,
  }),
  name: 'value',
  added: 'known value added',
  removed: 'known value removed',
  locate: (spot, value) => extendSpot(spot, `the value \`${value}\``),
})

const getSchemaNode = (): Node => schemaNode

/** Every keyword of a schema that the contract has or may get. */
const schemaNode: Node = {
  type: compareTypes,
  properties: createEntriesRule({
    node: getSchemaNode,
    added: (_, name, owner) => (listNames(owner).includes(name) ? 'required field added' : 'optional field added'),
    removed: 'field removed',
    locate: createFieldSpot,
  }),
  required: compareRequiredNames,
  additionalProperties: unknownFields,
  anyOf: compareAlternatives(getSchemaNode),
  oneOf: compareAlternatives(getSchemaNode),
  items: createChildRule(getSchemaNode, { locate: (spot) => extendSpot(spot, 'an entry') }),
  contentSchema: createChildRule(getSchemaNode),
  enum: valuesRule,
  maximum: createBoundRule('greatest'),
  exclusiveMaximum: createBoundRule('greatest'),
  maxLength: createBoundRule('greatest'),
  maxItems: createBoundRule('greatest'),
  minimum: createBoundRule('least'),
  exclusiveMinimum: createBoundRule('least'),
  minLength: createBoundRule('least'),
  minItems: createBoundRule('least'),
  format: constraintRule,
  'x-format': wordsRule,
  pattern: constraintRule,
  const: constraintRule,
  not: constraintRule,
  uniqueItems: constraintRule,
  contentMediaType: constraintRule,
  default: createRule('default changed'),
  deprecated: createRule('deprecation changed'),
  title: wordsRule,
  description: wordsRule,
  example: wordsRule,
  examples: wordsRule,
  'x-enum-varnames': createRule('constants renamed'),
  'x-known-values': knownValuesRule,
  'x-open-point': openPointsRule,
  'x-personal': createMarkRule('personal mark added', 'personal mark removed'),
  'x-filled': settingRule,
  'x-wire-number': settingRule,
}

const serverNode: Node = {
  url: settingRule,
  description: wordsRule,
  variables: createEntriesRule({
    node: () => ({ default: createRule('setting changed'), description: wordsRule }),
    added: 'part added',
    removed: 'part removed',
    locate: createSpotPhrase('the address `{name}`'),
  }),
}
const serversRule = createEntriesRule({
  node: () => serverNode,
  name: 'url',
  added: 'server added',
  removed: 'server removed',
  locate: createSpotPhrase('the server `{name}`'),
})

const parameterNode: Node = {
  name: settingRule,
  in: createRule('parameter moved'),
  required: createMarkRule('made required', 'made optional'),
  schema: createChildRule(() => schemaNode),
  style: settingRule,
  explode: settingRule,
  description: wordsRule,
  deprecated: createRule('deprecation changed'),
  example: wordsRule,
  examples: wordsRule,
  'x-filled': settingRule,
  'x-open-point': openPointsRule,
}
const getAddedKind = (part: Json): KindName =>
  getFields(part)['required'] === true ? 'required field added' : 'optional field added'

const parametersRule = createEntriesRule({
  node: () => parameterNode,
  name: 'name',
  added: getAddedKind,
  removed: 'field removed',
  locate: createSpotPhrase('the parameter `{name}`'),
})

const contentRule = createEntriesRule({
  node: () => ({
    schema: createChildRule(() => schemaNode),
    example: wordsRule,
    examples: wordsRule,
    'x-open-point': openPointsRule,
  }),
  added: 'media type added',
  removed: 'media type removed',
  locate: createSpotPhrase('the form `{name}`'),
  inside: (spot) => spot,
})
const bodyNode: Node = {
  description: wordsRule,
  required: createMarkRule('made required', 'made optional'),
  content: contentRule,
}
const responseNode: Node = {
  description: wordsRule,
  content: contentRule,
  links: wordsRule,
  'x-open-point': openPointsRule,
}
const responsesRule = createEntriesRule({
  node: () => responseNode,
  added: 'response added',
  removed: 'response removed',
  locate: (spot, name) => createResponseSpot(extendSpot(spot, `the response ${name}`)),
})

/** A group of facts. */
const createFactsRule = (phrase: string, node: Node): Rule =>
  createChildRule(() => node, {
    added: 'setting changed',
    removed: 'setting changed',
    locate: (spot) => extendSpot(spot, phrase),
  })

const limitsRule = createEntriesRule({
  node: () => ({
    rule: settingRule,
    value: createBoundRule('greatest'),
    unit: settingRule,
    source: wordsRule,
  }),
  name: 'rule',
  added: 'limit added',
  removed: 'limit removed',
  locate: createSpotPhrase('the limit `{name}`'),
})

const freedom = ['never', 'idempotent', 'safe']

/** Whether a call may be repeated. */
function compareRetry(difference: Difference): readonly FoundChange[] {
  const [was = -1, is = -1] = [difference.pair.was, difference.pair.is].map((value) =>
    freedom.indexOf(typeof value === 'string' ? value : Object.keys(getFields(value)).join() || 'never'),
  )
  if (was === is || was < 0 || is < 0) return createFound('setting changed', difference)
  return createFound(is < was ? 'retry weakened' : 'retry strengthened', difference)
}

const callNode: Node = {
  operationId: createRule('call renamed'),
  address: createRule('call moved'),
  path: createChildRule(() => ({
    servers: serversRule,
    parameters: parametersRule,
    summary: wordsRule,
    description: wordsRule,
  })),
  servers: serversRule,
  parameters: parametersRule,
  requestBody: createChildRule(() => bodyNode, {
    added: getAddedKind,
    removed: 'field removed',
    locate: (spot) => createWholeSpot(spot, 'body field'),
  }),
  responses: responsesRule,
  security: settingRule,
  summary: wordsRule,
  description: wordsRule,
  tags: wordsRule,
  deprecated: createRule('deprecation changed'),
  'x-family': settingRule,
  'x-resource': createRule('resource renamed'),
  'x-parameters': createChildRule(() => schemaNode, { locate: (spot) => createWholeSpot(spot, 'parameter') }),
  'x-batch': createFactsRule('the list of ids', {
    parameter: settingRule,
    maximum: createBoundRule('greatest'),
    separator: settingRule,
    record: settingRule,
    caps: settingRule,
  }),
  'x-cursor': createFactsRule('the cursor', {
    parameter: settingRule,
    record: settingRule,
    page: settingRule,
  }),
  'x-retry': compareRetry,
  'x-limit': limitsRule,
  'x-open-point': openPointsRule,
}

/** Compares calls by id. A new id with a known address is a renamed call. */
function compareCalls(difference: Difference): readonly FoundChange[] {
  const { spot, keyword } = difference
  const [was, is] = [listCalls(spot.documents.was), listCalls(spot.documents.is)]
  const renamedCalls = new Map([...was].flatMap(([id, call]) => (is.has(id) ? [] : [[call['address'], id] as const])))
  const findRenamedCall = (id: string, call: Pair['is']) =>
    was.has(id) ? id : renamedCalls.get(getFields(call)['address'] ?? '')
  const keptCalls = new Set([...is].map(([id, call]) => findRenamedCall(id, call)))
  const changes = mergeNames(was, is).flatMap((id) => {
    const at = createCallSpot(spot, id, is.get(id) ?? was.get(id))
    const call = { was: was.get(findRenamedCall(id, is.get(id)) ?? ''), is: is.get(id) }
    if (!call.is) return keptCalls.has(id) ? [] : createFound('call removed', { pair: call, keyword, spot: at })
    return call.was ? compare(callNode, call, at) : createFound('call added', { pair: call, keyword, spot: at })
  })
  return orReportUnknown(changes, difference)
}

const createCallSpot = (spot: Spot, id: string, call: Json | undefined): Spot => {
  const isEitherEnd = hasEitherEnd(call)
  return { ...spot, subjects: [id], isEitherEnd, sides: isEitherEnd ? bothSides : ['request'] }
}

/** All changes between two documents of each view, worst first. */
export function compareViews(views: readonly Pair<Json>[]): readonly Change[] {
  return createChanges(views.flatMap(compareDocuments))
}

function compareDocuments(documents: Pair<Json>): readonly FoundChange[] {
  return compare(documentNode, documents, {
    subjects: ['the contract'],
    part: '',
    noun: 'field',
    sides: bothSides,
    isEitherEnd: false,
    isOpen: false,
    documents,
    trail: [],
  })
}

const codesRule = createEntriesRule({
  node: () => ({
    code: settingRule,
    meaning: createRule('meaning changed'),
    source: wordsRule,
    cause: wordsRule,
    remedy: wordsRule,
    repeat: wordsRule,
  }),
  name: 'code',
  added: 'code added',
  removed: 'code removed',
  locate: createSpotPhrase('the code `{name}`'),
})

const codeTablesRule = createEntriesRule({
  node: () => ({ includes: settingRule, codes: codesRule }),
  added: 'part added',
  removed: 'part removed',
  locate: (spot, name) => ({ ...spot, subjects: [`the family ${name}`] }),
})

const infoRule: Rule = createChildRule(() => ({
  title: wordsRule,
  version: wordsRule,
  summary: wordsRule,
  description: wordsRule,
  contact: wordsRule,
  license: settingRule,
}))

/** Components by name, at the places that use them. */
const createComponentsRule =
  (node: () => Node, added: KindName, removed: KindName): Rule =>
  (difference) => {
    const { keyword: section, spot } = difference
    const uses = findUses(spot.documents)
    return createEntriesRule({
      node,
      added,
      removed,
      locate: (spot: Spot, name: string) => ({ ...spot, subjects: [`\`${name}\``] }),
      inside: (spot: Spot, name: string) => createComponentSpot(spot, uses, section, name),
    })(difference)
  }

const scheme: Node = {
  type: settingRule,
  in: settingRule,
  name: settingRule,
  scheme: settingRule,
  description: wordsRule,
  'x-open-point': openPointsRule,
}

const documentNode: Node = {
  openapi: settingRule,
  info: infoRule,
  servers: serversRule,
  tags: wordsRule,
  paths: compareCalls,
  components: createChildRule(() => ({
    schemas: createComponentsRule(() => schemaNode, 'type added', 'type removed'),
    parameters: createComponentsRule(() => parameterNode, 'part added', 'part removed'),
    responses: createComponentsRule(() => responseNode, 'part added', 'part removed'),
    securitySchemes: createComponentsRule(() => scheme, 'part added', 'part removed'),
    examples: wordsRule,
  })),
  'x-codes': codeTablesRule,
  'x-open-point': openPointsRule,
  'x-view': settingRule,
}
