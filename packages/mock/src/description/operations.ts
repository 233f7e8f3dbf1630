import type { CallDescription, Kind } from '@custody-wallet/server/core'
import { isObject } from '@custody-wallet/types/validate'

import { type Description, type Node, toList, toNode, resolveReference } from './description.ts'

/** A named example of a response. */
interface ResponseExample {
  readonly name: string
  readonly summary: string
  readonly value: unknown
}

/** A call of the mock. */
export interface MockOperation extends CallDescription {
  /** The path with example segments. */
  readonly shownPath: string
  readonly summary: string
  readonly tag: string
  readonly responses: readonly ResponseExample[]
  /** Parameters by the name of their example. */
  readonly requests: ReadonlyMap<string, Node>
}

const methods = { get: 'GET', post: 'POST' } as const

/** Lists the calls of a description. */
export function listOperations({ document }: Description): readonly MockOperation[] {
  return Object.entries(toNode(document['paths'])).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = toNode(item)[method]
      if (!isObject(operation)) return []
      // Parameters of a path apply to all of its calls.
      const parameters = [...toList(toNode(item)['parameters']), ...toList(operation['parameters'])]
      return [buildOperation(document, { ...operation, parameters }, { path, method: methods[method] })]
    }),
  )
}

function buildOperation(document: Node, operation: Node, location: Pick<MockOperation, 'path' | 'method'>) {
  const parameters = toList(operation['parameters']).map((each) => resolveReference(document, each))
  const inPath = parameters.filter((each) => each['in'] === 'path')
  const segments = new Map(inPath.map((each) => [readString(each['name']), readString(each['example'], 'segment')]))
  const body = readContent(document, operation['requestBody'])
  const success = toNode(operation['responses'])['200']
  return {
    ...location,
    id: readString(operation['operationId'], `${location.method} ${location.path}`),
    summary: readString(operation['summary']),
    tag: readString(toList(operation['tags'])[0], 'Others'),
    family: readString(operation['x-family']),
    query: new Map(
      filterQueryParameters(parameters).map((each) => [readString(each['name']), getKind(document, each['schema'])]),
    ),
    responses: listExamples(document, readContent(document, success)).map(([name, { summary, value }]) => ({
      name,
      summary: readString(summary),
      value,
    })),
    requests: readRequests(document, parameters, body),
    shownPath: location.path.replaceAll(/\{([^}]+)\}/g, (_match, name: string) => segments.get(name) ?? 'segment'),
  }
}

const filterQueryParameters = (parameters: readonly Node[]): readonly Node[] =>
  parameters.filter((each) => each['in'] === 'query')

// Each query parameter has its own examples. Those with the same name form one request.
function readRequests(document: Node, parameters: readonly Node[], body: Node): ReadonlyMap<string, Node> {
  const requests = new Map<string, Node>()
  for (const parameter of filterQueryParameters(parameters))
    for (const [name, { value }] of listExamples(document, parameter))
      requests.set(name, { ...requests.get(name), [readString(parameter['name'])]: value })
  for (const [name, { value }] of listExamples(document, body)) requests.set(name, toNode(value))
  return requests
}

const readContent = (document: Node, holder: unknown): Node =>
  toNode(toNode(resolveReference(document, holder)['content'])['application/json'])

const listExamples = (document: Node, holder: Node): readonly (readonly [string, Node])[] =>
  Object.entries(toNode(holder['examples'])).map(([name, example]) => [name, resolveReference(document, example)])

const kinds: Readonly<Record<string, Kind>> = { array: 'list', boolean: 'flag', integer: 'integer' }

const getKind = (document: Node, schema: unknown): Kind =>
  kinds[readString(resolveReference(document, schema)['type'])] ?? 'text'

const readString = (value: unknown, fallback: string = ''): string => (typeof value === 'string' ? value : fallback)
