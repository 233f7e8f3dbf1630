import { isDeepStrictEqual } from 'node:util'

import { isSuccessful } from '@custody-wallet/types'
import type { Operation } from '@custody-wallet/types/operations'

import { listNodes, type Node, toNode } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'

export const readContent = (response: unknown, { family }: Pick<Operation, 'family'>): unknown =>
  family === 'mpc' ? response : toNode(response)['data']

export const replaceContent = (response: unknown, content: unknown, { family }: Pick<Operation, 'family'>): unknown =>
  family === 'mpc' ? content : { ...toNode(response), data: content }

/** Lists the records in the examples of a call by one of their fields. */
export function listExampleRecords(
  { responses }: MockOperation,
  facts: Operation,
  key: string,
): ReadonlyMap<string, Node> {
  const successes = responses.map(({ value }) => value).filter(isSuccessful)
  const records = successes.flatMap((value) => listNodes(readContent(value, facts)))
  return new Map(records.map((record) => [String(record[key]), record]))
}

/** Lists the ids for which an example has an empty list. */
export function listMissingIds(
  { responses, requests }: MockOperation,
  facts: Operation,
  parameter: string,
): ReadonlySet<string> {
  const empty = responses.filter(({ value }) => listNodes(readContent(value, facts)).length === 0)
  const ids = empty.map(({ name }) => requests.get(name)?.[parameter])
  return new Set(ids.flatMap((list) => (Array.isArray(list) ? list.map(String) : [])))
}

/** Finds the example with exactly these parameters. */
export const findExampleResponse = ({ responses, requests }: MockOperation, parameters: Node): unknown =>
  responses.find(({ name }) => isDeepStrictEqual(requests.get(name) ?? {}, { ...parameters }))?.value
