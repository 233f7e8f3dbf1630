// A scripted in-process service whose records are added, change, and arrive late and out of order.

import type { SourceOptions } from '../../src/workflows/index.ts'

export interface Row {
  readonly id: number
  readonly status: number
  readonly confirmations: number
  readonly updated_at: number
}

export const createRow = (id: number, status = 1, version = 0): Row => ({
  id,
  status,
  confirmations: version,
  updated_at: 1_767_225_600_000 + version,
})

export const createRows = (count: number, status = 1): readonly Row[] =>
  Array.from({ length: count }, (_, index) => createRow(index + 1, status))

export interface ServiceOptions {
  readonly page?: number
  /** Called before each page, so that records can change while they are read. */
  readonly beforeCall?: (call: number, service: Service) => void
  /** Changes the order of a page. */
  readonly order?: (page: readonly Row[]) => readonly Row[]
}

export type Service = ReturnType<typeof createPagingService>

/** A service that pages through its records by `max_id`, and records its calls. */
export function createPagingService(start: readonly Row[], options: ServiceOptions = {}) {
  const { page = 100, beforeCall, order = (those) => those } = options
  const table = new Map(start.map((each) => [each.id, each]))
  const calls: string[] = []
  const service = {
    calls,
    table,
    put: (...changed: readonly Row[]): void => {
      for (const each of changed) table.set(each.id, each)
    },
    fetch: async (cursor: string, { signal }: SourceOptions = {}): Promise<readonly Row[]> => {
      signal?.throwIfAborted()
      calls.push(cursor)
      beforeCall?.(calls.length, service)
      const after = [...table.values()].filter(({ id }) => id > Number(cursor))
      return order(after.toSorted((one, other) => one.id - other.id).slice(0, page))
    },
  }
  return service
}

export const getId = ({ id }: { readonly id: number }): number => id

export async function collect<T>(entries: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const entry of entries) all.push(entry)
  return all
}

/** Timers that fire immediately and record their times, and a clock that only they move. */
export function createInstantTimer(beforeRing: (count: number, now: number) => void = () => undefined) {
  let now = 0
  const waits: number[] = []
  const setTimer = (callback: () => void, milliseconds: number) => {
    waits.push(milliseconds)
    const ring = setImmediate(() => {
      now += milliseconds
      beforeRing(waits.length, now)
      callback()
    })
    return () => clearImmediate(ring)
  }
  return { clock: () => now, setTimer, waits }
}

/** Returns the error of a rejected promise. */
export const catchRejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It was not rejected.'),
    (error: unknown) => error,
  )
