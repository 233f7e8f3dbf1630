import type { CallDescription, Kind } from '@custody-wallet/server/core'

import { type Description, isNode, type Node, nodeOf, resolved } from './description.ts'

/** A named example of an answer. */
interface AnswerExample {
  readonly name: string
  readonly summary: string
  readonly value: unknown
}

/** A call that the mock answers. */
export interface MockOperation extends CallDescription {
  /** The path with the segments of the description's examples. */
  readonly shownPath: string
  readonly summary: string
  readonly tag: string
  readonly answers: readonly AnswerExample[]
  /** Example parameters, by the name of the example. */
  readonly requests: ReadonlyMap<string, Node>
}

const methods = { get: 'GET', post: 'POST' } as const

/** Every call of a description. */
export function operationsOf({ document }: Description): readonly MockOperation[] {
  return Object.entries(nodeOf(document['paths'])).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = nodeOf(item)[method]
      if (!isNode(operation)) return []
      // Parameters of a path belong to each of its calls.
      const parameters = [...listOf(nodeOf(item)['parameters']), ...listOf(operation['parameters'])]
      return [operationOf(document, { ...operation, parameters }, { path, method: methods[method] })]
    }),
  )
}

function operationOf(document: Node, operation: Node, place: Pick<MockOperation, 'path' | 'method'>) {
  const parameters = listOf(operation['parameters']).map((each) => resolved(document, each))
  const inPath = parameters.filter((each) => each['in'] === 'path')
  const segments = new Map(inPath.map((each) => [textOf(each['name']), textOf(each['example'], 'segment')]))
  const body = contentOf(document, operation['requestBody'])
  const success = nodeOf(operation['responses'])['200']
  return {
    ...place,
    id: textOf(operation['operationId'], `${place.method} ${place.path}`),
    summary: textOf(operation['summary']),
    tag: textOf(listOf(operation['tags'])[0], 'Others'),
    family: textOf(operation['x-family']),
    query: new Map(
      inQuery(parameters).map((each) => [textOf(each['name']), kindOf(document, each['schema'])]),
    ),
    answers: examplesIn(document, contentOf(document, success)).map(([name, { summary, value }]) => ({
      name,
      summary: textOf(summary),
      value,
    })),
    requests: requestsOf(document, parameters, body),
    shownPath: place.path.replaceAll(
      /\{([^}]+)\}/g,
      (_match, name: string) => segments.get(name) ?? 'segment',
    ),
  }
}

const inQuery = (parameters: readonly Node[]): readonly Node[] =>
  parameters.filter((each) => each['in'] === 'query')

// Each query parameter has its own examples; those with the same name belong together.
function requestsOf(document: Node, parameters: readonly Node[], body: Node): ReadonlyMap<string, Node> {
  const requests = new Map<string, Node>()
  for (const parameter of inQuery(parameters))
    for (const [name, { value }] of examplesIn(document, parameter))
      requests.set(name, { ...requests.get(name), [textOf(parameter['name'])]: value })
  for (const [name, { value }] of examplesIn(document, body)) requests.set(name, nodeOf(value))
  return requests
}

const contentOf = (document: Node, holder: unknown): Node =>
  nodeOf(nodeOf(resolved(document, holder)['content'])['application/json'])

const examplesIn = (document: Node, holder: Node): readonly (readonly [string, Node])[] =>
  Object.entries(nodeOf(holder['examples'])).map(([name, example]) => [name, resolved(document, example)])

const kinds: Readonly<Record<string, Kind>> = { array: 'list', boolean: 'flag', integer: 'integer' }

const kindOf = (document: Node, schema: unknown): Kind =>
  kinds[textOf(resolved(document, schema)['type'])] ?? 'text'

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textOf = (value: unknown, fallback: string = ''): string =>
  typeof value === 'string' ? value : fallback
