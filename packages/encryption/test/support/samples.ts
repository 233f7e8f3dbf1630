// Examples of requests and responses in the contract, by call.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Responses } from '@custody-wallet/types'
import { findMismatches } from '@custody-wallet/types/mismatches'
import { operations } from '@custody-wallet/types/operations'
import { responses as predicates } from '@custody-wallet/types/validate'

import type { SealedId } from '../../src/profile/profile.ts'

interface Example {
  readonly $ref?: string
  readonly value?: unknown
}

type Examples = Readonly<Record<string, Example>>

interface Content {
  readonly 'application/json': { readonly examples: Examples }
}

interface Call {
  readonly parameters?: readonly { readonly name?: string; readonly examples?: Examples }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly 200: { readonly content: Content } }
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>
  readonly components: { readonly examples: Examples }
}

const file = createRequire(import.meta.url).resolve('@custody-wallet/types/openapi/plain.json')
const contract: Contract = JSON.parse(readFileSync(file, 'utf8'))

export const sealedIds: readonly SealedId[] = Object.values(operations).flatMap(({ id }) =>
  id === 'getToken' ? [] : [id],
)

export type Fields = Readonly<Record<string, unknown>>

const getValue = ({ $ref, value }: Example): unknown =>
  $ref ? contract.components.examples[$ref.split('/').at(-1) ?? '']?.value : value

function readCall(id: SealedId): Call {
  const { method, path } = operations[id]
  const call = contract.paths[path]?.[method.toLowerCase()]
  if (!call) throw new TypeError(`The contract has no ${id}.`)
  return call
}

/** Lists the example parameters of a call; one empty set for a call without parameters. */
export function listRequests(id: SealedId): readonly Fields[] {
  const { parameters = [], requestBody } = readCall(id)
  if (requestBody) return Object.values(requestBody.content['application/json'].examples).map(readFields)
  const names = new Set(parameters.flatMap(({ examples = {} }) => Object.keys(examples)))
  return names.size === 0
    ? [{}]
    : [...names].map((example) =>
        Object.fromEntries(
          parameters.flatMap(({ name = '', examples = {} }) =>
            examples[example] ? [[name, getValue(examples[example])]] : [],
          ),
        ),
      )
}

const readFields = (example: Example): Fields => ({ ...Object(getValue(example)) })

/** Returns the example of a success of a call. */
export const readResponse = <Id extends SealedId>(id: Id): Responses[Id] => readExampleResponse(id, 'typical')

/** Returns the example of a success that belongs to these parameters, or else a failure. */
export function readResponseTo<Id extends SealedId>(id: Id, parameters: Fields): Responses[Id] {
  const success: unknown = JSON.parse(JSON.stringify(readResponse(id)), (name, value: unknown) =>
    typeof parameters[name] === 'string' ? parameters[name] : value,
  )
  return isResponse(id, success) && findMismatches(id, parameters, success).length === 0
    ? success
    : readExampleResponse(id, 'failure')
}

function readExampleResponse<Id extends SealedId>(id: Id, name: 'typical' | 'failure'): Responses[Id] {
  const { [name]: example } = readCall(id).responses[200].content['application/json'].examples
  const response = example && getValue(example)
  if (!isResponse(id, response)) throw new TypeError(`The contract shows no ${name} response to ${id}.`)
  return response
}

function isResponse<Id extends SealedId>(id: Id, value: unknown): value is Responses[Id] {
  return predicates[id](value)
}
