// Rules for what a schema allows, where they need more than one look.
import { isDeepStrictEqual } from 'node:util'

import { type Found, memberOf } from './changes.ts'
import { isList, type Json, listOf, membersOf, textOf } from './documents.ts'
import { type Difference, found, orUnknown } from './nodes.ts'
import { reordered } from './rules.ts'

/** Types, of which more mean more values. */
export function types(difference: Difference): readonly Found[] {
  const [was, is] = [typesIn(difference.pair.was), typesIn(difference.pair.is)]
  if (was.every((each) => is.includes(each))) return found('type widened', difference)
  return found(is.every((each) => was.includes(each)) ? 'type narrowed' : 'type replaced', difference)
}

const everyType: readonly Json[] = ['string', 'number', 'boolean', 'object', 'array', 'null']

/** Types that a value may have; every integer is a number as well. */
function typesIn(type: Json | undefined): readonly Json[] {
  const types = type === undefined ? everyType : isList(type) ? type : [type]
  return types.includes('number') ? [...types, 'integer'] : types
}

/** Names that a schema requires. */
export const namesIn = (node: Json | undefined): readonly string[] =>
  listOf(membersOf(node)['required']).map(textOf)

/** Members that come or go say themselves whether they are required. */
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

/** Without a word about them, unknown members are allowed. */
export function unknownMembers(difference: Difference): readonly Found[] {
  const { was = true, is = true } = difference.pair
  if (was === is) return found('words changed', difference)
  if (typeof was !== 'boolean' || typeof is !== 'boolean') return found('setting changed', difference)
  return found(is ? 'opened' : 'closed', difference)
}
