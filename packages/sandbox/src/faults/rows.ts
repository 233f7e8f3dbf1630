// Stored faults act in all processes of a store, survive a restart, and are part of snapshots.
import { hash } from 'node:crypto'

import { type OperationId, operations } from '@custody-wallet/types/operations'
import type { Selectable } from 'kysely'

import { MissingError } from '../errors.ts'
import { describeUnknownName } from '../names.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema.ts'
import type { FaultKind, View } from '../store/values.ts'
import { faultKinds, type FaultParameters, isFaultKind, isSealed } from './kinds.ts'

export type FaultRow = Selectable<Schema['faults']>

export interface NewFault extends FaultParameters {
  readonly kind: FaultKind
  /** Default: all calls. */
  readonly operation?: string | undefined
  /** Default: both views. */
  readonly view?: View | undefined
  /** Number of calls on which it acts. Default: unlimited. */
  readonly times?: number | undefined
  /** Percentage of the calls on which it acts. Default: 100. */
  readonly percent?: number | undefined
  /** Equal seeds choose the same calls. */
  readonly seed?: string | undefined
}

/** Adds a fault. Rejects one that could never act. */
export async function addFault(db: Database, input: NewFault): Promise<FaultRow> {
  checkFault(input)
  const { kind, operation = '', view = '', times = null, percent = 100, seed = '' } = input
  const { status, code, milliseconds } = input
  const parameters = JSON.stringify({ status, code, milliseconds })
  return db
    .insertInto('faults')
    .values({
      kind,
      operation,
      view,
      remaining: times,
      percent,
      seed,
      parameters,
      calls: 0,
      acted: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const limits: { readonly [Name in keyof FaultParameters]-?: readonly [least: number, most: number] } = {
  status: [200, 599],
  code: [1, 9_999_999],
  milliseconds: [0, 60_000],
}

function checkFault(input: NewFault): void {
  const { kind, operation, view, times, percent = 100 } = input
  if (!isFaultKind(kind)) throw new TypeError(describeUnknownName('fault', kind, Object.keys(faultKinds)))
  const { isSealedOnly, parameters } = faultKinds[kind]
  if (operation !== undefined && !Object.hasOwn(operations, operation))
    throw new TypeError(describeUnknownName('call', operation, Object.keys(operations)))
  if (isSealedOnly && (view === 'plain' || operation === 'getToken'))
    throw new TypeError(`${kind} acts on sealed messages only: use a sealed call, and omit view or set it to wire.`)
  if (view !== undefined && view !== 'plain' && view !== 'wire')
    throw new TypeError(`view must be plain or wire, not ${String(view)}.`)
  if (times !== undefined && !isWithin(times, [1, Number.MAX_SAFE_INTEGER]))
    throw new TypeError(`times must be an integer from 1, not ${times}.`)
  if (!isWithin(percent, [1, 100])) throw new TypeError(`percent must be an integer from 1 to 100, not ${percent}.`)
  for (const name of ['status', 'code', 'milliseconds'] as const) checkParameter(name, input, parameters)
}

function checkParameter(name: keyof FaultParameters, input: NewFault, knownNames: object): void {
  const value = input[name]
  if (value === undefined) return
  if (!Object.hasOwn(knownNames, name)) throw new TypeError(`${input.kind} has no parameter ${name}: omit it.`)
  const [minimum, maximum] = limits[name]
  if (!isWithin(value, limits[name]))
    throw new TypeError(`${name} must be an integer from ${minimum} to ${maximum}, not ${value}.`)
}

const isWithin = (value: number, [minimum, maximum]: readonly [number, number]): boolean =>
  Number.isSafeInteger(value) && value >= minimum && value <= maximum

export const listFaults = (db: Database): Promise<readonly FaultRow[]> =>
  db.selectFrom('faults').selectAll().orderBy('id').execute()

export async function removeFault(db: Database, id: number): Promise<void> {
  const removedRows = await db.deleteFrom('faults').where('id', '=', id).returning('id').execute()
  if (removedRows.length === 0) throw new MissingError(`There is no fault ${id}: faults.list shows the ids.`)
}

export async function clearFaults(db: Database): Promise<number> {
  return (await db.deleteFrom('faults').returning('id').execute()).length
}

/** Whether a fault matches a call. */
export const isFaultFor = (fault: FaultRow, view: View, operation: OperationId): boolean =>
  (fault.operation === '' || fault.operation === operation) &&
  (fault.view === '' || fault.view === view) &&
  (!faultKinds[fault.kind].isSealedOnly || (view === 'wire' && isSealed(operation)))

/** Counts a matching call. Returns whether the fault acts on it. */
export async function claimFault(db: Database, { id, percent, seed }: FaultRow): Promise<boolean> {
  const [row] = await db
    .updateTable('faults')
    .set((set) => ({ calls: set('calls', '+', 1) }))
    .where('id', '=', id)
    .where((where) => where.or([where('remaining', 'is', null), where('remaining', '>', 0)]))
    .returning(['calls', 'remaining'])
    .execute()
  if (!row || !isChosen(seed, row.calls, percent)) return false
  await db
    .updateTable('faults')
    .set((set) => ({
      acted: set('acted', '+', 1),
      ...(row.remaining !== null && { remaining: set('remaining', '-', 1) }),
    }))
    .where('id', '=', id)
    .execute()
  return true
}

// A hash of a counter is evenly distributed and reproducible.
const isChosen = (seed: string, call: number, percent: number): boolean =>
  (hash('sha256', `${seed} fault ${call}`, 'buffer').readUInt32BE() / 2 ** 32) * 100 < percent
