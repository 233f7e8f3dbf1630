// Compares nodes of a document. A node is a table from its keywords to the rules that compare their values.
import { isDeepStrictEqual } from 'node:util'

import type { Found, Spot } from './changes.ts'
import { follow, isRecord, opened, type Pair, referenceOf } from './documents.ts'
import type { KindName } from './kinds.ts'

/** A keyword whose value differs, and the node that it stands in. */
export interface Difference {
  readonly pair: Pair
  readonly keyword: string
  readonly node: Pair
  readonly spot: Spot
}
export type Rule = (difference: Difference) => readonly Found[]
export type Node = Readonly<Record<string, Rule>>

/** A change of this kind. */
export const found = (
  kind: KindName,
  { spot, keyword, pair }: Omit<Difference, 'node'>,
): readonly Found[] => [{ kind, spot, keyword, pair }]

/** Compares two nodes keyword by keyword. A keyword without a rule is a change of its own, so that none slips through. */
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

/** What no rule has seen. */
const unknown = (difference: Omit<Difference, 'node'>): readonly Found[] =>
  found('keyword unknown', difference)

/** The changes of a value that differs: if there are none, it has a form that its rule cannot read. */
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

/** Names of both sides, those that are gone last. */
export const union = (
  was: ReadonlyMap<string, unknown>,
  is: ReadonlyMap<string, unknown>,
): readonly string[] => [...new Set([...is.keys(), ...was.keys()])]
