import { describe, expect, test } from 'vitest'

import { shopOf } from '../support/merchant.ts'
import { appIds, clientOf, freshSandbox, sharedSandbox } from '../support/sandbox.ts'

const addressesOf = (count: number, name = 'a'): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name}${at}`)

const push = (addresses: readonly string[], symbol = 'BTC') => ({
  symbol,
  addresses: [...addresses],
  memo: false,
})

describe.each(appIds)('the pool of %s', (appId) => {
  test('has what was pushed, repeated addresses once', async () => {
    const sandbox = await freshSandbox()
    const { addresses } = clientOf(sandbox, appId)
    await addresses.register(push(['a', 'b', 'a']))
    await addresses.register(push(['b', 'c']))
    await addresses.register(push(['b', 'c']))
    expect(await addresses.available({ symbol: 'BTC' })).toEqual({ symbol: 'BTC', count: 3 })
    expect(await addresses.available({ symbol: 'ETH' })).toEqual({ symbol: 'ETH', count: 0 })
  })

  test('gives each user the oldest address, and the same one again', async () => {
    const sandbox = await freshSandbox()
    const { accounts, addresses } = clientOf(sandbox, appId)
    await addresses.register(push(['a', 'b']))
    const users = [
      await sandbox.control.users.create({ appId }),
      await sandbox.control.users.create({ appId }),
    ]
    const given = async () => {
      const places: string[] = []
      for (const { uid } of users) places.push((await accounts.get({ uid, symbol: 'BTC' })).deposit_address)
      return places
    }
    expect(await given()).toEqual(['a', 'b'])
    expect(await given()).toEqual(['a', 'b'])
    expect(await addresses.available({ symbol: 'BTC' })).toMatchObject({ count: 0 })
  })

  test('may be empty: an account gets its address once there is one', async () => {
    const sandbox = await freshSandbox()
    const { accounts, addresses } = clientOf(sandbox, appId)
    const { uid } = await sandbox.control.users.create({ appId })
    const account = { uid, symbol: 'BTC' }
    expect(await accounts.get(account)).toEqual({
      normal_balance: '0',
      lock_balance: '0',
      deposit_address: '',
    })
    await addresses.register(push(['a']))
    expect(await accounts.get(account)).toMatchObject({ deposit_address: 'a' })
  })
})

test('a push has at most 100 addresses', async () => {
  const sandbox = await freshSandbox()
  const { addresses } = clientOf(sandbox)
  await addresses.register(push(addressesOf(100)))
  const answer = await sandbox.plain(
    new Request('http://sandbox/api/v1/address/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(push(addressesOf(101, 'b'))),
    }),
  )
  expect(await answer.json()).toMatchObject({ detail: 'addresses must have 1 to 100 entries.' })
  expect(await addresses.available({ symbol: 'BTC' })).toMatchObject({ count: 100 })
})

const readings = [
  ['refuse-from-5000', 4999, true],
  ['refuse-from-5000', 5000, false],
  ['require-over-5000', 5000, false],
  ['require-over-5000', 5001, true],
] as const

let almostFull: Promise<Uint8Array> | undefined

/** A sandbox with 4998 available addresses. */
async function snapshotOfPool(): Promise<Uint8Array> {
  const { control } = await freshSandbox()
  const made = await control.addresses.generate({ symbol: 'BTC', count: 4998 })
  expect(made).toEqual({ available: 4998 })
  return control.snapshot()
}

test.each(readings)(
  'with %s, a push at %i available addresses is accepted: %s',
  async (poolRule, count, accepted) => {
    const sandbox = await freshSandbox({ poolRule })
    const { addresses } = clientOf(sandbox)
    await sandbox.control.restore(await (almostFull ??= snapshotOfPool()))
    await sandbox.control.addresses.generate({ symbol: 'BTC', count: count - 4998 })
    const { answer } = await addresses.register.raw(push(['a', 'b']))
    const needs = poolRule === 'refuse-from-5000' ? 'fewer than 5000' : 'more than 5000'
    const msg = `address-pool: ${count} addresses of BTC are available; a push needs ${needs}.`
    expect(answer).toMatchObject(accepted ? { code: 0 } : { code: 100001, msg })
    expect(await addresses.available({ symbol: 'BTC' })).toMatchObject({ count: count + (accepted ? 2 : 0) })
  },
)

test('a repeated push is accepted where the pool is full', async () => {
  const sandbox = await freshSandbox()
  const { addresses } = clientOf(sandbox)
  await sandbox.control.restore(await (almostFull ??= snapshotOfPool()))
  await addresses.register(push(['a']))
  await sandbox.control.addresses.generate({ symbol: 'BTC', count: 1 })
  expect((await addresses.register.raw(push(['a']))).answer).toMatchObject({ code: 0 })
  expect((await addresses.register.raw(push(['a', 'b']))).answer).toMatchObject({ code: 100001 })
})

const shared = sharedSandbox()

test.each([
  ['XRP', 10, 'XRP is a coin with memos'],
  ['BTC', 0, 'not 0'],
  ['BTC', 100_001, 'not 100001'],
  ['BTX', 1, 'There is no coin BTX. Did you mean BTC?'],
])('generating addresses of %s, %i of them, is rejected', async (symbol, count, text) => {
  await expect(shared().control.addresses.generate({ symbol, count })).rejects.toThrow(text)
})

describe('a coin with memos', () => {
  test('has one address', async () => {
    const sandbox = await freshSandbox()
    const { addresses } = clientOf(sandbox)
    const one = { symbol: 'XRP', addresses: ['r1'], memo: true } as const
    await addresses.register(one)
    await addresses.register(one)
    const { answer } = await addresses.register.raw({ ...one, addresses: ['r2'] })
    expect(answer).toMatchObject({ code: 1000014 })
  })

  test.each([
    [{ symbol: 'XRP', addresses: ['r1'], memo: false } as const, 'send memo=true'],
    [{ symbol: 'BTC', addresses: ['b1'], memo: true } as const, 'send memo=false'],
  ])('is named as one: %j is rejected', async (registration, text) => {
    const { addresses } = clientOf(await freshSandbox())
    const { answer } = await addresses.register.raw(registration)
    expect(answer).toMatchObject({ code: 100001, msg: expect.stringContaining(text) })
  })
})

test('an address belongs to one merchant, and the other one does not learn whose it is', async () => {
  const sandbox = await freshSandbox()
  const shop = await shopOf({ appId: 'demo-classic' }, sandbox)
  const other = clientOf(sandbox, 'demo-modern')
  const { answer } = await other.addresses.register.raw(push(['new', shop.address]))
  const msg = `address-free: ${shop.address} cannot be registered: push another one.`
  expect(answer).toMatchObject({ code: 100001, msg })
  expect(await other.addresses.available({ symbol: 'BTC' })).toMatchObject({ count: 0 })
})
