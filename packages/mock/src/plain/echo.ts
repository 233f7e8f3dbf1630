import { isOperationId } from '@custody-wallet/server/core'
import { isSuccessful } from '@custody-wallet/types'
import { type Operation, operations } from '@custody-wallet/types/operations'
import { isObject } from '@custody-wallet/types/validate'

import { listNodes, type Node, toList, toNode } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'

/** A valid request. */
export interface MockCall {
  readonly operation: MockOperation
  readonly parameters: Node
}

type Echo = (content: unknown, call: MockCall, facts: Operation) => unknown

/** Adapts a success to its request: ids of a batch, records after a cursor, and fields of the same name. */
export function echoRequest(call: MockCall, response: unknown): unknown {
  const { id } = call.operation
  if (!isOperationId(id) || !isSuccessful(response)) return response
  const echo = (content: unknown): unknown => echoes.reduce((value, step) => step(value, call, operations[id]), content)
  if (operations[id].family === 'mpc') return echo(response)
  const envelope = toNode(response)
  return 'data' in envelope ? { ...envelope, data: echo(envelope['data']) } : response
}

/** Returns one record per id, in the order of the ids, or copies of other records. An empty list stays empty. */
const echoBatch: Echo = (content, { parameters }, { batch }) => {
  const records = listNodes(content)
  const key = batch?.record
  if (!batch || key === undefined || !records.some((record) => key in record)) return content
  const known = new Map(records.map((record) => [String(record[key]), record]))
  const ids = [...new Set(toList(parameters[batch.parameter]).map(String))]
  return ids.flatMap((id, index) => known.get(id) ?? copyRecords(records, { key, id, index }))
}

interface RequestedRecord {
  /** Field with the requested id. */
  readonly key: string
  readonly id: string
  readonly index: number
}

// Copies get new numbers, because a program that stores records by number would merge them.
function copyRecords(records: readonly Node[], { key, id, index }: RequestedRecord): readonly Node[] {
  const template = records[index % records.length] ?? {}
  const highest = Math.max(...records.map(({ id: number }) => (typeof number === 'number' ? number : 0)))
  const numberedRecord = {
    ...template,
    ...(typeof template['id'] === 'number' && { id: highest + 1 + index }),
  }
  if (typeof template[key] !== 'number') return [{ ...numberedRecord, [key]: id }]
  return isNumber(id) ? [{ ...numberedRecord, [key]: Number(id) }] : []
}

const isNumber = (id: string): boolean => /^\d+$/.test(id) && String(Number(id)) === id

const echoCursor: Echo = (content, { parameters }, { cursor }) => {
  const after = cursor ? parameters[cursor.parameter] : undefined
  if (!cursor || after === undefined || !Array.isArray(content)) return content
  return listNodes(content).filter((record) => Number(record[cursor.record]) > Number(after))
}

/** Copies strings and numbers of the request to response fields of the same name and type. */
const echoParameters: Echo = (content, { parameters }, { parameters: known }) => {
  const scalars = new Map(
    Object.entries(parameters).filter(([name, value]) => Object.hasOwn(known, name) && isScalar(value)),
  )
  const echoValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(echoValue)
    if (!isObject(value)) return value
    const fields = Object.entries(value).map(([name, field]) => [
      name,
      typeof field === typeof scalars.get(name) ? scalars.get(name) : echoValue(field),
    ])
    return Object.fromEntries(fields)
  }
  return echoValue(content)
}

const echoes: readonly Echo[] = [echoBatch, echoCursor, echoParameters]

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'
