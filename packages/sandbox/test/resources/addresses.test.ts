import { describe, expect, test } from 'vitest'

import { createShop } from '../support/merchant.ts'
import { appIds, createClient, createTestSandbox, useSharedSandbox } from '../support/sandbox.ts'

const createAddresses = (count: number, name = 'a'): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name}${at}`)

const createPush = (addresses: readonly string[], symbol = 'BTC') => ({
  symbol,
  addresses: [...addresses],
  memo: false,
})

describe.each(appIds)('the pool of %s', (appId) => {
  test('contains the pushed addresses without duplicates', async () => {
    const sandbox = await createTestSandbox()
    const { addresses } = createClient(sandbox, appId)
    await addresses.register(createPush(['a', 'b', 'a']))
    await addresses.register(createPush(['b', 'c']))
    await addresses.register(createPush(['b', 'c']))
    expect(await addresses.available({ symbol: 'BTC' })).toEqual({ symbol: 'BTC', count: 3 })
    expect(await addresses.available({ symbol: 'ETH' })).toEqual({ symbol: 'ETH', count: 0 })
  })

  test('assigns each user the oldest address, and returns it again', async () => {
    const sandbox = await createTestSandbox()
    const { accounts, addresses } = createClient(sandbox, appId)
    await addresses.register(createPush(['a', 'b']))
    const users = [await sandbox.control.users.create({ appId }), await sandbox.control.users.create({ appId })]
    const createGivenPool = async () => {
      const places: string[] = []
      for (const { uid } of users) places.push((await accounts.get({ uid, symbol: 'BTC' })).deposit_address)
      return places
    }
    expect(await createGivenPool()).toEqual(['a', 'b'])
    expect(await createGivenPool()).toEqual(['a', 'b'])
    expect(await addresses.available({ symbol: 'BTC' })).toMatchObject({ count: 0 })
  })

  test('may be empty: an account gets its address once one is available', async () => {
    const sandbox = await createTestSandbox()
    const { accounts, addresses } = createClient(sandbox, appId)
    const { uid } = await sandbox.control.users.create({ appId })
    const account = { uid, symbol: 'BTC' }
    expect(await accounts.get(account)).toEqual({
      normal_balance: '0',
      lock_balance: '0',
      deposit_address: '',
    })
    await addresses.register(createPush(['a']))
    expect(await accounts.get(account)).toMatchObject({ deposit_address: 'a' })
  })
})

test('a push has at most 100 addresses', async () => {
  const sandbox = await createTestSandbox()
  const { addresses } = createClient(sandbox)
  await addresses.register(createPush(createAddresses(100)))
  const response = await sandbox.plain(
    new Request('http://sandbox/api/v1/address/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createPush(createAddresses(101, 'b'))),
    }),
  )
  expect(await response.json()).toMatchObject({ detail: 'addresses must have 1 to 100 entries.' })
  expect(await addresses.available({ symbol: 'BTC' })).toMatchObject({ count: 100 })
})

const readings = [
  ['below-5000', 4999, true],
  ['below-5000', 5000, false],
  ['above-5000', 5000, false],
  ['above-5000', 5001, true],
] as const

let almostFull: Promise<Uint8Array> | undefined

/** A sandbox with 4998 available addresses. */
async function createPoolSnapshot(): Promise<Uint8Array> {
  const { control } = await createTestSandbox()
  const made = await control.addresses.generate({ symbol: 'BTC', count: 4998 })
  expect(made).toEqual({ available: 4998 })
  return control.snapshot()
}

test.each(readings)(
  'with %s, a push at %i available addresses is accepted: %s',
  async (pushWhen, count, isAccepted) => {
    const sandbox = await createTestSandbox({ pushWhen })
    const { addresses } = createClient(sandbox)
    await sandbox.control.restore(await (almostFull ??= createPoolSnapshot()))
    await sandbox.control.addresses.generate({ symbol: 'BTC', count: count - 4998 })
    const { response } = await addresses.register.raw(createPush(['a', 'b']))
    const needs = pushWhen === 'below-5000' ? 'fewer than 5000' : 'more than 5000'
    const msg = `address-pool: ${count} addresses of BTC are available; a push needs ${needs}.`
    expect(response).toMatchObject(isAccepted ? { code: 0 } : { code: 100001, msg })
    expect(await addresses.available({ symbol: 'BTC' })).toMatchObject({
      count: count + (isAccepted ? 2 : 0),
    })
  },
)

test('a duplicate push is accepted even if the pool is full', async () => {
  const sandbox = await createTestSandbox()
  const { addresses } = createClient(sandbox)
  await sandbox.control.restore(await (almostFull ??= createPoolSnapshot()))
  await addresses.register(createPush(['a']))
  await sandbox.control.addresses.generate({ symbol: 'BTC', count: 1 })
  expect((await addresses.register.raw(createPush(['a']))).response).toMatchObject({ code: 0 })
  expect((await addresses.register.raw(createPush(['a', 'b']))).response).toMatchObject({ code: 100001 })
})

const getSandbox = useSharedSandbox()

test.each([
  ['XRP', 10, 'XRP is a coin with memos'],
  ['BTC', 0, 'not 0'],
  ['BTC', 100_001, 'not 100001'],
  ['BTX', 1, 'There is no coin BTX. Did you mean BTC?'],
])('generating addresses of %s, %i of them, is rejected', async (symbol, count, text) => {
  await expect(getSandbox().control.addresses.generate({ symbol, count })).rejects.toThrow(text)
})

describe('a coin with memos', () => {
  test('has one address', async () => {
    const sandbox = await createTestSandbox()
    const { addresses } = createClient(sandbox)
    const one = { symbol: 'XRP', addresses: ['r1'], memo: true } as const
    await addresses.register(one)
    await addresses.register(one)
    const { response } = await addresses.register.raw({ ...one, addresses: ['r2'] })
    expect(response).toMatchObject({ code: 1000014 })
  })

  test.each([
    [{ symbol: 'XRP', addresses: ['r1'], memo: false } as const, 'send memo=true'],
    [{ symbol: 'BTC', addresses: ['b1'], memo: true } as const, 'send memo=false'],
  ])('requires the matching field memo: %j is rejected', async (registration, text) => {
    const { addresses } = createClient(await createTestSandbox())
    const { response } = await addresses.register.raw(registration)
    expect(response).toMatchObject({ code: 100001, msg: expect.stringContaining(text) })
  })
})

test('an address belongs to one merchant, and the error does not reveal which', async () => {
  const sandbox = await createTestSandbox()
  const shop = await createShop({ appId: 'demo-classic' }, sandbox)
  const other = createClient(sandbox, 'demo-modern')
  const { response } = await other.addresses.register.raw(createPush(['new', shop.address]))
  const msg = `address-free: ${shop.address} cannot be registered: push another address.`
  expect(response).toMatchObject({ code: 100001, msg })
  expect(await other.addresses.available({ symbol: 'BTC' })).toMatchObject({ count: 0 })
})
