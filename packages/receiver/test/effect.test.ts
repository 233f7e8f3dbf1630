// What notifications do, one after another: the table of effects, and the same rules as a model.
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import type { DepositNotification } from '@custody-wallet/types'
import { compare, type Decimal, isDecimal, subtract } from '@custody-wallet/types/arithmetic'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { platform, createShop } from './support/shop.ts'

type Changes = Partial<DepositNotification>

const first = { request_id: 'one', txid: 'one', amount: '0.5', status: 1 } as const

interface Case {
  readonly before?: Changes
  readonly now: Changes
  readonly credits: readonly string[]
  readonly code: number
  readonly reason?: string
}

const cases: Readonly<Record<string, Case>> = {
  'a duplicate gets the same response': { now: {}, credits: ['0.5'], code: 0 },
  'the same amount in another notation is a duplicate': {
    now: { amount: '0.50' },
    credits: ['0.5'],
    code: 0,
  },
  'a message with other confirmations, balance and source is a duplicate': {
    now: { confirm: 60, balance: '0', address_from: 'other' },
    credits: ['0.5'],
    code: 0,
  },
  'an empty memo equals an absent one': { now: { memo: '' }, credits: ['0.5'], code: 0 },
  'a larger amount credits the difference': { now: { amount: '0.75' }, credits: ['0.5', '0.25'], code: 0 },
  'a success after a failure is credited once': { before: { status: 0 }, now: {}, credits: ['0.5'], code: 0 },
  'a larger success after a failure is credited completely': {
    before: { status: 0 },
    now: { amount: '0.75' },
    credits: ['0.75'],
    code: 0,
  },
  'a duplicate of a failure credits nothing': {
    before: { status: 0 },
    now: { status: 0 },
    credits: [],
    code: 0,
  },
  'a failure with a larger amount credits nothing': {
    before: { status: 0 },
    now: { status: 0, amount: '0.75' },
    credits: [],
    code: 0,
  },
  'an amount of zero credits nothing': {
    before: { amount: '0.00' },
    now: { amount: '0' },
    credits: [],
    code: 0,
  },
  'another deposit with another request_id is credited': {
    now: { request_id: 'two', txid: 'two' },
    credits: ['0.5', '0.5'],
    code: 0,
  },
  'the same transaction to another address is another deposit': {
    now: { request_id: 'two', address_to: 'other' },
    credits: ['0.5', '0.5'],
    code: 0,
  },
  'the same transaction with another memo is another deposit': {
    now: { request_id: 'two', memo: '104822' },
    credits: ['0.5', '0.5'],
    code: 0,
  },
  'a smaller amount is a conflict': {
    now: { amount: '0.4' },
    credits: ['0.5'],
    code: 1_000_011,
    reason: 'smaller-amount',
  },
  'a smaller amount after a failure is a conflict': {
    before: { status: 0 },
    now: { amount: '0.4' },
    credits: [],
    code: 1_000_011,
    reason: 'smaller-amount',
  },
  'a failure after a success is a conflict': {
    now: { status: 0 },
    credits: ['0.5'],
    code: 1_000_011,
    reason: 'failure-after-success',
  },
  'a known request_id with another transaction is a conflict': {
    now: { txid: 'two' },
    credits: ['0.5'],
    code: 1_000_012,
    reason: 'other-deposit',
  },
  'a known request_id with another coin is a conflict': {
    now: { symbol: 'ETH' },
    credits: ['0.5'],
    code: 1_000_012,
    reason: 'other-deposit',
  },
  'a known request_id with another address is a conflict': {
    now: { address_to: 'other' },
    credits: ['0.5'],
    code: 1_000_012,
    reason: 'other-deposit',
  },
  'a known request_id with another memo is a conflict': {
    now: { memo: '104822' },
    credits: ['0.5'],
    code: 1_000_012,
    reason: 'other-deposit',
  },
  'a known deposit under another request_id is a conflict': {
    now: { request_id: 'two' },
    credits: ['0.5'],
    code: 1_000_012,
    reason: 'other-request-id',
  },
}

