import { isNode, type Node, nodeOf, resolved } from './description.ts'

// Formats that Prism's validator knows. It would log a warning for each schema with another one.
const formats: ReadonlySet<unknown> = new Set(['email', 'int32', 'int64'])

/**
 * A copy of a description for Prism's generated answers: they have only the members of the schema, and are successes,
 * because failures are chosen by name.
 */
export function prepared(document: Node): Node {
  const copy = nodeOf(closed(document))
  const paths = Object.entries(nodeOf(copy['paths'])).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(nodeOf(item)).map(([key, value]) => [
        key,
        isNode(value) ? succeeding(copy, value) : value,
      ]),
    ),
  ])
  return { ...copy, paths: Object.fromEntries(paths) }
}

// Without `additionalProperties: false`, Prism would add members.
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (!isNode(value)) return value
  const members = Object.entries(value)
    .filter(([name, member]) => isUseful(name, member))
    .map(([name, member]) => [name, values.has(name) ? member : closed(member)])
  const node = nodeOf(Object.fromEntries(members))
  return node['type'] === 'object' && isNode(node['properties'])
    ? { additionalProperties: false, ...node }
    : node
}

// Texts are the largest part of a description, and Prism copies it many times.
const isUseful = (name: string, member: unknown): boolean =>
  typeof member !== 'string' || (name === 'format' ? formats.has(member) : !words.has(name))

const words: ReadonlySet<string> = new Set(['description', 'summary'])

// Members with values, whose content is not a schema.
const values: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'value'])

function succeeding(document: Node, operation: Node): Node {
  const responses = nodeOf(operation['responses'])
  const response = resolved(document, responses['200'])
  const content = nodeOf(response['content'])
  const json = nodeOf(content['application/json'])
  const { anyOf } = resolved(document, json['schema'])
  if (!Array.isArray(anyOf)) return operation
  const only = { ...response, content: { ...content, 'application/json': { ...json, schema: anyOf[0] } } }
  return { ...operation, responses: { ...responses, 200: only } }
}
