// How the values of a keyword are compared.
import { isDeepStrictEqual } from 'node:util'

import { type Found, type Spot, within } from './changes.ts'
import { isList, type Json, listOf, membersOf, named, opened, textOf } from './documents.ts'
import type { KindName } from './kinds.ts'
import { compare, type Difference, found, type Node, orUnknown, type Rule, union } from './nodes.ts'

/** Every difference is of one kind. */
export const differs =
  (kind: KindName): Rule =>
  (difference) =>
    found(kind, difference)

export const words: Rule = differs('words changed')
export const setting: Rule = differs('setting changed')

/** A rule for values, which they follow or not. */
export const constraint: Rule = (difference) => {
  const { was, is } = difference.pair
  return found(
    was === undefined ? 'rule added' : is === undefined ? 'rule removed' : 'rule changed',
    difference,
  )
}

/** A greatest value, or a least one: without it, everything is allowed. */
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

/** A mark that is absent where it does not apply. */
export const mark =
  (set: KindName, unset: KindName): Rule =>
  (difference) => {
    const [was, is] = [difference.pair.was === true, difference.pair.is === true]
    return found(was === is ? 'setting changed' : is ? set : unset, difference)
  }

/** What it means that something is new; for members, their owner says whether they are required. */
type Added = (entry: Json, name: string, owner: Json | undefined) => KindName

interface Part {
  readonly added: KindName | Added
  readonly removed: KindName
  readonly at: (spot: Spot, name: string) => Spot
}

const kindOfNew = (added: Part['added'], ...facts: Parameters<Added>): KindName =>
  typeof added === 'string' ? added : added(...facts)

/** A node inside a node, at the same spot or another. */
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
  /** The keyword that names the entries of a list; those of an object have names. */
  readonly name?: string
  /** Where what is inside of an entry is said to be, unless that is where the entry is. */
  readonly inside?: Part['at']
}

/** Nodes of an object or a list, each compared with the one of the same name. */
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

/** A list of plain values whose order means nothing. */
export const values =
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

/** The same names in another order. */
export function reordered(
  difference: Difference,
  was: readonly string[],
  is: readonly string[],
): readonly Found[] {
  const [before, after] = [was.filter((key) => is.includes(key)), is.filter((key) => was.includes(key))]
  const moved = isList(difference.pair.is) && !isDeepStrictEqual(before, after)
  return moved ? found('order changed', difference) : []
}

/** A node of a list whose place is told by a phrase. */
export const phrased =
  (phrase: string) =>
  (spot: Spot, name: string): Spot =>
    within(spot, phrase.replace('{name}', name))
