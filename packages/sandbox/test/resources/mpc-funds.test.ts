import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatAmount, toUnits } from '../../src/amounts.ts'
import type { Control, Sandbox } from '../../src/index.ts'
import { createClient, createTestSandbox } from '../support/sandbox.ts'

type RunStep = (control: Control, at: number) => Promise<unknown>

/** A step. A failure prints its text. */
const createStep = (text: string, run: RunStep) => ({ run, [fc.toStringMethod]: () => text })

const wallet = { wallet: 7, symbol: 'BTC' } as const
const amounts = fc.bigInt(1n, 400_000_000n).map((toBtcUnits) => formatAmount(toBtcUnits, 8))
const ids = fc.integer({ min: 1, max: 3 })

const withdraw = amounts.map((amount) =>
  createStep(`withdraw ${amount}`, ({ mpcWithdrawals }, at) =>
    mpcWithdrawals.request({ ...wallet, requestId: `${at}`, to: 'bc1', amount }),
  ),
)
const stake = amounts.map((amount) =>
  createStep(`stake ${amount}`, ({ stakes }, at) => stakes.stake({ ...wallet, requestId: `${at}`, amount })),
)
const withdrawalEvent = fc
  .tuple(fc.constantFrom('approve', 'deny', 'reject', 'discard', 'pay', 'fail'), ids)
  .map(([event, id]) => createStep(`${event} ${id}`, ({ mpcWithdrawals }) => mpcWithdrawals[event]({ id })))
const stakeEvent = fc
  .tuple(fc.constantFrom('unbond', 'unstake', 'fail'), ids)
  .map(([event, id]) => createStep(`stake: ${event} ${id}`, ({ stakes }) => stakes[event]({ id })))
const mineStep = fc
  .constantFrom(1, 3, 1010)
  .map((blocks) => createStep(`mine ${blocks}`, ({ chain }) => chain.mine(blocks, 'Bitcoin')))
const advance = fc
  .constantFrom('30s', '2m')
  .map((duration) => createStep(`advance ${duration}`, ({ time }) => time.advance(duration)))

const scripts = fc.array(fc.oneof(withdraw, stake, withdrawalEvent, stakeEvent, mineStep, advance), {
  minLength: 5,
  maxLength: 25,
})

const toBtcUnits = (amount: string): bigint => toUnits(amount, 8)

/** Funds that have left the wallet, by the records of the merchant. */
async function computeSpent(sandbox: Sandbox, requests: readonly string[]): Promise<bigint> {
  const custody = createClient(sandbox)
  const paid = (await custody.mpcWithdrawals.list({ ids: requests })).filter(({ status }) => status === 2000)
  const stakes = await custody.staking.details({ ids: requests.map((_, at) => `${at + 1}`) })
  const fees = stakes.flatMap(({ stake, unbond, unstake }) =>
    [stake, unbond, unstake].filter(({ tx_height }) => tx_height > 0).map(({ fee }) => fee),
  )
  const amounts = [...paid.flatMap(({ amount, real_fee }) => [amount, real_fee]), ...fees]
  return amounts.reduce((sum, amount) => sum + toBtcUnits(amount), 0n)
}

/** Funds of the wallet: available, locked and staked. */
async function listParts({ control: { mpc } }: Sandbox): Promise<readonly bigint[]> {
  const [own, staked] = [await mpc.explain(wallet), await mpc.explain({ ...wallet, staked: true })]
  return [own.available, own.locked, staked.available, staked.locked].map(toBtcUnits)
}

test('all coins of a wallet are accounted for after any withdrawals and stakes', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.control.mpc.fund({ ...wallet, amount: '10' })
  const funded = await sandbox.control.snapshot()
  await fc.assert(
    fc.asyncProperty(scripts, async (steps) => {
      await sandbox.control.restore(funded)
      // Many steps are not possible; those change nothing.
      for (const [at, { run }] of steps.entries()) await run(sandbox.control, at).catch(() => undefined)
      const parts = await listParts(sandbox)
      const requests = steps.map((_, at) => `${at}`)
      const sum = parts.reduce((total, part) => total + part, await computeSpent(sandbox, requests))
      expect({ sum, negative: parts.filter((part) => part < 0n) }).toEqual({
        sum: toBtcUnits('10'),
        negative: [],
      })
    }),
    { numRuns: 10 },
  )
})
