// Pages of transfers explain a balance completely.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toUnits } from '../../src/amounts.ts'
import type { Sandbox } from '../../src/index.ts'
import { createShop, type Shop } from '../support/merchant.ts'

type Control = Sandbox['control']
type Explanation = Awaited<ReturnType<Control['balances']['explain']>>
type Transfer = Explanation['transfers'][number]

/** Reads all transfers, page by page. */
async function joinPages(read: (before: number | undefined) => Promise<Pick<Explanation, 'transfers'>>) {
  const all: Transfer[] = []
  for (;;) {
    const { transfers } = await read(all.at(-1)?.id)
    if (transfers.length === 0) return all
    all.push(...transfers)
  }
}

const toBtcUnits = (amount: string): bigint => toUnits(amount, 8)

/** Each transfer continues from the balance before it, which is 0 before the oldest one. */
function expectContinuous(available: string, transfers: readonly Transfer[]): void {
  let units = toBtcUnits(available)
  for (const transfer of transfers) {
    expect([transfer.id, toBtcUnits(transfer.available)]).toEqual([transfer.id, units])
    units -= toBtcUnits(transfer.change)
  }
  expect(units).toBe(0n)
}

const actions: Readonly<Record<string, (shop: Shop, at: number) => Promise<unknown>>> = {
  pay: ({ sandbox, address }) => sandbox.control.chain.pay({ symbol: 'BTC', to: address, amount: '0.3' }),
  mine: ({ sandbox }) => sandbox.control.chain.mine(3, 'Bitcoin'),
  withdraw: ({ sandbox, uid }, at) =>
    sandbox.control.withdrawals.request({ uid, symbol: 'BTC', amount: '0.1', to: 'o', requestId: `r${at}` }),
  reject: ({ sandbox }, at) => sandbox.control.withdrawals.audit({ id: at, by: 'platform', decision: 'reject' }),
  reorganize: ({ sandbox }) => sandbox.control.chain.reorg({ network: 'Bitcoin', depth: 2, shortage: 'shortage' }),
  wait: ({ sandbox }) => sandbox.control.time.advance('10m'),
}

const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(actions)), fc.integer({ min: 1, max: 4 })), {
  minLength: 5,
  maxLength: 25,
})

test('pages of any size join to the whole explanation of a balance', async () => {
  const shop = await createShop()
  const { control } = shop.sandbox
  const empty = await control.snapshot()
  const key = { uid: shop.uid, symbol: 'BTC' }
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (chosen, limit) => {
      await control.restore(empty)
      // Many steps are not possible; those change nothing.
      for (const [name, at] of chosen) await actions[name]?.(shop, at).catch(() => undefined)
      const whole = await control.balances.explain(key)
      const joined = await joinPages((before) => control.balances.explain({ ...key, before, limit }))
      expect(joined).toEqual(whole.transfers)
      expectContinuous(whole.available, whole.transfers)
      const [last] = (await control.balances.explain({ ...key, limit: 1 })).transfers
      expect(last?.available ?? '0').toBe(await shop.getAvailable())
    }),
    { numRuns: 10 },
  )
})

test('pages of the transfers of an MPC wallet tell the balance of the whole wallet', async () => {
  const { control } = (await createShop()).sandbox
  const key = { wallet: 7, symbol: 'BTC' }
  for (const amount of ['1', '2', '3']) await control.mpc.fund({ ...key, amount })
  await control.mpcWithdrawals.request({ ...key, requestId: 'r1', to: 'outside', amount: '1.5' })
  const newest = await control.mpc.explain({ ...key, limit: 2 })
  expect(newest).toMatchObject({
    available: '4.4999',
    locked: '1.5001',
    transfers: [
      { change: '-0.0001', available: '4.4999' },
      { change: '-1.5', available: '4.5' },
    ],
  })
  const older = await control.mpc.explain({ ...key, before: newest.transfers.at(-1)?.id })
  expect(older.transfers.map(({ available }) => available)).toEqual(['6', '3', '1'])
  expect([older.available, older.locked]).toEqual(['4.4999', '1.5001'])
  expect(await control.mpc.explain({ ...key, staked: true })).toEqual({ available: '0', locked: '0', transfers: [] })
})