describe.each(['modern', 'classic'] as const)('under %s', (profile) => {
  const { receiver: own, signDeposit, send } = createTestPlatform({ profile })

  test.each(Object.entries(cases))('%s', async (_name, { before = {}, now, credits, code, reason }) => {
    const { receiver, deposits, conflicts } = createShop({ profile: own })
    await send(receiver.fetch, signDeposit({ ...first, ...before }))
    const [reply] = await send(receiver.fetch, signDeposit({ ...first, ...now }))
    expect(reply?.code).toBe(code)
    expect(deposits.map(({ credit }) => credit)).toEqual(credits)
    expect(conflicts.map((conflict) => conflict.reason)).toEqual(reason === undefined ? [] : [reason])
  })

  test('a conflict changes nothing, so a correct message is still credited', async () => {
    const { receiver, sumCredits } = createShop({ profile: own })
    await send(receiver.fetch, signDeposit(first))
    for (const wrong of [{ txid: 'two' }, { amount: '0.1' }, { status: 0 }] as const)
      await send(receiver.fetch, signDeposit({ ...first, ...wrong }))
    const [reply] = await send(receiver.fetch, signDeposit({ ...first, amount: '0.6' }))
    expect(reply).toMatchObject({ code: 0, response: { data: { data: { request_id: 'one' } } } })
    expect(sumCredits()).toBe('0.6')
  })
})

test('a deposit keeps 18 decimals and its memo', async () => {
  const { receiver, deposits } = createShop()
  const amount = '1234567890.123456789012345678'
  await platform.send(receiver.fetch, platform.signDeposit({ ...first, amount, memo: '104822' }))
  expect(deposits).toEqual([
    {
      app_id: 'demo-shop',
      request_id: 'one',
      address_from: 'test-source',
      address_to: 'test-address',
      symbol: 'BTC',
      txid: 'one',
      memo: '104822',
      confirm: 6,
      amount,
      credit: amount,
    },
  ])
})

function toDecimal(text: string): Decimal {
  if (isDecimal(text)) return text
  throw new TypeError(`${text} is not a decimal.`)
}

const notifications = fc.array(
  fc.record({
    request_id: fc.constantFrom('one', 'two'),
    txid: fc.constantFrom('one', 'two'),
    amount: fc.constantFrom('0', '0.5', '0.50', '0.7', '1').map(toDecimal),
    status: fc.constantFrom(0 as const, 1 as const),
  }),
  { maxLength: 8 },
)

test('any sequence of messages credits each deposit up to its largest success', async () => {
  await fc.assert(
    fc.asyncProperty(notifications, async (sequence) => {
      const { receiver, deposits } = createShop()
      // Each deposit belongs to the request_id that came first, and each request_id to one deposit.
      const known = new Map<string, { txid: string; amount: (typeof sequence)[number]['amount']; status: 0 | 1 }>()
      const expected: string[] = []
      for (const { request_id, txid, amount, status } of sequence) {
        const { code } =
          (await platform.send(receiver.fetch, platform.signDeposit({ request_id, txid, amount, status })))[0] ?? {}
        const before = known.get(request_id)
        const isTaken = !before && [...known.values()].some((other) => other.txid === txid)
        const isConflict =
          isTaken ||
          (before !== undefined &&
            (before.txid !== txid || compare(amount, before.amount) < 0 || status < before.status))
        expect(code === 0).toBe(!isConflict)
        if (isConflict) continue
        known.set(request_id, { txid, amount, status })
        const credit = before?.status === 1 ? subtract(amount, before.amount) : amount
        if (status === 1 && Number(credit) > 0) expected.push(credit)
      }
      // As values: 0.2 and 0.20 are the same credit.
      expect(deposits.map(({ credit }) => Number(credit))).toEqual(expected.map(Number))
    }),
    { numRuns: 8 },
  )
})

describe('an internal notification', () => {
  const transfer = { txid: 'one', fee: '0.0001' } as const

  test('is deducted once, for any number of duplicates', async () => {
    const { receiver, transfers } = createShop()
    await platform.send(receiver.fetch, platform.signInternal(transfer), { copies: 20 })
    await platform.send(receiver.fetch, platform.signInternal({ ...transfer, confirm: 60, balance: '0' }))
    expect(transfers.map(({ fee }) => fee)).toEqual(['0.0001'])
  })

  test('with another fee is a conflict', async () => {
    const { receiver, transfers, conflicts } = createShop()
    await platform.send(receiver.fetch, platform.signInternal(transfer))
    const [reply] = await platform.send(receiver.fetch, platform.signInternal({ ...transfer, fee: '0.0002' }))
    expect(reply?.code).toBe(1_000_018)
    expect(transfers).toHaveLength(1)
    expect(conflicts).toMatchObject([{ kind: 'internal', reason: 'other-content', known: { fee: '0.0001' } }])
  })

  test.each([{ address_from: 'other' }, { address_to: 'other' }, { memo: '104822' }, { symbol: 'ETH' }])(
    'with another key is another transfer: %o',
    async (changes) => {
      const { receiver, transfers } = createShop()
      await platform.send(receiver.fetch, platform.signInternal(transfer))
      await platform.send(receiver.fetch, platform.signInternal({ ...transfer, ...changes }))
      expect(transfers).toHaveLength(2)
    },
  )
})
