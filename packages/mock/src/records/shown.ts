// What the examples of the contract fix: some answers, some records, and some ids that do not exist.
import { isDeepStrictEqual } from 'node:util'

import { succeeded } from '@custody-wallet/types'
import type { Operation } from '@custody-wallet/types/operations'

import { isNode, type Node, nodeOf } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'

/** The content of a success. */
export const contentOf = (answer: unknown, { family }: Pick<Operation, 'family'>): unknown =>
  family === 'mpc' ? answer : nodeOf(answer)['data']

/** The success with other content. */
export const withContent = (
  answer: unknown,
  content: unknown,
  { family }: Pick<Operation, 'family'>,
): unknown => (family === 'mpc' ? content : { ...nodeOf(answer), data: content })

const recordsIn = (content: unknown): readonly Node[] =>
  Array.isArray(content) ? content.filter(isNode) : []

/** Records of the examples of a call, by a member of theirs. */
export function shownRecords(
  { answers }: MockOperation,
  facts: Operation,
  key: string,
): ReadonlyMap<string, Node> {
  const successes = answers.map(({ value }) => value).filter(succeeded)
  const records = successes.flatMap((value) => recordsIn(contentOf(value, facts)))
  return new Map(records.map((record) => [String(record[key]), record]))
}

/** Ids for which an example shows an empty list. */
export function missingIds(
  { answers, requests }: MockOperation,
  facts: Operation,
  parameter: string,
): ReadonlySet<string> {
  const empty = answers.filter(({ value }) => recordsIn(contentOf(value, facts)).length === 0)
  const ids = empty.map(({ name }) => requests.get(name)?.[parameter])
  return new Set(ids.flatMap((list) => (Array.isArray(list) ? list.map(String) : [])))
}

/** The answer that the contract shows for exactly these parameters. */
export const shownAnswer = ({ answers, requests }: MockOperation, parameters: Node): unknown =>
  answers.find(({ name }) => isDeepStrictEqual(requests.get(name) ?? {}, { ...parameters }))?.value
