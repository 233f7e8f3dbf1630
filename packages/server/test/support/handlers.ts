// Handlers that return the examples of the contract, and the calls of a client by operation.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { SealedId } from '@custody-wallet/encryption'
import { operations } from '@custody-wallet/types/operations'

import type { CallContext, Handlers } from '../../src/index.ts'

type Examples = Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationExamples>>>>
  readonly components: { readonly examples: Examples }
}

interface OperationExamples {
  readonly parameters?: readonly { readonly name: string; readonly examples?: Examples }[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: Examples } }
  }
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly examples: Examples } } }
  }
}

const file = createRequire(import.meta.url).resolve('@custody-wallet/types/openapi/plain.json')
const document: Document = JSON.parse(readFileSync(file, 'utf8'))

const findValue = (examples: Examples, name: string): unknown => {
  const { $ref, value } = examples[name] ?? {}
  return $ref ? document.components.examples[$ref.split('/').at(-1) ?? '']?.value : value
}

function getExamples(id: SealedId): OperationExamples {
  const { path, method } = operations[id]
  const shown = document.paths[path]?.[method.toLowerCase()]
  if (!shown) throw new TypeError(`The contract does not show ${id}.`)
  return shown
}

const isSealed = (id: string): id is SealedId => id !== 'getToken'

export const sealedIds: readonly SealedId[] = Object.keys(operations).filter(
  (id): id is SealedId => Object.hasOwn(operations, id) && isSealed(id),
)

/** Returns the example parameters of a call. */
export function readParameters(id: SealedId): Readonly<Record<string, unknown>> {
  const { parameters = [], requestBody } = getExamples(id)
  if (requestBody) return { ...Object(findValue(requestBody.content['application/json'].examples, 'typical')) }
  return Object.fromEntries(
    parameters.flatMap(({ name, examples = {} }) =>
      'typical' in examples ? [[name, findValue(examples, 'typical')]] : [],
    ),
  )
}

/** Returns the value in the example response of a call. */
export function readValue(id: SealedId): unknown {
  const response = findValue(getExamples(id).responses[200].content['application/json'].examples, 'typical')
  return operations[id].family === 'mpc' ? response : Object(response).data
}

export interface HandlerCall {
  readonly parameters: unknown
  readonly call: CallContext
}

/** Creates handlers that return the examples of the contract; `seen` lists their calls. */
export function createHandlers(): { readonly handlers: Handlers; readonly seen: readonly HandlerCall[] } {
  const seen: HandlerCall[] = []
  const handlers: unknown = Object.fromEntries(
    sealedIds.map((id) => [
      id,
      (parameters: unknown, call: CallContext) => {
        seen.push({ parameters, call })
        return readValue(id)
      },
    ]),
  )
  markHandlers(handlers)
  return { handlers, seen }
}

// The examples of the contract are checked against its schemas elsewhere.
function markHandlers(_handlers: unknown): asserts _handlers is Handlers {}
