// How two nodes of a document are compared: each keyword has a rule for its values.
import { isDeepStrictEqual } from 'node:util'

import { type Found, memberOf, type Spot, within } from './changes.ts'
import {
  follow,
  isList,
  isRecord,
  type Json,
  listOf,
  membersOf,
  named,
  opened,
  type Pair,
  referenceOf,
  textOf,
} from './documents.ts'
import type { KindName } from './kinds.ts'

/** A keyword with two different values, and its node. */
export interface Difference {
  readonly pair: Pair
  readonly keyword: string
  readonly node: Pair
  readonly spot: Spot
}
export type Rule = (difference: Difference) => readonly Found[]
export type Node = Readonly<Record<string, Rule>>

/** One change of a kind. */
export const found = (
  kind: KindName,
  { spot, keyword, pair }: Omit<Difference, 'node'>,
): readonly Found[] => [{ kind, spot, keyword, pair }]

/** Compares two nodes keyword by keyword. A keyword without a rule counts as a breaking change. */
export function compare(node: Node, pair: Pair, spot: Spot): readonly Found[] {
  if (isDeepStrictEqual(pair.was, pair.is)) return []
  if (!isRecord(pair.was) || !isRecord(pair.is)) return unknown({ pair, spot, keyword: 'form' })
  if (referenceOf(pair.was) !== referenceOf(pair.is)) return compareOpened(node, pair, spot)
  const [was, is] = [new Map(Object.entries(pair.was)), new Map(Object.entries(pair.is))]
  return union(was, is).flatMap((keyword) => {
    const difference = { pair: { was: was.get(keyword), is: is.get(keyword) }, keyword, node: pair, spot }
    if (isDeepStrictEqual(difference.pair.was, difference.pair.is)) return []
    const rule = Object.hasOwn(node, keyword) ? node[keyword] : undefined
    return rule ? rule(difference) : unknown(difference)
  })
}

/** A change that no rule knows. */
const unknown = (difference: Omit<Difference, 'node'>): readonly Found[] =>
  found('keyword unknown', difference)

/** If a rule finds no changes in different values, it cannot read their form. */
export const orUnknown = (changes: readonly Found[], difference: Difference): readonly Found[] =>
  changes.length > 0 ? changes : unknown(difference)

function compareOpened(node: Node, pair: Pair, spot: Spot): readonly Found[] {
  const references = { was: referenceOf(pair.was), is: referenceOf(pair.is) }
  const turn = `${references.was} ${references.is}`
  const lost = references.is !== undefined && follow(references.is, spot.documents.is) === undefined
  const turned = found(lost ? 'reference lost' : 'reference changed', {
    pair: references,
    spot,
    keyword: '$ref',
  })
  if (lost || spot.trail.includes(turn)) return turned
  const targets = { was: opened(pair.was, spot.documents.was), is: opened(pair.is, spot.documents.is) }
  return [...turned, ...compare(node, targets, { ...spot, trail: [...spot.trail, turn] })]
}

/** Names of both sides, removed ones last. */
export const union = (
  was: ReadonlyMap<string, unknown>,
  is: ReadonlyMap<string, unknown>,
): readonly string[] => [...new Set([...is.keys(), ...was.keys()])]

/** A rule for which every difference is of one kind. */
export const differs =
  (kind: KindName): Rule =>
  (difference) =>
    found(kind, difference)

export const words: Rule = differs('words changed')
export const setting: Rule = differs('setting changed')

/** A keyword that restricts values. */
export const constraint: Rule = (difference) => {
  const { was, is } = difference.pair
  return found(
    was === undefined ? 'rule added' : is === undefined ? 'rule removed' : 'rule changed',
    difference,
  )
}

/** A maximum or a minimum. Without it, everything is allowed. */
export const bound =
  (which: 'greatest' | 'least'): Rule =>
  (difference) => {
    const none = which === 'greatest' ? Infinity : -Infinity
    const [was, is] = [numberOr(difference.pair.was, none), numberOr(difference.pair.is, none)]
    if (was === undefined || is === undefined) return found('setting changed', difference)
    const tighter = which === 'greatest' ? is < was : is > was
    return found(tighter ? 'limit tightened' : 'limit loosened', difference)
  }

const numberOr = (value: Json | undefined, none: number): number | undefined =>
  value === undefined ? none : typeof value === 'number' ? value : undefined

