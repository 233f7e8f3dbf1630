import { describe, expect, test } from 'vitest'

import type { Control } from '../../src/index.ts'
import { depositStates } from '../../src/states/deposits.ts'
import { listNames } from '../../src/states/table.ts'
import { listDeposits, type Shop, createShop } from '../support/merchant.ts'

type Decision = keyof Control['deposits']

/** A shop with deposit 1 of 0.5 BTC in some blocks, after decisions about it. */
async function decideAll(decisions: readonly Decision[], blocks = 0): Promise<Shop> {
  const shop = await createShop()
  const { chain, deposits } = shop.sandbox.control
  await chain.pay({ symbol: 'BTC', to: shop.address, amount: '0.5', txid: 'tx-1' })
  for (const decision of decisions) await deposits[decision]({ id: 1 })
  if (blocks > 0) await chain.mine(blocks, 'Bitcoin')
  return shop
}

const notifySuccess = (shop: Shop) =>
  ({
    request_id: 'r-1',
    txid: 'tx-1',
    amount: '0.5',
    confirm: 3,
    symbol: 'BTC',
    address_to: shop.address,
    balance: '0',
    status: 1,
  }) as const

/** Decisions that lead to each state. */
const ways = {
  confirming: [],
  checking: ['check'],
  reviewing: ['check', 'review'],
  paused: ['pause'],
  failed: ['check', 'reject'],
} as const satisfies Readonly<Record<string, readonly Decision[]>>

const decisions = ['accept', 'check', 'fail', 'pause', 'reject', 'review'] as const

describe.each(listNames<keyof typeof ways>(ways))('a deposit that is %s', (state) => {
  test.each(decisions)('follows the table of states at %s', async (event) => {
    const shop = await decideAll(ways[state])
    const { from, to } = depositStates.transitions[event]
    const outcome = await shop.sandbox.control.deposits[event]({ id: 1 }).then(
      (deposit) => `${deposit.kind} ${deposit.id} is ${deposit.state}`,
      String,
    )
    expect(outcome).toBe(
      from.includes(state)
        ? `deposit 1 is ${to}`
        : `RecordStateError: deposit 1 is ${state}: ${event} needs ${from.join(' or ')}.`,
    )
  })
})

test.each(['checking', 'reviewing', 'paused'] as const)(
  'a deposit that is %s counts confirmations, and is credited once it is accepted',
  async (state) => {
    const shop = await decideAll(ways[state], 3)
    expect(await listDeposits(shop)).toMatchObject([
      { confirmations: 3, status: depositStates.states[state].value, saas_status: 0 },
    ])
    await shop.custody.notifications.deposit(notifySuccess(shop))
    expect(await shop.getAvailable()).toBe('0')
    expect(await shop.sandbox.control.deposits.accept({ id: 1 })).toMatchObject({ state: 'credited' })
    expect(await shop.getAvailable()).toBe('0.5')
  },
)

test('an accepted deposit waits for its confirmations', async () => {
  const shop = await decideAll(['check', 'accept'], 2)
  expect(await shop.getAvailable()).toBe('0')
  await shop.sandbox.control.chain.mine(1, 'Bitcoin')
  expect(await shop.getAvailable()).toBe('0.5')
})

test('a rejected deposit is not credited by the chain or by a notification', async () => {
  const shop = await decideAll(['check', 'reject'], 3)
  const { response } = await shop.custody.notifications.deposit.raw(notifySuccess(shop))
  expect(response).toMatchObject({
    code: 1000011,
    msg: 'deposit-rejected: deposit 1 was rejected by a review.',
  })
  expect(await listDeposits(shop)).toMatchObject([{ status: 2, saas_status: 2, confirmations: 3 }])
  expect(await shop.getAvailable()).toBe('0')
})

test('a held deposit counts confirmations, and is credited once it is released', async () => {
  const shop = await decideAll(['hold'], 3)
  const { deposits } = shop.sandbox.control
  await shop.custody.notifications.deposit(notifySuccess(shop))
  expect(await listDeposits(shop)).toMatchObject([{ status: 0, confirmations: 3 }])
  await expect(deposits.check({ id: 1 })).rejects.toThrow('deposit 1 is held: release it first.')
  expect(await shop.getAvailable()).toBe('0')
  expect(await deposits.release({ id: 1 })).toMatchObject({ state: 'credited', values: { held: 0 } })
  expect(await shop.getAvailable()).toBe('0.5')
})

test('a credited deposit cannot be held', async () => {
  const shop = await decideAll([], 3)
  await expect(shop.sandbox.control.deposits.hold({ id: 1 })).rejects.toThrow(
    'deposit 1 has ended as credited: it is too late to hold it.',
  )
})

test('a decision about an unknown deposit is rejected', async () => {
  const shop = await createShop()
  await expect(shop.sandbox.control.deposits.check({ id: 7 })).rejects.toThrow('There is no deposit 7:')
})
