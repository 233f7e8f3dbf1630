// A published view as plain data, and the calls in it.
import type { Json } from '../redocly/document.ts'

export type { Json }
export type Fields = Readonly<Record<string, Json>>

/** A value before and after the change. */
export interface Pair<Value = Json | undefined> {
  readonly was: Value
  readonly is: Value
}

export const isRecord = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !isList(value)

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** Fields of an object; anything else has none. */
export const getFields = (value: Json | undefined): Fields => (isRecord(value) ? value : {})

/** Entries of a list; anything else has none. */
export const toList = (value: Json | undefined): readonly Json[] => (isList(value) ? value : [])

/** A name or a number in a sentence. */
export const toText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

export const getReference = (node: Json | undefined): string | undefined => {
  const { $ref } = getFields(node)
  return typeof $ref === 'string' ? $ref : undefined
}

/** The node that a reference names. */
export function follow(reference: string, document: Json): Json | undefined {
  const [, ...steps] = reference.split('/')
  return steps.reduce<Json | undefined>((node, step) => getFields(node)[step], document)
}

/** A node with the fields that it refers to. Its own fields win. A circle of references has no fields. */
export function resolveReferences(
  node: Json | undefined,
  document: Json,
  trail: readonly string[] = [],
): Json | undefined {
  const reference = getReference(node)
  if (reference === undefined) return node
  const { $ref: _, ...beside } = getFields(node)
  if (trail.includes(reference)) return beside
  return {
    ...getFields(resolveReferences(follow(reference, document), document, [...trail, reference])),
    ...beside,
  }
}

/** Entries by name. A repeated name gets a number. */
export function indexByName<Value>(values: readonly Value[], nameOf: (value: Value) => string): Map<string, Value> {
  const found = new Map<string, Value>()
  for (const value of values) {
    const name = nameOf(value)
    found.set(found.has(name) ? `${name} (${found.size})` : name, value)
  }
  return found
}

const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'])

/** Calls of a view by id, each with the fields of its path. */
export function listCalls(document: Json): Map<string, Fields> {
  const calls = Object.entries(getFields(getFields(document)['paths'])).flatMap(([address, item]) => {
    const fields = Object.entries(getFields(item))
    const path = Object.fromEntries(fields.filter(([key]) => !methods.has(key)))
    const own = fields.filter(([key]) => methods.has(key))
    // A path without calls is compared too.
    if (own.length === 0) return [{ address, path }]
    return own.map(([method, call]) => ({
      ...getFields(call),
      address: `${method.toUpperCase()} ${address}`,
      path,
    }))
  })
  return indexByName<Fields>(calls, (call) => toText(call['operationId'] ?? call['address']))
}
