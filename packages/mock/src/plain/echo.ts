// A success repeats parts of its request: the ids of a batch, the position after a cursor, and members of the same name.
import { isOperation } from '@custody-wallet/server/core'
import { succeeded } from '@custody-wallet/types'
import { type Operation, operations } from '@custody-wallet/types/operations'

import { isNode, type Node, nodeOf } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'

/** A valid request. */
export interface MockCall {
  readonly operation: MockOperation
  readonly parameters: Node
}

type Echo = (content: unknown, call: MockCall, facts: Operation) => unknown

/** The answer for these parameters. Failures, and calls outside the contract, are not changed. */
export function echoed(call: MockCall, answer: unknown): unknown {
  const { id } = call.operation
  if (!isOperation(id) || !succeeded(answer)) return answer
  const echo = (content: unknown): unknown =>
    echoes.reduce((value, step) => step(value, call, operations[id]), content)
  if (operations[id].family === 'mpc') return echo(answer)
  const envelope = nodeOf(answer)
  return 'data' in envelope ? { ...envelope, data: echo(envelope['data']) } : answer
}

/** One record per id, in the order of the ids: its own, or a copy of another one. An empty list stays empty. */
const requested: Echo = (content, { parameters }, { batch }) => {
  const records = recordsIn(content)
  const key = batch?.record
  if (!batch || key === undefined || !records.some((record) => key in record)) return content
  const known = new Map(records.map((record) => [String(record[key]), record]))
  const ids = [...new Set(listOf(parameters[batch.parameter]).map(String))]
  return ids.flatMap((id, index) => known.get(id) ?? copies(records, { key, id, index }))
}

interface Copied {
  /** Member with the requested id. */
  readonly key: string
  readonly id: string
  readonly index: number
}

// A program that stores records by number would treat two records with one number as one.
function copies(records: readonly Node[], { key, id, index }: Copied): readonly Node[] {
  const template = records[index % records.length] ?? {}
  const highest = Math.max(...records.map(({ id: number }) => (typeof number === 'number' ? number : 0)))
  const numbered = { ...template, ...(typeof template['id'] === 'number' && { id: highest + 1 + index }) }
  if (typeof template[key] !== 'number') return [{ ...numbered, [key]: id }]
  return isNumber(id) ? [{ ...numbered, [key]: Number(id) }] : []
}

const isNumber = (id: string): boolean => /^\d+$/.test(id) && String(Number(id)) === id

/** The records after the cursor. */
const following: Echo = (content, { parameters }, { cursor }) => {
  const after = cursor ? parameters[cursor.parameter] : undefined
  if (!cursor || after === undefined || !Array.isArray(content)) return content
  return recordsIn(content).filter((record) => Number(record[cursor.record]) > Number(after))
}

/** Texts and numbers of the request, for each member of the answer with the same name and type. */
const repeating: Echo = (content, { parameters }, { parameters: known }) => {
  const given = new Map(
    Object.entries(parameters).filter(([name, value]) => Object.hasOwn(known, name) && isScalar(value)),
  )
  const repeated = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(repeated)
    if (!isNode(value)) return value
    const members = Object.entries(value).map(([name, member]) => [
      name,
      typeof member === typeof given.get(name) ? given.get(name) : repeated(member),
    ])
    return Object.fromEntries(members)
  }
  return repeated(content)
}

const echoes: readonly Echo[] = [requested, following, repeating]

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const recordsIn = (content: unknown): readonly Node[] => listOf(content).filter(isNode)
