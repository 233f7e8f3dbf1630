// The workflows that are timed, and the same calls one by one, over one client.
import { plain } from '@custody-wallet/client/plain'
import { withWorkflows } from '@custody-wallet/client/workflows'
import type { Deposit, Withdrawal } from '@custody-wallet/types'

import { most } from './service.ts'

export interface Calls {
  /** Iterates over so many deposits behind an id; resolves with the last one's. */
  readonly iterated: (first: number, count: number) => Promise<number>
  /** The same page by page. */
  readonly fetched: (first: number, count: number) => Promise<number>
  /** Looks some withdrawals up. */
  readonly lookedUp: (ids: readonly string[]) => Promise<readonly Withdrawal[]>
  /** The same call by call. */
  readonly listed: (ids: readonly string[]) => Promise<readonly Withdrawal[]>
}

export function callsOver(options: Parameters<typeof plain>[0]): Calls {
  const bare = plain(options)
  const custody = withWorkflows(bare)
  return {
    iterated: (first, count) => lastOf(custody.deposits.since(first), count),
    fetched: (first, count) =>
      lastOfPages((max_id) => bare.deposits.sync({ max_id: String(max_id) }), first, count),
    lookedUp: async (ids) => (await custody.withdrawals.list(ids, { concurrency: 1 })).found,
    listed: async (ids) => {
      const found: Withdrawal[] = []
      for (let start = 0; start < ids.length; start += most)
        found.push(...(await bare.withdrawals.list({ ids: ids.slice(start, start + most) })))
      return found
    },
  }
}

async function lastOf(deposits: AsyncIterable<Deposit>, count: number): Promise<number> {
  let left = count
  for await (const { id } of deposits) if ((left -= 1) === 0) return id
  throw new Error(`${left} deposits are missing.`)
}

async function lastOfPages(
  fetch: (cursor: number) => Promise<readonly Deposit[]>,
  first: number,
  count: number,
): Promise<number> {
  let left = count
  for (let cursor = first; ; cursor += most)
    for (const { id } of await fetch(cursor)) if ((left -= 1) === 0) return id
}

export const requestIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `order-2026-${String(index).padStart(8, '0')}`)
