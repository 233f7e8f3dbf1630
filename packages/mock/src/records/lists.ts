import type { Batch, Cursor } from '@custody-wallet/types/operations'

import type { Node } from '../description/description.ts'
import { pickInteger } from './pick.ts'
import type { Subject } from './subject.ts'

/** Time of the newest record, as in the examples. */
const newest = Date.UTC(2026, 0, 1)

// Between two records of a list.
const interval = 29 * 60_000

/** Range of the record numbers of a list. */
export interface Window {
  readonly first: number
  readonly last: number
}

/** Two and a half pages, so that a sync needs three pages. The newest record is one of an example. */
export const createWindow = (page: number, last: number): Window => ({
  first: last - Math.floor(page * 2.5) + 1,
  last,
})

/** Lists the numbers of the page after a cursor, or of the first page. */
export function listNumbersAfter({ first, last }: Window, { page }: Cursor, after: unknown): readonly number[] {
  const start = after === undefined ? first : Math.max(first, Number(after) + 1)
  return Array.from({ length: Math.max(0, Math.min(page, last - start + 1)) }, (_, at) => start + at)
}

/** Creates the subject of a record that has a number of the service. */
export const createNumberedSubject = (
  sharedSeed: string,
  number: number,
  { last }: Window,
  parameters: Node,
): Subject => ({
  sharedSeed,
  seed: `${sharedSeed} ${number}`,
  number,
  requestId: '',
  turn: number,
  createdAt: newest - (last - number) * interval,
  parameters,
})

/** Creates the subject of a record that has an id of the merchant. Consecutive numbers at the end give consecutive statuses. */
export function createRequestedSubject(sharedSeed: string, requestId: string, parameters: Node): Subject {
  const seed = `${sharedSeed} ${requestId}`
  const [, digits] = /(\d{1,9})$/.exec(requestId) ?? []
  return {
    sharedSeed,
    seed,
    number: pickInteger(seed, 'number', [100_000_000, 999_999_999]),
    requestId,
    turn: digits === undefined ? pickInteger(seed, 'turn', [0, 999]) : Number(digits),
    createdAt: newest - pickInteger(seed, 'created', [1, 30 * 24 * 60]) * 60_000,
    parameters,
  }
}

/** Creates the subject of a response without ids, or of the record at a position of it. */
export function createSubject(sharedSeed: string, parameters: Node, position: number = 0): Subject {
  const seed = `${sharedSeed} ${JSON.stringify(parameters)}`
  const number = pickInteger(seed, 'number', [30_100, 39_000]) + position
  return {
    sharedSeed,
    seed: `${seed} ${position}`,
    number,
    requestId: '',
    turn: number,
    createdAt: newest,
    parameters,
  }
}

/** Reads the requested ids without duplicates. */
export function readIds(parameters: Node, { parameter }: Batch): readonly string[] {
  const ids = parameters[parameter]
  return Array.isArray(ids) ? [...new Set(ids.map(String))] : []
}

/** Returns the number of an id of the service, if a record has it. */
export function findNumber({ first, last }: Window, id: string): number | undefined {
  const number = Number(id)
  return String(number) === id && number >= first && number <= last ? number : undefined
}
