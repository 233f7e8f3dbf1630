import { describe, expect, test } from 'vitest'

import type { NewNotifications } from '../../src/control/notifications.ts'
import { createNotifiedShop } from '../support/notified.ts'

/** A merchant whose two deposits were credited without notifications. */
async function createQuietShop() {
  const shop = await createNotifiedShop()
  await shop.control.notifications.configure({ enabled: false })
  await shop.creditShop('0.1')
  await shop.creditShop('0.2')
  await shop.control.time.runUntilIdle()
  return shop
}

/** Amounts and request_ids that a receiver gets. */
async function listReceivedAfter(input: NewNotifications) {
  const { control, receiver } = await createQuietShop()
  await control.notifications.send(input)
  await control.time.runUntilIdle()
  return receiver.notifications.map((each) => ('request_id' in each ? [each.amount, each.request_id.slice(0, 9)] : []))
}

test('sends deposits on request, even while notifications are off', async () => {
  expect(await listReceivedAfter({ deposits: [1, 2] })).toEqual([
    ['0.1', 'deposit-1'],
    ['0.2', 'deposit-2'],
  ])
})

test('sends them in reverse', async () => {
  expect(await listReceivedAfter({ deposits: [1, 2], order: 'reversed' })).toEqual([
    ['0.2', 'deposit-2'],
    ['0.1', 'deposit-1'],
  ])
})

test('sends copies with one request_id', async () => {
  const copy = ['0.1', 'deposit-1']
  expect(await listReceivedAfter({ deposits: [1], copies: 3 })).toEqual([copy, copy, copy])
})

test('sends copies at once', async () => {
  expect(await listReceivedAfter({ deposits: [1], copies: 20, order: 'at once' })).toHaveLength(20)
})

test('sends copies with a new request_id each', async () => {
  const { control, receiver } = await createQuietShop()
  await control.notifications.send({ deposits: [1], copies: 3, requestIds: 'new' })
  await control.time.runUntilIdle()
  const ids = receiver.notifications.map((each) => 'request_id' in each && each.request_id)
  expect(new Set(ids).size).toBe(3)
})

test('replaces fields of the content', async () => {
  expect(await listReceivedAfter({ deposits: [1], overrides: { amount: '7', request_id: 'another-1' } })).toEqual([
    ['7', 'another-1'],
  ])
})

test('sends content as given', async () => {
  const { control, receiver } = await createQuietShop()
  const content = {
    address_from: 'a',
    address_to: 'b',
    txid: 'abc',
    amount: '1',
    fee: '0.1',
    confirm: 1,
    symbol: 'ETH',
    balance: '2',
  }
  await control.notifications.send({ kind: 'internal', content })
  await control.time.advance(0)
  expect(receiver.notifications).toEqual([content])
})

test('waits before sending', async () => {
  const { control, receiver } = await createQuietShop()
  await control.notifications.send({ deposits: [1], delay: '10m' })
  await control.time.advance('599s')
  expect(receiver.notifications).toEqual([])
  await control.time.advance('1s')
  expect(receiver.notifications).toHaveLength(1)
})

describe('a notification is not sent', () => {
  test.each<[string, NewNotifications, string]>([
    ['with nothing to send', {}, 'Set either deposits'],
    ['with deposits and content', { deposits: [1], content: {} }, 'Set either deposits'],
    ['of an unknown deposit', { deposits: [9] }, 'There is no deposit 9:'],
    [
      'with an override of an unknown field',
      { deposits: [1], overrides: { amout: '1' } },
      'The content has no field amout; did you mean amount?',
    ],
    [
      'with an override of a field without a similar name',
      { deposits: [1], overrides: { zzz: '1' } },
      'The content has no field zzz. Its fields: request_id',
    ],
    [
      'with content that breaks the contract',
      { deposits: [1], overrides: { amount: '-1' } },
      'The receiver would reject this content: amount',
    ],
    ['with too many copies', { deposits: [1], copies: 1001 }, 'copies must be an integer from 1 to 1000, not 1001.'],
    [
      'after the last time of the clock',
      { deposits: [1], delay: Number.MAX_SAFE_INTEGER },
      'delay 9007199254740991 is too long: it must end before the year 10000.',
    ],
    ['with half a copy', { deposits: [1], copies: 0.5 }, 'not 0.5'],
    ['with overrides that are no object', { deposits: [1], overrides: [1] }, 'overrides must be an object.'],
    ['with a wrong delay', { deposits: [1], delay: '1 day' }, 'A duration must be'],
  ])('%s', async (_name, input, message) => {
    const { control } = await createQuietShop()
    await expect(control.notifications.send(input)).rejects.toThrow(message)
    expect(await control.notifications.list()).toEqual([])
  })

  test('to a merchant without an address', async () => {
    const { control } = await createQuietShop()
    await expect(control.notifications.send({ appId: 'demo-classic', content: {} })).rejects.toThrow(
      'demo-classic has no notification address: set notificationUrls with merchants.update.',
    )
  })

  test('with a deposit of another merchant', async () => {
    const { control } = await createQuietShop()
    await control.merchants.update({ appId: 'demo-classic', notificationUrls: ['http://127.0.0.1:9'] })
    await expect(control.notifications.send({ appId: 'demo-classic', deposits: [1] })).rejects.toThrow(
      'demo-classic has no deposit 1:',
    )
  })

  test('as an internal notification with new request_ids', async () => {
    const { control } = await createQuietShop()
    const content = {
      address_to: 'b',
      txid: 'abc',
      amount: '1',
      fee: '0.1',
      confirm: 1,
      symbol: 'ETH',
      balance: '2',
    }
    await expect(
      control.notifications.send({ kind: 'internal', content, copies: 2, requestIds: 'new' }),
    ).rejects.toThrow('Internal notifications have no request_id')
  })
})

test.each([
  [{ sender: 'shop' }, 'sender must be platform or merchant, not shop.'],
  [{ accept: 'all' }, 'accept must be signed or lenient, not all.'],
])('the settings %j are rejected', async (change, message) => {
  const { control } = await createQuietShop()
  // @ts-expect-error: callers without types make this error.
  await expect(control.notifications.configure(change)).rejects.toThrow(message)
})

test('an unknown notification cannot be read or redelivered', async () => {
  const { control } = await createQuietShop()
  await expect(control.notifications.get({ id: 7 })).rejects.toThrow(
    'There is no notification 7: notifications.list shows the ids.',
  )
  await expect(control.notifications.redeliver({ id: 7 })).rejects.toThrow(
    'There is no notification 7: notifications.list shows the ids.',
  )
})
