// The operation table: what a codec and a client need to know about every call, as plain data.
import {
  type Document,
  type Operation,
  type Parameter,
  type PathItem,
  listOperations,
  createResolver,
} from '../../redocly/document.ts'
import {
  type Leaf,
  formatResponseName,
  getContent,
  listFilledHeaders,
  listFilled,
  getKind,
  listLeaves,
  formatParametersName,
  listParameters,
} from '../operations.ts'
import { formatConstant, toLowerFirst } from './facts.ts'

export function createOperationsModule(contract: Document, plain: Document): string {
  const rows = createOperationRows(contract, plain)
  return formatConstant('operations', 'Every call of the interface, by its id.', Object.fromEntries(rows))
}

function createOperationRows(contract: Document, plain: Document) {
  const opened = new Map(listOperations(plain).map(({ operation }) => [operation.operationId, operation]))
  return listOperations(contract).map(({ path, method, item, operation }) => {
    const view = opened.get(operation.operationId)
    if (!view)
      throw new TypeError(
        `The plain view lacks the operation ${operation.operationId}. Check tools/redocly/views/plain.ts.`,
      )
    const pathFacts = {
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      ...createPathFacts(item, contract),
    }
    return [
      operation.operationId,
      { ...pathFacts, ...createFacts(operation, contract), ...createResponseFacts(view, plain) },
    ] as const
  })
}

function createPathFacts(item: PathItem, contract: Document) {
  const resolve = createResolver(contract)
  const server = /\{(\w+)\}/.exec(item.servers?.[0]?.url ?? '')?.[1]
  const segments = (item.parameters ?? []).map((parameter) => resolve<Parameter>(parameter).name)
  return { server, segments }
}

function createFacts(operation: Operation, contract: Document) {
  const resolve = createResolver(contract)
  const request = operation['x-envelope']?.request.schema
  const leaves = request ? listLeaves(request, resolve) : []
  const parameters = listParameters(request, resolve)
  const cursor = operation['x-cursor']
  return {
    family: operation['x-family'],
    name: operation['x-resource'],
    summary: operation.summary,
    parameters,
    filled: { ...listFilled(request, resolve), ...listFilledHeaders(operation, resolve) },
    batch: operation['x-batch'] ?? null,
    cursor: cursor ? { ...cursor, kind: parameters[cursor.parameter]?.kind } : null,
    retry: operation['x-retry'] ?? 'never',
    limits: operation['x-limit'] ?? [],
    request: { wireNumbers: listMarked(leaves, 'x-wire-number'), personal: listMarked(leaves, 'x-personal') },
  }
}

function createResponseFacts(operation: Operation, plain: Document) {
  const resolve = createResolver(plain)
  const content = getContent(operation, resolve)
  const leaves = content ? listLeaves(content, resolve) : []
  return {
    response: {
      content: content ? getKind(content, resolve) : 'none',
      wireNumbers: listMarked(leaves, 'x-wire-number'),
      personal: listMarked(leaves, 'x-personal'),
      states: listStates(leaves),
    },
    schemas: { parameters: formatParametersName(operation), response: formatResponseName(operation) },
  }
}

const listMarked = (leaves: readonly Leaf[], mark: 'x-wire-number' | 'x-personal'): string[] =>
  leaves.filter(({ schema }) => schema[mark]).map(({ pointer }) => pointer)

function listStates(leaves: readonly Leaf[]): Readonly<Record<string, string>> {
  const open = leaves.filter(({ schema, name }) => name && schema['x-known-values'])
  return Object.fromEntries(open.map(({ pointer, name = '' }) => [pointer, toLowerFirst(name)]))
}

const callsComment = 'Facts of every call: how it is sent, and whether a retry is safe.'
const fieldsComment = 'Names of parameters that are personal data.'

/** The part of the table that a client needs at run time. The whole table would be a quarter of its bundle. */
export function createCallsModule(contract: Document, plain: Document): string {
  const operations = createOperationRows(contract, plain)
  const rows = operations.map(([id, { family, method, path, retry }]) => {
    const again = typeof retry === 'object' ? 'idempotent' : retry
    return [id, { family, method, path, retry: again }] as const
  })
  const personal = operations.flatMap(([, { request }]) => request.personal.map((pointer) => pointer.slice(1)))
  return [
    formatConstant('calls', callsComment, Object.fromEntries(rows)),
    formatConstant('personalFields', fieldsComment, [...new Set(personal)]),
  ].join('\n')
}
