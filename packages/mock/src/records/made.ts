// Answers that are made for their request. The examples of the contract are part of them: what they show is as they show it.
import {
  type Batch,
  type Cursor,
  type Operation,
  type OperationId,
  operations,
} from '@custody-wallet/types/operations'

import type { Node } from '../description/description.ts'
import type { MockOperation } from '../description/operations.ts'
import { described, idsIn, numbered, numberIn, pageAfter, requested, windowOf } from './lists.ts'
import { type Maker, makers } from './makers.ts'
import { contentOf, missingIds, shownAnswer, shownRecords, withContent } from './shown.ts'

/** Which answers a call gets. */
export interface World {
  /** Equal seeds make equal answers. */
  readonly seed: string
  /** Whether the examples of the contract are part of the answers. */
  readonly examples: boolean
}

/** The world without preferences. */
export const usual: World = { seed: 'contract', examples: true }

interface Making {
  readonly world: World
  readonly operation: MockOperation
  readonly facts: Operation
  readonly parameters: Node
  readonly make: Maker
  /** The content of the first example. */
  readonly shown: unknown
}

/** A success for these parameters, or nothing if the answers of the call have no content to make. */
export function madeAnswer(
  world: World,
  id: OperationId,
  operation: MockOperation,
  parameters: Node,
): unknown {
  const facts: Operation = operations[id]
  const first = operation.answers[0]?.value
  const make = makers[id]
  if (!make) return first
  const making = { world, operation, facts, parameters, make, shown: contentOf(first, facts) }
  if (facts.cursor) return withContent(first, page(making, facts.cursor), facts)
  if (facts.batch) return withContent(first, batch(making, facts.batch), facts)
  const shown = world.examples ? shownAnswer(operation, parameters) : undefined
  return shown ?? withContent(first, single(making), facts)
}

/** The next records after a cursor. */
function page(making: Making, cursor: Cursor): readonly object[] {
  const { window, recordOf } = numberedRecords(making, cursor)
  return pageAfter(window, cursor, making.parameters[cursor.parameter]).map(recordOf)
}

/** One record for each id that exists, in the order of the ids. */
function batch(making: Making, facts: Batch): readonly object[] {
  const ids = idsIn(making.parameters, facts)
  // The service numbers records, and the merchant names requests.
  return facts.record === 'id' ? stakesOf(making, ids) : requestsOf(making, facts, ids)
}

/** The stakes of the list that have these ids. */
function stakesOf(making: Making, ids: readonly string[]): readonly object[] {
  const { window, recordOf } = numberedRecords(making, operations.listStakes.cursor)
  return ids
    .map((id) => numberIn(window, id))
    .filter((number) => number !== undefined)
    .map(recordOf)
}

function requestsOf(
  { world, operation, facts, parameters, make }: Making,
  { record = '', parameter }: Batch,
  ids: readonly string[],
) {
  const shown = world.examples ? shownRecords(operation, facts, record) : noRecords
  const missing = missingIds(operation, facts, parameter)
  return ids
    .filter((id) => !missing.has(id))
    .map((id) => shown.get(id) ?? make(requested(world.seed, id, parameters)))
}

/** The window of a list, and its records. */
function numberedRecords({ world, operation, facts, parameters, make }: Making, { record, page }: Cursor) {
  const shown = shownRecords(operation, facts, record)
  const window = windowOf(page, Math.max(...[...shown.keys()].map(Number)))
  const recordOf = (number: number): object =>
    (world.examples ? shown.get(String(number)) : undefined) ??
    make(numbered(world.seed, number, window, parameters))
  return { window, recordOf }
}

const noRecords: ReadonlyMap<string, object> = new Map()

/** The content of an answer without ids: an object, or as many records as the example has. */
function single({ world, parameters, make, shown }: Making): object | readonly object[] {
  if (!Array.isArray(shown)) return make(described(world.seed, parameters))
  return shown.map((_record, place) => make(described(world.seed, parameters, place)))
}
