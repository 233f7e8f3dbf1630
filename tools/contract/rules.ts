// How two nodes of a document are compared: each keyword has a rule for its values.
import { isDeepStrictEqual } from 'node:util'

import { type FoundChange, createFieldSpot, type Spot, extendSpot } from './changes.ts'
import {
  follow,
  isList,
  isRecord,
  type Json,
  toList,
  getFields,
  indexByName,
  resolveReferences,
  type Pair,
  getReference,
  toText,
} from './documents.ts'
import type { KindName } from './kinds.ts'

/** A keyword with two different values, and its node. */
export interface Difference {
  readonly pair: Pair
  readonly keyword: string
  readonly node: Pair
  readonly spot: Spot
}
export type Rule = (difference: Difference) => readonly FoundChange[]
export type Node = Readonly<Record<string, Rule>>

/** One change of a kind. */
export const createFound = (
  kind: KindName,
  { spot, keyword, pair }: Omit<Difference, 'node'>,
): readonly FoundChange[] => [{ kind, spot, keyword, pair }]

/** Compares two nodes keyword by keyword. A keyword without a rule counts as a breaking change. */
export function compare(node: Node, pair: Pair, spot: Spot): readonly FoundChange[] {
  if (isDeepStrictEqual(pair.was, pair.is)) return []
  if (!isRecord(pair.was) || !isRecord(pair.is)) return reportUnknown({ pair, spot, keyword: 'form' })
  if (getReference(pair.was) !== getReference(pair.is)) return compareReferences(node, pair, spot)
  const [was, is] = [new Map(Object.entries(pair.was)), new Map(Object.entries(pair.is))]
  return mergeNames(was, is).flatMap((keyword) => {
    const difference = { pair: { was: was.get(keyword), is: is.get(keyword) }, keyword, node: pair, spot }
    if (isDeepStrictEqual(difference.pair.was, difference.pair.is)) return []
    const rule = Object.hasOwn(node, keyword) ? node[keyword] : undefined
    return rule ? rule(difference) : reportUnknown(difference)
  })
}

/** A change that no rule knows. */
const reportUnknown = (difference: Omit<Difference, 'node'>): readonly FoundChange[] =>
  createFound('keyword unknown', difference)

/** If a rule finds no changes in different values, it cannot read their form. */
export const orReportUnknown = (changes: readonly FoundChange[], difference: Difference): readonly FoundChange[] =>
  changes.length > 0 ? changes : reportUnknown(difference)

function compareReferences(node: Node, pair: Pair, spot: Spot): readonly FoundChange[] {
  const references = { was: getReference(pair.was), is: getReference(pair.is) }
  const turn = `${references.was} ${references.is}`
  const isLost = references.is !== undefined && follow(references.is, spot.documents.is) === undefined
  const referenceChanges = createFound(isLost ? 'reference lost' : 'reference changed', {
    pair: references,
    spot,
    keyword: '$ref',
  })
  if (isLost || spot.trail.includes(turn)) return referenceChanges
  const targets = {
    was: resolveReferences(pair.was, spot.documents.was),
    is: resolveReferences(pair.is, spot.documents.is),
  }
  return [...referenceChanges, ...compare(node, targets, { ...spot, trail: [...spot.trail, turn] })]
}

/** Names of both sides, removed ones last. */
export const mergeNames = (was: ReadonlyMap<string, unknown>, is: ReadonlyMap<string, unknown>): readonly string[] => [
  ...new Set([...is.keys(), ...was.keys()]),
]

/** A rule for which every difference is of one kind. */
export const createRule =
  (kind: KindName): Rule =>
  (difference) =>
    createFound(kind, difference)

export const wordsRule: Rule = createRule('words changed')
export const settingRule: Rule = createRule('setting changed')

/** A keyword that restricts values. */
export const constraintRule: Rule = (difference) => {
  const { was, is } = difference.pair
  return createFound(was === undefined ? 'rule added' : is === undefined ? 'rule removed' : 'rule changed', difference)
}

/** A maximum or a minimum. Without it, everything is allowed. */
export const createBoundRule =
  (which: 'greatest' | 'least'): Rule =>
  (difference) => {
    const none = which === 'greatest' ? Infinity : -Infinity
    const [was, is] = [readNumber(difference.pair.was, none), readNumber(difference.pair.is, none)]
    if (was === undefined || is === undefined) return createFound('setting changed', difference)
    const isTighter = which === 'greatest' ? is < was : is > was
    return createFound(isTighter ? 'limit tightened' : 'limit loosened', difference)
  }

const readNumber = (value: Json | undefined, none: number): number | undefined =>
  value === undefined ? none : typeof value === 'number' ? value : undefined

