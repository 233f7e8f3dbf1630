import { type Batch, type Cursor, type Operation, type OperationId, operations } from '@custody-wallet/types/operations'

import type { Node } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import { readContent, listMissingIds, findExampleResponse, listExampleRecords, replaceContent } from './display.ts'
import {
  createSubject,
  readIds,
  createNumberedSubject,
  findNumber,
  listNumbersAfter,
  createRequestedSubject,
  createWindow,
} from './lists.ts'
import { type Maker, makers } from './makers.ts'

/** Which records the responses have. */
export interface RecordPreferences {
  /** Equal seeds make equal responses. */
  readonly seed: string
  /** Whether the responses contain the examples of the contract. */
  readonly hasExamples: boolean
}

/** The preferences of a request that states none. */
export const defaultPreferences: RecordPreferences = { seed: 'contract', hasExamples: true }

interface RecordSource {
  readonly preferences: RecordPreferences
  readonly operation: MockOperation
  readonly facts: Operation
  readonly parameters: Node
  readonly make: Maker
  /** The content of the first example. */
  readonly example: unknown
}

/** Creates a success for these parameters. A call without a maker returns its first example. */
export function createRecordResponse(
  preferences: RecordPreferences,
  id: OperationId,
  operation: MockOperation,
  parameters: Node,
): unknown {
  const facts: Operation = operations[id]
  const first = operation.responses[0]?.value
  const make = makers[id]
  if (!make) return first
  const source = { preferences, operation, facts, parameters, make, example: readContent(first, facts) }
  if (facts.cursor) return replaceContent(first, createPage(source, facts.cursor), facts)
  if (facts.batch) return replaceContent(first, createBatch(source, facts.batch), facts)
  const example = preferences.hasExamples ? findExampleResponse(operation, parameters) : undefined
  return example ?? replaceContent(first, createContent(source), facts)
}

function createPage(source: RecordSource, cursor: Cursor): readonly object[] {
  const { window, createRecord } = createRecordWindow(source, cursor)
  return listNumbersAfter(window, cursor, source.parameters[cursor.parameter]).map(createRecord)
}

/** Creates one record per existing id, in the order of the ids. */
function createBatch(source: RecordSource, facts: Batch): readonly object[] {
  const ids = readIds(source.parameters, facts)
  // Records have ids of the service, requests have ids of the merchant.
  return facts.record === 'id' ? createStakes(source, ids) : createRequestRecords(source, facts, ids)
}

function createStakes(source: RecordSource, ids: readonly string[]): readonly object[] {
  const { window, createRecord } = createRecordWindow(source, operations.listStakes.cursor)
  return ids
    .map((id) => findNumber(window, id))
    .filter((number) => number !== undefined)
    .map(createRecord)
}

function createRequestRecords(
  { preferences, operation, facts, parameters, make }: RecordSource,
  { record = '', parameter }: Batch,
  ids: readonly string[],
) {
  const example = preferences.hasExamples ? listExampleRecords(operation, facts, record) : noRecords
  const missing = listMissingIds(operation, facts, parameter)
  return ids
    .filter((id) => !missing.has(id))
    .map((id) => example.get(id) ?? make(createRequestedSubject(preferences.seed, id, parameters)))
}

function createRecordWindow(
  { preferences, operation, facts, parameters, make }: RecordSource,
  { record, page }: Cursor,
) {
  const example = listExampleRecords(operation, facts, record)
  const window = createWindow(page, Math.max(...[...example.keys()].map(Number)))
  const createRecord = (number: number): object =>
    (preferences.hasExamples ? example.get(String(number)) : undefined) ??
    make(createNumberedSubject(preferences.seed, number, window, parameters))
  return { window, createRecord }
}

const noRecords: ReadonlyMap<string, object> = new Map()

/** Creates the content of a response without ids: an object, or as many records as the example has. */
function createContent({ preferences, parameters, make, example }: RecordSource): object | readonly object[] {
  if (!Array.isArray(example)) return make(createSubject(preferences.seed, parameters))
  return example.map((_record, position) => make(createSubject(preferences.seed, parameters, position)))
}
