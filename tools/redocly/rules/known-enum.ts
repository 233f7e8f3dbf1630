// How a list of known values and an enum agree: the enum holds what the interface explains.
import type { KnownValue, Schema } from '../document.ts'
import type { Draft } from '../model.ts'
import type { Finding } from './finding.ts'

export const list = 'x-known-values'

export const valuesOf = (schema: Draft<Schema>): readonly Draft<KnownValue>[] => schema[list] ?? []

// Lists without an enum of which the interface shows values all the same, by title, each with its reason.
const observed: Readonly<Record<string, string>> = {
  'Staking transaction type': 'Each step of a stake shows one value; nothing says that there are no others.',
}

/** Values of an enum that the list does not take from the interface. */
export function notListed(schema: Draft<Schema>): readonly Finding[] {
  const { path, node } = enumerated(schema)
  if (node.type !== 'integer' && !schema[list]) return []
  const explained = valuesOf(schema).filter(({ source }) => source === 'interface')
  const listed = new Set<unknown>(explained.map(({ value }) => value))
  return (node.enum ?? []).flatMap((value, index) => {
    const message = `List ${JSON.stringify(value)} in ${list} with the source interface, or take it out of the enum.`
    return listed.has(value) ? [] : [{ path: [...path, 'enum', index], message }]
  })
}

/** Values that the list takes from the interface but the enum lacks. */
export function notInEnum(schema: Draft<Schema>): readonly Finding[] {
  if (schema.title && schema.title in observed) return []
  const shown = new Set<unknown>(enumerated(schema).node.enum)
  return valuesOf(schema).flatMap(({ value, source }, index) => {
    const message = `Add ${value} to the enum of what the interface explains, or name another source for it.`
    return source !== 'interface' || shown.has(value) ? [] : [{ path: [list, index, 'source'], message }]
  })
}

interface Enumerated {
  readonly path: Finding['path']
  readonly node: Draft<Schema>
}

// An open integer has its enum in the first alternative, a closed one beside its type.
function enumerated(schema: Draft<Schema>): Enumerated {
  const index = schema.anyOf?.findIndex((branch) => branch.enum) ?? -1
  const branch = schema.anyOf?.[index]
  return branch ? { path: ['anyOf', index], node: branch } : { path: [], node: schema }
}
