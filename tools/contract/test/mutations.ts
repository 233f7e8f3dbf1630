// Every change of one location in a document: another value, no value, or an additional keyword.
import { isList, isRecord, type Json } from '../documents.ts'

export interface Mutation {
  readonly what: string
  readonly document: Json
}

/** Documents that differ from this one in one location and share the rest with it. */
export function* listMutations(node: Json, path = ''): Generator<Mutation> {
  if (!isList(node) && !isRecord(node)) yield { what: `${path} is another`, document: createOtherValue(node) }
  else
    for (const [name, value] of Object.entries(node)) {
      for (const { what, document } of listMutations(value, `${path}/${name}`))
        yield { what, document: replaceValue(node, name, document) }
      yield { what: `${path}/${name} is gone`, document: replaceValue(node, name, undefined) }
    }
  if (isRecord(node)) yield { what: `${path} has one more`, document: { ...node, added: { type: 'string' } } }
}

function replaceValue(
  node: readonly Json[] | { readonly [name: string]: Json },
  name: string,
  value: Json | undefined,
): Json {
  if (isList(node))
    return node.flatMap((entry, index) => (String(index) !== name ? [entry] : value === undefined ? [] : [value]))
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, old]) =>
      key !== name ? [[key, old]] : value === undefined ? [] : [[key, value]],
    ),
  )
}

function createOtherValue(value: string | number | boolean | null): Json {
  if (typeof value === 'string') return `${value}~`
  if (typeof value === 'number') return value + 1
  return value === null ? 0 : !value
}
