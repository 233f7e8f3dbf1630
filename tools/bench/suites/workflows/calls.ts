// The workflows that are timed, and the same calls one by one, over one client.
import { createPlainClient } from '@custody-wallet/client/plain'
import { withWorkflows } from '@custody-wallet/client/workflows'
import type { Deposit, Withdrawal } from '@custody-wallet/types'

import { maxRecords } from './service.ts'

export interface Calls {
  /** Iterates over so many deposits behind an id; resolves with the last one's. */
  readonly iterate: (first: number, count: number) => Promise<number>
  /** The same page by page. */
  readonly fetchPages: (first: number, count: number) => Promise<number>
  /** Looks some withdrawals up. */
  readonly lookUp: (ids: readonly string[]) => Promise<readonly Withdrawal[]>
  /** The same call by call. */
  readonly listByCall: (ids: readonly string[]) => Promise<readonly Withdrawal[]>
}

export function createCalls(options: Parameters<typeof createPlainClient>[0]): Calls {
  const bare = createPlainClient(options)
  const custody = withWorkflows(bare)
  return {
    iterate: (first, count) => findLast(custody.deposits.readSince(first), count),
    fetchPages: (first, count) =>
      findLastOfPages((max_id) => bare.deposits.sync({ max_id: String(max_id) }), first, count),
    lookUp: async (ids) => (await custody.withdrawals.list(ids, { concurrency: 1 })).found,
    listByCall: async (ids) => {
      const found: Withdrawal[] = []
      for (let start = 0; start < ids.length; start += maxRecords)
        found.push(...(await bare.withdrawals.list({ ids: ids.slice(start, start + maxRecords) })))
      return found
    },
  }
}

async function findLast(deposits: AsyncIterable<Deposit>, count: number): Promise<number> {
  let left = count
  for await (const { id } of deposits) if ((left -= 1) === 0) return id
  throw new Error(`${left} deposits are missing.`)
}

async function findLastOfPages(
  fetch: (cursor: number) => Promise<readonly Deposit[]>,
  first: number,
  count: number,
): Promise<number> {
  let left = count
  for (let cursor = first; ; cursor += maxRecords)
    for (const { id } of await fetch(cursor)) if ((left -= 1) === 0) return id
}

export const createRequestIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `order-2026-${String(index).padStart(8, '0')}`)
