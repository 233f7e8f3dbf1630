import { isObject } from '@custody-wallet/types/validate'

import { type Node, toNode, resolveReference } from './description.ts'

// Prism's validator logs a warning for each schema with another format.
const formats: ReadonlySet<unknown> = new Set(['email', 'int32', 'int64'])

/** Copies a description for Prism, so that it generates only successes, with only the fields of the schema. */
export function prepareDocument(document: Node): Node {
  const copy = toNode(closeSchemas(document))
  const paths = Object.entries(toNode(copy['paths'])).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(toNode(item)).map(([key, value]) => [
        key,
        isObject(value) ? keepSuccessSchema(copy, value) : value,
      ]),
    ),
  ])
  return { ...copy, paths: Object.fromEntries(paths) }
}

// Without `additionalProperties: false`, Prism would add fields.
function closeSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeSchemas)
  if (!isObject(value)) return value
  const fields = Object.entries(value)
    .filter(([name, field]) => isUseful(name, field))
    .map(([name, field]) => [name, values.has(name) ? field : closeSchemas(field)])
  const node = toNode(Object.fromEntries(fields))
  return node['type'] === 'object' && isObject(node['properties']) ? { additionalProperties: false, ...node } : node
}

// Prism copies the description many times, and prose is its largest part.
const isUseful = (name: string, field: unknown): boolean =>
  typeof field !== 'string' || (name === 'format' ? formats.has(field) : !words.has(name))

const words: ReadonlySet<string> = new Set(['description', 'summary'])

// Fields that contain values instead of schemas.
const values: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'value'])

function keepSuccessSchema(document: Node, operation: Node): Node {
  const responses = toNode(operation['responses'])
  const response = resolveReference(document, responses['200'])
  const content = toNode(response['content'])
  const json = toNode(content['application/json'])
  const { anyOf } = resolveReference(document, json['schema'])
  if (!Array.isArray(anyOf)) return operation
  const only = { ...response, content: { ...content, 'application/json': { ...json, schema: anyOf[0] } } }
  return { ...operation, responses: { ...responses, 200: only } }
}