/** A flag that is true or absent. */
export const mark =
  (set: KindName, unset: KindName): Rule =>
  (difference) => {
    const [was, is] = [difference.pair.was === true, difference.pair.is === true]
    return found(was === is ? 'setting changed' : is ? set : unset, difference)
  }

/** The kind of a new entry. The owner of members says whether they are required. */
type Added = (entry: Json, name: string, owner: Json | undefined) => KindName

interface Part {
  readonly added: KindName | Added
  readonly removed: KindName
  readonly at: (spot: Spot, name: string) => Spot
}

const kindOfNew = (added: Part['added'], ...facts: Parameters<Added>): KindName =>
  typeof added === 'string' ? added : added(...facts)

/** A node inside a node, at the same place or another. */
export const child =
  (node: () => Node, { added = 'rule added', removed = 'rule removed', at }: Partial<Part> = {}): Rule =>
  ({ pair, keyword, node: owner, spot }) => {
    const difference = { pair, keyword, spot: at ? at(spot, keyword) : spot }
    if (pair.is === undefined) return found(removed, difference)
    if (pair.was === undefined) return found(kindOfNew(added, pair.is, keyword, owner.is), difference)
    return compare(node(), pair, difference.spot)
  }

interface Collection extends Part {
  readonly node: () => Node
  /** The keyword with the names of the entries, if they are a list. */
  readonly name?: string
  /** The place of changes inside an entry, if it differs from the place of the entry. */
  readonly inside?: Part['at']
}

/** Compares the nodes of an object or a list by name. */
export const entries =
  ({ node, added, removed, name = '', at, inside = at }: Collection): Rule =>
  (difference) => {
    const { pair, keyword, spot } = difference
    const was = entriesOf(pair.was, spot.documents.was, name)
    const is = entriesOf(pair.is, spot.documents.is, name)
    const changes = union(was, is).flatMap((key) => {
      const entry = { was: was.get(key), is: is.get(key) }
      const place = { pair: entry, keyword, spot: at(spot, key) }
      if (entry.is === undefined) return found(removed, place)
      if (entry.was === undefined) return found(kindOfNew(added, entry.is, key, difference.node.is), place)
      return compare(node(), entry, inside(spot, key))
    })
    return orUnknown([...changes, ...reordered(difference, [...was.keys()], [...is.keys()])], difference)
  }

function entriesOf(value: Json | undefined, document: Json, name: string): ReadonlyMap<string, Json> {
  if (!isList(value)) return new Map(Object.entries(membersOf(value)))
  return named(value, (entry) => textOf(membersOf(opened(entry, document))[name]))
}

/** A list of plain values in any order. */
const values =
  (added: (difference: Difference) => KindName, removed: (difference: Difference) => KindName): Rule =>
  (difference) => {
    const was = named(listOf(difference.pair.was), (value) => JSON.stringify(value))
    const is = named(listOf(difference.pair.is), (value) => JSON.stringify(value))
    const changes = union(was, is).flatMap((key) => {
      if (was.has(key) && is.has(key)) return []
      const kind = is.has(key) ? added(difference) : removed(difference)
      return found(kind, { ...difference, pair: { was: was.get(key), is: is.get(key) } })
    })
    return orUnknown([...changes, ...reordered(difference, [...was.keys()], [...is.keys()])], difference)
  }

/** A list with the same names in another order. */
function reordered(difference: Difference, was: readonly string[], is: readonly string[]): readonly Found[] {
  const [before, after] = [was.filter((key) => is.includes(key)), is.filter((key) => was.includes(key))]
  const moved = isList(difference.pair.is) && !isDeepStrictEqual(before, after)
  return moved ? found('order changed', difference) : []
}

/** The place of an entry, described by a phrase. */
export const phrased =
  (phrase: string) =>
  (spot: Spot, name: string): Spot =>
    within(spot, phrase.replace('{name}', name))

/** Types. More types allow more values. */
export function types(difference: Difference): readonly Found[] {
  const [was, is] = [typesIn(difference.pair.was), typesIn(difference.pair.is)]
  if (was.every((each) => is.includes(each))) return found('type widened', difference)
  return found(is.every((each) => was.includes(each)) ? 'type narrowed' : 'type replaced', difference)
}

const everyType: readonly Json[] = ['string', 'number', 'boolean', 'object', 'array', 'null']

