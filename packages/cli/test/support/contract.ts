import { readFileSync } from 'node:fs'

import { isObject } from '@custody-wallet/types/validate'

import { readField } from '../../src/json-values.ts'

const file = new URL('../../../sandbox/openapi/control.json', import.meta.url)
const contract: unknown = JSON.parse(readFileSync(file, 'utf8'))

/** A control call with the names of all fields of its response. */
export interface DescribedCall {
  readonly id: string
  readonly fields: ReadonlySet<string>
}

/** Every control call of the contract. */
export const describedCalls: readonly DescribedCall[] = listValues(readField(contract, 'paths'))
  .flatMap(listValues)
  .filter(isObject)
  .map(({ operationId, responses }) => ({
    id: String(operationId),
    fields: listFields(readField(responses, '200')),
  }))

function listValues(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : []
}

function listFields(value: unknown, found: Set<string> = new Set(), seen: Set<unknown> = new Set()): Set<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return found
  seen.add(value)
  for (const name of Object.keys(Object(readField(value, 'properties')))) found.add(name)
  for (const each of [...Object.values(value), findTarget(readField(value, '$ref'))]) listFields(each, found, seen)
  return found
}

function findTarget(reference: unknown): unknown {
  if (typeof reference !== 'string') return undefined
  return reference.split('/').slice(1).reduce(readField, contract)
}
