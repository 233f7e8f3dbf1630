// The operation table: what a codec and a client need to know about every call, as plain data.
import {
  type Document,
  type Operation,
  type Parameter,
  type PathItem,
  operationsOf,
  resolver,
} from '../../redocly/document.ts'
import {
  type Leaf,
  answerName,
  contentOf,
  filledHeaders,
  filledOf,
  kindOf,
  leavesOf,
  parametersName,
  parametersOf,
} from '../operations.ts'
import { constant, lowerFirst } from './facts.ts'

export function operationsModule(contract: Document, plain: Document): string {
  const rows = operationRows(contract, plain)
  return constant('operations', 'Every call of the interface, by its id.', Object.fromEntries(rows))
}

function operationRows(contract: Document, plain: Document) {
  const opened = new Map(operationsOf(plain).map(({ operation }) => [operation.operationId, operation]))
  return operationsOf(contract).map(({ path, method, item, operation }) => {
    const view = opened.get(operation.operationId)
    if (!view)
      throw new TypeError(
        `The plain view has no operation ${operation.operationId}. Check tools/redocly/views/plain.ts.`,
      )
    const place = {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      ...placeOf(item, contract),
    }
    return [
      operation.operationId,
      { ...place, ...factsOf(operation, contract), ...answerFacts(view, plain) },
    ] as const
  })
}

function placeOf(item: PathItem, contract: Document) {
  const resolve = resolver(contract)
  const server = /\{(\w+)\}/.exec(item.servers?.[0]?.url ?? '')?.[1]
  const segments = (item.parameters ?? []).map((parameter) => resolve<Parameter>(parameter).name)
  return { server, segments }
}

function factsOf(operation: Operation, contract: Document) {
  const resolve = resolver(contract)
  const request = operation['x-envelope']?.request.schema
  const leaves = request ? leavesOf(request, resolve) : []
  const parameters = parametersOf(request, resolve)
  const cursor = operation['x-cursor']
  return {
    family: operation['x-family'],
    name: operation['x-resource'],
    summary: operation.summary,
    parameters,
    filled: { ...filledOf(request, resolve), ...filledHeaders(operation, resolve) },
    batch: operation['x-batch'] ?? null,
    cursor: cursor ? { ...cursor, kind: parameters[cursor.parameter]?.kind } : null,
    retry: operation['x-retry'] ?? 'never',
    limits: operation['x-limit'] ?? [],
    request: { wireNumbers: marked(leaves, 'x-wire-number'), personal: marked(leaves, 'x-personal') },
  }
}

function answerFacts(operation: Operation, plain: Document) {
  const resolve = resolver(plain)
  const content = contentOf(operation, resolve)
  const leaves = content ? leavesOf(content, resolve) : []
  return {
    answer: {
      content: content ? kindOf(content, resolve) : 'none',
      wireNumbers: marked(leaves, 'x-wire-number'),
      personal: marked(leaves, 'x-personal'),
      states: statesIn(leaves),
    },
    schemas: { parameters: parametersName(operation), answer: answerName(operation) },
  }
}

const marked = (leaves: readonly Leaf[], mark: 'x-wire-number' | 'x-personal'): string[] =>
  leaves.filter(({ schema }) => schema[mark]).map(({ pointer }) => pointer)

function statesIn(leaves: readonly Leaf[]): Readonly<Record<string, string>> {
  const open = leaves.filter(({ schema, name }) => name && schema['x-known-values'])
  return Object.fromEntries(open.map(({ pointer, name = '' }) => [pointer, lowerFirst(name)]))
}

const ofCalls = 'What a client knows of every call: how it travels, and when it may be made again.'
const ofMembers = 'Names of parameters that are personal data.'

/** The part of the table that a client needs at run time. The whole table would be a quarter of its bundle. */
export function callsModule(contract: Document, plain: Document): string {
  const operations = operationRows(contract, plain)
  const rows = operations.map(([id, { family, method, path, retry }]) => {
    const again = typeof retry === 'object' ? 'idempotent' : retry
    return [id, { family, method, path, retry: again }] as const
  })
  const personal = operations.flatMap(([, { request }]) =>
    request.personal.map((pointer) => pointer.slice(1)),
  )
  return [
    constant('calls', ofCalls, Object.fromEntries(rows)),
    constant('personalMembers', ofMembers, [...new Set(personal)]),
  ].join('\n')
}
