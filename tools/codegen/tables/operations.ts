// The operation table: what a codec and a client have to know about every call, as plain data.
import {
  type Document,
  type Operation,
  operationsOf,
  type Parameter,
  type PathItem,
  resolver,
} from '../../redocly/document.ts'
import { answerName, parametersName } from '../names.ts'
import { type Leaf, leavesOf } from '../walk.ts'
import { contentOf, kindOf } from './content.ts'
import { constant, lowerFirst } from './literal.ts'
import { filledHeaders, filledOf, parametersOf } from './members.ts'

export function operationsModule(contract: Document, plain: Document): string {
  const rows = operationRows(contract, plain)
  return constant('operations', 'Every call of the interface, by its id.', Object.fromEntries(rows))
}

/** What the table says about every call, with its id. */
export function operationRows(contract: Document, plain: Document) {
  const opened = new Map(operationsOf(plain).map(({ operation }) => [operation.operationId, operation]))
  return operationsOf(contract).map(({ path, method, item, operation }) => {
    const view = opened.get(operation.operationId)
    if (!view) throw new TypeError(`The plain view lacks ${operation.operationId}.`)
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