/** A flag that is true or absent. */
export const createMarkRule =
  (set: KindName, unset: KindName): Rule =>
  (difference) => {
    const [was, is] = [difference.pair.was === true, difference.pair.is === true]
    return createFound(was === is ? 'setting changed' : is ? set : unset, difference)
  }

/** The kind of a new entry. The owner of fields says whether they are required. */
type AddedKind = (entry: Json, name: string, owner: Json | undefined) => KindName

interface PartOptions {
  readonly added: KindName | AddedKind
  readonly removed: KindName
  readonly locate: (spot: Spot, name: string) => Spot
}

const getAddedKind = (added: PartOptions['added'], ...facts: Parameters<AddedKind>): KindName =>
  typeof added === 'string' ? added : added(...facts)

/** A node inside a node, at the same location or another. */
export const createChildRule =
  (node: () => Node, { added = 'rule added', removed = 'rule removed', locate }: Partial<PartOptions> = {}): Rule =>
  ({ pair, keyword, node: owner, spot }) => {
    const difference = { pair, keyword, spot: locate ? locate(spot, keyword) : spot }
    if (pair.is === undefined) return createFound(removed, difference)
    if (pair.was === undefined) return createFound(getAddedKind(added, pair.is, keyword, owner.is), difference)
    return compare(node(), pair, difference.spot)
  }

interface Collection extends PartOptions {
  readonly node: () => Node
  /** The keyword with the names of the entries, if they are a list. */
  readonly name?: string
  /** The location of changes inside an entry, if it differs from that of the entry. */
  readonly inside?: PartOptions['locate']
}

/** Compares the nodes of an object or a list by name. */
export const createEntriesRule =
  ({ node, added, removed, name = '', locate, inside = locate }: Collection): Rule =>
  (difference) => {
    const { pair, keyword, spot } = difference
    const was = listEntries(pair.was, spot.documents.was, name)
    const is = listEntries(pair.is, spot.documents.is, name)
    const changes = mergeNames(was, is).flatMap((key) => {
      const entry = { was: was.get(key), is: is.get(key) }
      const entryDifference = { pair: entry, keyword, spot: locate(spot, key) }
      if (entry.is === undefined) return createFound(removed, entryDifference)
      if (entry.was === undefined)
        return createFound(getAddedKind(added, entry.is, key, difference.node.is), entryDifference)
      return compare(node(), entry, inside(spot, key))
    })
    return orReportUnknown([...changes, ...compareOrder(difference, [...was.keys()], [...is.keys()])], difference)
  }

function listEntries(value: Json | undefined, document: Json, name: string): ReadonlyMap<string, Json> {
  if (!isList(value)) return new Map(Object.entries(getFields(value)))
  return indexByName(value, (entry) => toText(getFields(resolveReferences(entry, document))[name]))
}

/** A list of plain values in any order. */
const createValuesRule =
  (added: (difference: Difference) => KindName, removed: (difference: Difference) => KindName): Rule =>
  (difference) => {
    const was = indexByName(toList(difference.pair.was), (value) => JSON.stringify(value))
    const is = indexByName(toList(difference.pair.is), (value) => JSON.stringify(value))
    const changes = mergeNames(was, is).flatMap((key) => {
      if (was.has(key) && is.has(key)) return []
      const kind = is.has(key) ? added(difference) : removed(difference)
      return createFound(kind, { ...difference, pair: { was: was.get(key), is: is.get(key) } })
    })
    return orReportUnknown([...changes, ...compareOrder(difference, [...was.keys()], [...is.keys()])], difference)
  }

/** A list with the same names in another order. */
function compareOrder(difference: Difference, was: readonly string[], is: readonly string[]): readonly FoundChange[] {
  const [before, after] = [was.filter((key) => is.includes(key)), is.filter((key) => was.includes(key))]
  const isMoved = isList(difference.pair.is) && !isDeepStrictEqual(before, after)
  return isMoved ? createFound('order changed', difference) : []
}

/** The location of an entry, described by a phrase. */
export const createSpotPhrase =
  (phrase: string) =>
  (spot: Spot, name: string): Spot =>
    extendSpot(spot, phrase.replace('{name}', name))

/** Types. More types allow more values. */
export function compareTypes(difference: Difference): readonly FoundChange[] {
  const [was, is] = [listTypes(difference.pair.was), listTypes(difference.pair.is)]
  if (was.every((each) => is.includes(each))) return createFound('type widened', difference)
  return createFound(is.every((each) => was.includes(each)) ? 'type narrowed' : 'type replaced', difference)
}

const everyType: readonly Json[] = ['string', 'number', 'boolean', 'object', 'array', 'null']

