// Examples of requests and responses of every sealed call.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Responses, Parameters } from '@custody-wallet/types'
import { operations } from '@custody-wallet/types/operations'

import type { SealedId } from '../../src/profile/profile.ts'

const plain = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@custody-wallet/types/openapi/plain.json'), 'utf8'),
)
export const sealedIds = Object.keys(operations).filter((id): id is SealedId => id !== 'getToken')

export interface Samples {
  readonly requests: readonly Parameters[SealedId][]
  readonly responses: readonly Responses[SealedId][]
}

const getValue = (example: { $ref?: string; value?: unknown }): unknown =>
  example.$ref ? plain.components.examples[example.$ref.split('/').at(-1) ?? ''].value : example.value

export function readSamples(id: SealedId): Samples {
  const { method, path } = operations[id]
  const operation = plain.paths[path][method.toLowerCase()]
  const responseSamples = Object.values<{ $ref?: string }>(
    operation.responses[200].content['application/json'].examples,
  ).map(getValue)
  const body = operation.requestBody?.content['application/json'].examples
  if (body)
    return {
      requests: Object.values<{ $ref?: string }>(body).map(getValue),
      responses: responseSamples,
    } as Samples
  const names = new Set<string>(
    (operation.parameters ?? []).flatMap(({ examples }: { examples: object }) => Object.keys(examples ?? {})),
  )
  const requests = [...(names.size > 0 ? names : ['typical'])].map((name) =>
    Object.fromEntries(
      (operation.parameters ?? []).flatMap(
        (parameter: { name: string; examples?: Record<string, { value: unknown }> }) =>
          parameter.examples?.[name] ? [[parameter.name, parameter.examples[name].value]] : [],
      ),
    ),
  )
  return { requests, responses: responseSamples } as Samples
}