/** Types that a value may have. Every integer is a number too. */
function typesIn(type: Json | undefined): readonly Json[] {
  const types = type === undefined ? everyType : isList(type) ? type : [type]
  return types.includes('number') ? [...types, 'integer'] : types
}

/** Names that a schema requires. */
export const namesIn = (node: Json | undefined): readonly string[] =>
  listOf(membersOf(node)['required']).map(textOf)

/** Required members. New and removed members are reported elsewhere. */
export function requiredNames(difference: Difference): readonly Found[] {
  const { node, spot } = difference
  const [was, is] = [namesIn(node.was), namesIn(node.is)]
  if (isDeepStrictEqual(was, is)) return orUnknown([], difference)
  const [before, after] = [membersOf(node.was)['properties'], membersOf(node.is)['properties']].map(membersOf)
  const stays = (name: string) => Object.hasOwn(before ?? {}, name) === Object.hasOwn(after ?? {}, name)
  const turned = (kind: 'made required' | 'made optional', names: readonly string[]) =>
    names.filter(stays).flatMap((name) => found(kind, { ...difference, spot: memberOf(spot, name) }))
  return [
    ...turned(
      'made required',
      is.filter((name) => !was.includes(name)),
    ),
    ...turned(
      'made optional',
      was.filter((name) => !is.includes(name)),
    ),
    ...reordered(difference, was, is),
  ]
}

/** Unknown members are allowed by default. */
export function unknownMembers(difference: Difference): readonly Found[] {
  const { was = true, is = true } = difference.pair
  if (was === is) return found('words changed', difference)
  if (typeof was !== 'boolean' || typeof is !== 'boolean') return found('setting changed', difference)
  return found(is ? 'opened' : 'closed', difference)
}

/** Choices. Without any, every value is allowed, so the first ones restrict values. */
function among(choices: Rule): Rule {
  return (difference) => {
    const { was, is } = difference.pair
    return was === undefined || is === undefined ? constraint(difference) : choices(difference)
  }
}

/** A list of values, closed or open. */
export const listed: Rule = among(
  values(
    ({ spot }) => (spot.open ? 'open value added' : 'value added'),
    ({ spot }) => (spot.open ? 'open value removed' : 'value removed'),
  ),
)

/** Alternatives with the same reference, title or type are compared; the others in their order. */
export const alternativesOf = (node: () => Node): Rule =>
  among((difference) => {
    const { spot, keyword, pair } = difference
    const [was, is] = [named(listOf(pair.was), nameOf), named(listOf(pair.is), nameOf)]
    const gone = [...was.keys()].filter((name) => !is.has(name))
    const fresh = [...is.keys()].filter((name) => !was.has(name))
    const compared = [...is].flatMap(([name, choice]) => {
      const twin = was.get(was.has(name) ? name : (gone[fresh.indexOf(name)] ?? ''))
      if (twin === undefined)
        return found('alternative added', { spot, keyword, pair: { was: undefined, is: name } })
      return compare(node(), { was: twin, is: choice }, alternative(spot, choice, pair))
    })
    const lost = gone
      .slice(fresh.length)
      .flatMap((name) => found('alternative removed', { spot, keyword, pair: { was: name, is: undefined } }))
    return orUnknown(
      [...compared, ...lost, ...reordered(difference, [...was.keys()], [...is.keys()])],
      difference,
    )
  })

/** An alternative without members, such as a list of numbers, is not named in the sentence. */
const alternative = (spot: Spot, node: Json, { was, is }: Pair): Spot =>
  referenceOf(node) !== undefined || isRecord(membersOf(node)['properties'])
    ? within(spot, `the alternative \`${nameOf(node)}\``)
    : { ...spot, open: [was, is].every((nodes) => allowsAll(membersOf(node)['type'], nodes)) }

const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/** Whether one alternative allows every value of a type, so that a list beside it is open. */
const allowsAll = (type: Json | undefined, nodes: Json | undefined): boolean =>
  listOf(nodes).some((node) => {
    const { title: _, description: __, format: ___, 'x-format': ____, ...rules } = membersOf(node)
    return type !== undefined && [{ type }, { type, ...safe }].some((all) => isDeepStrictEqual(rules, all))
  })

const nameOf = (node: Json): string => {
  const { title, type, enum: values } = membersOf(node)
  const own = title ?? type ?? 'any'
  return referenceOf(node)?.split('/').at(-1) ?? (values ? `${textOf(own)} of a list` : textOf(own))
}