/** Types that a value may have. Every integer is a number too. */
function listTypes(type: Json | undefined): readonly Json[] {
  const types = type === undefined ? everyType : isList(type) ? type : [type]
  return types.includes('number') ? [...types, 'integer'] : types
}

/** Names that a schema requires. */
export const listNames = (node: Json | undefined): readonly string[] => toList(getFields(node)['required']).map(toText)

/** Required fields. New and removed fields are reported elsewhere. */
export function compareRequiredNames(difference: Difference): readonly FoundChange[] {
  const { node, spot } = difference
  const [was, is] = [listNames(node.was), listNames(node.is)]
  if (isDeepStrictEqual(was, is)) return orReportUnknown([], difference)
  const [before, after] = [getFields(node.was)['properties'], getFields(node.is)['properties']].map(getFields)
  const isUnchanged = (name: string) => Object.hasOwn(before ?? {}, name) === Object.hasOwn(after ?? {}, name)
  const referenceChanges = (kind: 'made required' | 'made optional', names: readonly string[]) =>
    names.filter(isUnchanged).flatMap((name) => createFound(kind, { ...difference, spot: createFieldSpot(spot, name) }))
  return [
    ...referenceChanges(
      'made required',
      is.filter((name) => !was.includes(name)),
    ),
    ...referenceChanges(
      'made optional',
      was.filter((name) => !is.includes(name)),
    ),
    ...compareOrder(difference, was, is),
  ]
}

/** Unknown fields are allowed by default. */
export function unknownFields(difference: Difference): readonly FoundChange[] {
  const { was = true, is = true } = difference.pair
  if (was === is) return createFound('words changed', difference)
  if (typeof was !== 'boolean' || typeof is !== 'boolean') return createFound('setting changed', difference)
  return createFound(is ? 'opened' : 'closed', difference)
}

/** Choices. Without any, every value is allowed, so the first ones restrict values. */
function createChoiceRule(choices: Rule): Rule {
  return (difference) => {
    const { was, is } = difference.pair
    return was === undefined || is === undefined ? constraintRule(difference) : choices(difference)
  }
}

/** A list of values, closed or open. */
export const valuesRule: Rule = createChoiceRule(
  createValuesRule(
    ({ spot }) => (spot.isOpen ? 'open value added' : 'value added'),
    ({ spot }) => (spot.isOpen ? 'open value removed' : 'value removed'),
  ),
)

/** Alternatives with the same reference, title or type are compared; the others in their order. */
export const compareAlternatives = (node: () => Node): Rule =>
  createChoiceRule((difference) => {
    const { spot, keyword, pair } = difference
    const [was, is] = [indexByName(toList(pair.was), getSchemaName), indexByName(toList(pair.is), getSchemaName)]
    const gone = [...was.keys()].filter((name) => !is.has(name))
    const fresh = [...is.keys()].filter((name) => !was.has(name))
    const changes = [...is].flatMap(([name, choice]) => {
      const twin = was.get(was.has(name) ? name : (gone[fresh.indexOf(name)] ?? ''))
      if (twin === undefined)
        return createFound('alternative added', { spot, keyword, pair: { was: undefined, is: name } })
      return compare(node(), { was: twin, is: choice }, createAlternativeSpot(spot, choice, pair))
    })
    const isLost = gone
      .slice(fresh.length)
      .flatMap((name) => createFound('alternative removed', { spot, keyword, pair: { was: name, is: undefined } }))
    return orReportUnknown(
      [...changes, ...isLost, ...compareOrder(difference, [...was.keys()], [...is.keys()])],
      difference,
    )
  })

/** An alternative without fields, such as a list of numbers, is not named in the sentence. */
const createAlternativeSpot = (spot: Spot, node: Json, { was, is }: Pair): Spot =>
  getReference(node) !== undefined || isRecord(getFields(node)['properties'])
    ? extendSpot(spot, `the alternative \`${getSchemaName(node)}\``)
    : { ...spot, isOpen: [was, is].every((nodes) => isUnrestricted(getFields(node)['type'], nodes)) }

const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/** Whether one alternative allows every value of a type, so that a list beside it is open. */
const isUnrestricted = (type: Json | undefined, nodes: Json | undefined): boolean =>
  toList(nodes).some((node) => {
    const { title: _, description: __, format: ___, 'x-format': ____, ...rules } = getFields(node)
    return type !== undefined && [{ type }, { type, ...safe }].some((all) => isDeepStrictEqual(rules, all))
  })

const getSchemaName = (node: Json): string => {
  const { title, type, enum: values } = getFields(node)
  const own = title ?? type ?? 'any'
  return getReference(node)?.split('/').at(-1) ?? (values ? `${toText(own)} of a list` : toText(own))
}
