// A service with pending withdrawals, and a hand-off that pays them.
import { isDecimal, type PendingWithdrawal } from '@custody-wallet/types'

import { type ConsumeEvent, type ConsumeOptions, memoryDedupe } from '../../src/workflows/index.ts'
import { createInstantTimer } from './workflow-service.ts'

const amount = ['0.1'].find((text) => isDecimal(text))

function createWithdrawal(trans_id: number): PendingWithdrawal {
  if (amount === undefined) throw new TypeError('an amount')
  return { trans_id, symbol: 'BTC', amount, fee: amount, address_to: 'a' }
}
export const createPage = (...ids: readonly number[]) => ids.map(createWithdrawal)
export const createWithdrawals = (count: number) =>
  createPage(...Array.from({ length: count }, (_, index) => index + 1))

/** A service that returns the pages one by one, and then ends the loop. */
export function setUp(pages: readonly (readonly PendingWithdrawal[] | Error)[]) {
  const controller = new AbortController()
  const events: ConsumeEvent[] = []
  const paid: number[] = []
  const { setTimer, waits } = createInstantTimer()
  let pulls = 0
  const pull = async (): Promise<readonly PendingWithdrawal[]> => {
    const next = pages[pulls]
    pulls += 1
    if (pulls >= pages.length) controller.abort()
    return next instanceof Error ? Promise.reject(next) : (next ?? [])
  }
  const options: ConsumeOptions = {
    symbol: 'BTC',
    store: memoryDedupe(),
    pullMode: 'repeatable',
    handOff: async ({ trans_id }, commit) => {
      paid.push(trans_id)
      await commit()
    },
    setTimer,
    signal: controller.signal,
    onProgress: (event) => events.push(event),
  }
  return { pull, options, events, paid, waits, kinds: () => events.map(({ kind }) => kind) }
}

/** An empty last page. Its pull fires the signal, after the hand-offs of the previous page. */
export const last = createPage()
