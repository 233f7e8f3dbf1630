// Rules for choices: a list of values, and alternatives.
import { isDeepStrictEqual } from 'node:util'

import { type Spot, within } from './changes.ts'
import { isRecord, type Json, listOf, membersOf, named, type Pair, referenceOf, textOf } from './documents.ts'
import { compare, found, type Node, orUnknown, type Rule } from './nodes.ts'
import { constraint, reordered, values } from './rules.ts'

/** Choices: without any, every value is allowed, so that the first ones are a rule of their own. */
function among(choices: Rule): Rule {
  return (difference) => {
    const { was, is } = difference.pair
    return was === undefined || is === undefined ? constraint(difference) : choices(difference)
  }
}

/** Values of a list, where it is closed and where all others are allowed as well. */
export const listed: Rule = among(
  values(
    ({ spot }) => (spot.open ? 'open value added' : 'value added'),
    ({ spot }) => (spot.open ? 'open value removed' : 'value removed'),
  ),
)

/** Alternatives are known by what they refer to, their titles or types; the rest are compared in their order. */
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

/** An alternative without members, such as a list of numbers, is part of the value and needs no name. */
const alternative = (spot: Spot, node: Json, { was, is }: Pair): Spot =>
  referenceOf(node) !== undefined || isRecord(membersOf(node)['properties'])
    ? within(spot, `the alternative \`${nameOf(node)}\``)
    : { ...spot, open: [was, is].every((nodes) => allowsAll(membersOf(node)['type'], nodes)) }

const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/** One of the alternatives is every value of a type, so that a list of such values beside it is open. */
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
