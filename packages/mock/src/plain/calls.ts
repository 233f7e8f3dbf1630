import { isSuccessful } from '@custody-wallet/types'

import type { MockOperation } from '../description/operations.ts'
import {
  type Catalogue,
  formatCurl,
  type ListedExample,
  type ListedOperation,
  type ListedRequest,
} from './catalogue.ts'

/** What the page shows. */
export interface PageProps {
  readonly catalogue: Catalogue
  /** The calls of the catalogue in the same order, with their documented responses. */
  readonly operations: readonly MockOperation[]
  readonly origin: string
}

/** Calls with the same tag. */
export interface CallGroup {
  readonly tag: string
  readonly calls: readonly Call[]
}

/** A call as the page shows it. */
export interface Call extends Omit<ListedOperation, 'examples' | 'summary'> {
  /** Id of its section. */
  readonly anchor: string
  readonly title: string
  /** Short name in words. */
  readonly name: string
  readonly cases: readonly Case[]
}

/** A response of a call with the request that gets it. Its curl command has several lines. */
export interface Case extends Omit<ListedExample, 'name'> {
  /** Name in words. */
  readonly title: string
  readonly isFailure: boolean
  /** The documented response as JSON text. */
  readonly response: string
}

/** Groups the calls by tag, in the order in which the tags appear. */
export function groupCalls({ catalogue, operations, origin }: PageProps): readonly CallGroup[] {
  const calls = catalogue.operations.map((listed, at) => createCall(listed, operations[at]?.responses ?? [], origin))
  const tags = new Set(calls.map(({ tag }) => tag))
  return [...tags].map((tag) => ({ tag, calls: calls.filter((call) => call.tag === tag) }))
}

function createCall(
  { examples, summary, ...operation }: ListedOperation,
  responses: MockOperation['responses'],
  origin: string,
): Call {
  const cases = examples.map((example, at) => createCase(example, responses[at]?.value, origin))
  return {
    ...operation,
    anchor: operation.id.replaceAll(/\W+/g, '-'),
    title: summary === '' ? operation.id : summary,
    name: formatWords(operation.id),
    cases: cases.toSorted((a, b) => Number(a.isFailure) - Number(b.isFailure)),
  }
}

const createCase = ({ name, summary, request }: ListedExample, value: unknown, origin: string): Case => ({
  title: titles.get(name) ?? formatWords(name),
  summary,
  request,
  curl: formatCurl(indentBody(request), origin, ' \\\n  '),
  isFailure: !isSuccessful(value),
  response: formatJson(value),
})

const indentBody = (request: ListedRequest): ListedRequest =>
  request.body === undefined ? request : { ...request, body: formatJson(JSON.parse(request.body)) }

const formatJson = (value: unknown): string => JSON.stringify(value ?? null, undefined, 2)

/** Names of the examples of the contract in words. */
const titles: ReadonlyMap<string, string> = new Map([['typical', 'Success']])

/** Writes a name such as `listMpcWithdrawals` in words. Other texts, such as a path, stay as they are. */
function formatWords(name: string): string {
  if (!/^[\w-]+$/.test(name)) return name
  const text = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .replaceAll(/\bmpc\b/g, 'MPC')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
