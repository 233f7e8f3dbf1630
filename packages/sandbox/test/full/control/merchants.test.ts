import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createCustody } from '@custody-wallet/client'
import { createCustodyFromEnv } from '@custody-wallet/client/env'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { Sandbox } from '../../../src/index.ts'
import { createTestSandbox } from '../../support/sandbox.ts'

const profiles = ['modern', 'classic'] as const

const createClientOf = (sandbox: Sandbox, appId: string) => createCustody(sandbox.merchant(appId).client)

function createDataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'rows.db')
}

describe.each(profiles)('a merchant of the profile %s', (profile) => {
  test('is created with its own keys and can call at once', async () => {
    const sandbox = await createTestSandbox()
    const { apiKey, variables, ...rest } = await sandbox.control.merchants.create({ appId: 'shop', profile })
    expect(rest).toEqual({
      appId: 'shop',
      profile,
      addresses: [],
      autoCollection: false,
      payer: 'merchant',
      notificationUrls: [],
      collectionUid: 10_003,
    })
    const custody = createClientOf(sandbox, 'shop')
    await custody.addresses.register({ symbol: 'BTC', addresses: ['a1'], memo: false })
    expect(await custody.addresses.available({ symbol: 'BTC' })).toEqual({ symbol: 'BTC', count: 1 })
    expect(variables).toMatchObject({
      CUSTODY_PROFILE: profile,
      CUSTODY_APP_ID: 'shop',
      CUSTODY_API_KEY: apiKey,
    })
    const merchantList = await sandbox.control.merchants.list()
    expect(merchantList.map(({ appId }) => appId)).toEqual(['shop', 'demo-classic', 'demo-modern'])
    expect(JSON.stringify(merchantList)).not.toContain(apiKey)
  })

  test('calls a port with the variables of its response', async () => {
    const sandbox = await createTestSandbox({ machineClock: Date.now })
    const servers = await sandbox.listen()
    onTestFinished(() => servers.close())
    const { variables } = await sandbox.control.merchants.create({ appId: 'shop', profile })
    const custody = createCustodyFromEnv(variables)
    await custody.addresses.register({ symbol: 'BTC', addresses: ['a1'], memo: false })
    expect(await custody.addresses.available({ symbol: 'BTC' })).toEqual({ symbol: 'BTC', count: 1 })
  })

  test('survives a restart and a restore', async () => {
    const data = createDataFile()
    const before = await createTestSandbox({ data })
    await before.control.merchants.create({ appId: 'shop', profile })
    const { client } = before.merchant('shop')
    await before.close()
    const sandbox = await createTestSandbox({ data })
    expect(sandbox.merchant('shop').client.apiKey).toBe(client.apiKey)
    const count = () => createClientOf(sandbox, 'shop').addresses.available({ symbol: 'BTC' })
    expect(await count()).toMatchObject({ count: 0 })
    const snapshot = await sandbox.control.snapshot()
    await sandbox.control.merchants.create({ appId: 'later', profile })
    await sandbox.control.restore(snapshot)
    expect(await count()).toMatchObject({ count: 0 })
    expect(() => sandbox.merchant('later')).toThrow('There is no merchant later')
  })
})

test('other calls run while the keys of a merchant are made', async () => {
  const { control } = await createTestSandbox()
  const merchantList = async () => (await control.merchants.list()).map(({ appId }) => appId)
  const created = control.merchants.create({ appId: 'shop', profile: 'modern' })
  await control.users.create({})
  expect(await merchantList()).toEqual(['demo-classic', 'demo-modern'])
  await created
  expect(await merchantList()).toEqual(['shop', 'demo-classic', 'demo-modern'])
})

test('of two merchants created concurrently with one app_id, one is rejected', async () => {
  const { control } = await createTestSandbox()
  const createShopMerchant = () => control.merchants.create({ appId: 'shop', profile: 'classic' })
  const results = await Promise.allSettled([createShopMerchant(), createShopMerchant()])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.map((result) => String('reason' in result && result.reason)).join()).toContain(
    'ExistsError: Merchant shop exists already',
  )
  const shops = (await control.merchants.list()).filter(({ appId }) => appId === 'shop')
  expect(shops.map(({ collectionUid }) => collectionUid)).toEqual([10_003])
  expect((await control.users.create({})).uid).toBe(10_004)
})

test('a merchant is gone after a reset, and its client is rejected', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.control.merchants.create({ appId: 'shop', profile: 'classic' })
  const custody = createClientOf(sandbox, 'shop')
  await sandbox.control.reset()
  expect(() => sandbox.merchant('shop')).toThrow('There is no merchant shop')
  await expect(custody.addresses.available({ symbol: 'BTC' })).rejects.toThrow('failed with code 100008')
})

test('a data file is readable only by its user, because it contains keys', async () => {
  const data = createDataFile()
  const sandbox = await createTestSandbox({ data })
  await sandbox.control.merchants.create({ appId: 'shop', profile: 'classic' })
  const modes = ['', '-wal'].map((end) => statSync(data + end).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600])
})

