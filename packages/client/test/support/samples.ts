// Examples of the contract: parameters and responses of every call.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Responses, Parameters } from '@custody-wallet/types'
import { type OperationId, operations } from '@custody-wallet/types/operations'

interface Example {
  readonly $ref?: string
  readonly value?: unknown
}
interface DocumentedOperation {
  readonly parameters?: readonly { readonly name: string; readonly examples?: Record<string, Example> }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly 200: { readonly content: Content } }
}
type Content = Readonly<Record<'application/json', { readonly examples: Readonly<Record<string, Example>> }>>
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly examples: Readonly<Record<string, Example>> }
}

const file = createRequire(import.meta.url).resolve('@custody-wallet/types/openapi/plain.json')
const plain: Document = JSON.parse(readFileSync(file, 'utf8'))

export const operationIds: readonly OperationId[] = Object.values(operations).map(({ id }) => id)

const readExample = ({ $ref, value }: Example = {}): unknown =>
  $ref ? plain.components.examples[$ref.slice($ref.lastIndexOf('/') + 1)]?.value : value

function getOperation(operation: OperationId): DocumentedOperation {
  const { method, path } = operations[operation]
  const shown = plain.paths[path]?.[method.toLowerCase()]
  if (!shown) throw new TypeError(`The plain view lacks ${operation}.`)
  return shown
}

/** Example parameters of the contract. */
export function getSampleParameters<Id extends OperationId>(operation: Id): Parameters[Id]
export function getSampleParameters(operation: OperationId): unknown {
  const { parameters = [], requestBody } = getOperation(operation)
  if (requestBody) return readExample(requestBody.content['application/json'].examples['typical'])
  const pairs = parameters.flatMap(({ name, examples }) =>
    examples?.['typical'] ? [[name, readExample(examples['typical'])] as const] : [],
  )
  return Object.fromEntries(pairs)
}

/** An example of a success or a failure. */
export function getSampleResponse<Id extends OperationId>(operation: Id, name: 'typical' | 'failure'): Responses[Id]
export function getSampleResponse(operation: OperationId, name: string): unknown {
  return readExample(getOperation(operation).responses[200].content['application/json'].examples[name])
}