describe('a change of a merchant', () => {
  const requestToken = (sandbox: Sandbox, apiKey: string, address: string) =>
    sandbox
      .wire(
        new Request('http://s/open-api/v1/merchant/token', {
          headers: { 'api-key': apiKey, timestamp: `${sandbox.control.time.now()}` },
        }),
        { address },
      )
      .then((response) => response.json())
      .then(({ code }: { code: number }) => code)

  test('limits the addresses from which its Api-Key works', async () => {
    const sandbox = await createTestSandbox()
    const { apiKey } = sandbox.merchant('demo-modern').client
    const addresses = ['203.0.113.0/24', '::1']
    const changed = await sandbox.control.merchants.update({ appId: 'demo-modern', addresses })
    expect(changed.addresses).toEqual(addresses)
    const codes = ['203.0.113.9', '::1', '203.0.114.1'].map((address) => requestToken(sandbox, apiKey, address))
    expect(await Promise.all(codes)).toEqual([0, 0, 1003])
    await sandbox.control.merchants.update({ appId: 'demo-modern', addresses: [] })
    expect(await requestToken(sandbox, apiKey, '203.0.114.1')).toBe(0)
  })

  test.each(['demo-modern', 'shop'])('replaces the Api-Key of %s, also after a restart', async (appId) => {
    const data = createDataFile()
    const before = await createTestSandbox({ data })
    await before.control.merchants.create({ appId: 'shop', profile: 'classic' })
    const { apiKey: old } = before.merchant(appId).client
    const { apiKey = '' } = await before.control.merchants.update({ appId, rotateApiKey: true })
    expect(apiKey).not.toBe(old)
    await before.close()
    const sandbox = await createTestSandbox({ data })
    expect(sandbox.merchant(appId).client.apiKey).toBe(apiKey)
    expect(await requestToken(sandbox, old, '127.0.0.1')).toBe(1008)
    expect(await requestToken(sandbox, apiKey, '127.0.0.1')).toBe(0)
    await createClientOf(sandbox, appId).addresses.available({ symbol: 'BTC' })
  })

  test('changes only the given settings', async () => {
    const sandbox = await createTestSandbox()
    const { update, list } = sandbox.control.merchants
    await update({ appId: 'demo-modern', autoCollection: true })
    await update({ appId: 'demo-modern', payer: 'platform' })
    const notificationUrls = ['https://shop.example/custody', 'http://127.0.0.1:8080']
    await update({
      appId: 'demo-modern',
      notificationUrls: [`${notificationUrls[0]}/`, 'http://127.0.0.1:8080'],
    })
    await update({ appId: 'demo-modern' })
    expect(await list()).toMatchObject([
      { appId: 'demo-classic', autoCollection: false, payer: 'merchant' },
      { appId: 'demo-modern', autoCollection: true, payer: 'platform', notificationUrls },
    ])
  })
})

describe('a merchant that cannot be', () => {
  const wrong: Record<string, unknown> = { appId: 'shop', profile: 'modern' }
  test.each<[string, Record<string, unknown>, string]>([
    ['exists', { ...wrong, appId: 'demo-modern' }, 'Merchant demo-modern exists already'],
    ['has an app_id with a slash', { ...wrong, appId: 'a/b' }, 'appId must have'],
    ['has no app_id', { ...wrong, appId: '' }, 'appId must have'],
    ['has another profile', { ...wrong, profile: 'newest' }, 'modern or classic, not newest'],
    ['has another payer', { ...wrong, payer: 'user' }, 'merchant or platform, not user'],
    ['has a name as address', { ...wrong, addresses: ['shop.example'] }, 'not shop.example'],
    ['has a path for notifications', { ...wrong, notificationUrls: ['/notify'] }, 'notificationUrls must contain'],
    ['has files for notifications', { ...wrong, notificationUrls: ['file:///a'] }, 'notificationUrls must contain'],
    ['has a query for notifications', { ...wrong, notificationUrls: ['http://a/?b'] }, 'notificationUrls must contain'],
    [
      'has a password for notifications',
      { ...wrong, notificationUrls: ['http://a:b@c'] },
      'notificationUrls must contain',
    ],
    ['has an address range without end', { ...wrong, addresses: ['10.0.0.0/'] }, 'not 10.0.0.0/'],
  ])('is not created if it %s', async (_name, input, text) => {
    const sandbox = await createTestSandbox()
    const { merchants } = sandbox.control
    await expect(Reflect.apply(merchants.create, undefined, [input])).rejects.toThrow(text)
    expect(await merchants.list()).toHaveLength(2)
  })

  test('is not changed', async () => {
    const { merchants } = (await createTestSandbox()).control
    await expect(merchants.update({ appId: 'shop', payer: 'merchant' })).rejects.toThrow('There is no merchant shop')
  })
})

test('a merchant cannot call with the app_id of another merchant', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.control.merchants.create({ appId: 'shop', profile: 'classic' })
  const { client } = sandbox.merchant('shop')
  const custody = createCustody({ ...client, profile: { ...client.profile, appId: 'demo-classic' } })
  await expect(custody.addresses.available({ symbol: 'BTC' })).rejects.toThrow('failed with code 100008')
})
