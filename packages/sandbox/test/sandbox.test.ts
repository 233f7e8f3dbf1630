import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { createCustody } from '@custody-wallet/client'
import { loadDemoKeys } from '@custody-wallet/demo'
import { describe, expect, inject, test } from 'vitest'

import type { SandboxOptions } from '../src/options.ts'
import { createSandbox } from '../src/sandbox.ts'
import { createScratchFolder } from './support/files.ts'
import { appIds, createClient, createTestSandbox, start } from './support/sandbox.ts'

const createDataFile = (): string => join(createScratchFolder(), 'sandbox.db')

describe.each(appIds)('a merchant of %s', (appId) => {
  test('receives a deposit, from its first address to the balance', async () => {
    const sandbox = await createTestSandbox()
    const custody = createClient(sandbox, appId)
    await custody.addresses.register({ symbol: 'BTC', addresses: ['a1', 'a2', 'a3'], memo: false })
    const user = await sandbox.control.users.create({ appId, email: 'a@shop.example' })
    expect(await custody.users.find({ email: 'a@shop.example' })).toMatchObject({ uid: user.uid })
    const { deposit_address } = await custody.accounts.get({ uid: user.uid, symbol: 'BTC' })
    expect(deposit_address).toBe('a1')
    expect(await custody.addresses.available({ symbol: 'BTC' })).toEqual({ symbol: 'BTC', count: 2 })
    await sandbox.control.chain.pay({ symbol: 'BTC', to: deposit_address, amount: '0.5' })
    expect(await custody.accounts.get({ uid: user.uid, symbol: 'BTC' })).toMatchObject({
      normal_balance: '0',
    })
    await sandbox.control.chain.mine(3)
    const [deposit] = await custody.deposits.sync({ max_id: '0' })
    expect(deposit).toMatchObject({ amount: '0.5', status: 1, confirmations: 3, address_to: 'a1' })
    expect(await custody.accounts.get({ uid: user.uid, symbol: 'BTC' })).toMatchObject({
      normal_balance: '0.5',
    })
    expect(await sandbox.control.balances.explain({ appId, uid: user.uid, symbol: 'BTC' })).toMatchObject({
      available: '0.5',
      transfers: [{ amount: '0.5', reason: 'deposit' }],
    })
  })
})

test('a restart keeps an advance and adds the time between both processes', async () => {
  const data = createDataFile()
  const first = await createTestSandbox({ data })
  await first.control.time.advance('1h')
  await first.close()
  const second = await createTestSandbox({ data, machineClock: () => start + 5000 })
  expect(second.control.time.now()).toBe(start + 3_605_000)
})

test('a read-only sandbox shows its data, runs no timer, and leaves its file unchanged', async () => {
  const data = createDataFile()
  const first = await createTestSandbox({ data })
  const custody = createClient(first)
  await custody.addresses.register({ symbol: 'BTC', addresses: ['a1'], memo: false })
  const { uid } = await first.control.users.create({ email: 'a@shop.example' })
  await custody.accounts.get({ uid, symbol: 'BTC' })
  await first.control.chain.pay({ symbol: 'BTC', to: 'a1', amount: '0.5' })
  await first.close()
  const before = readFileSync(data)
  const second = await createTestSandbox({ data, readOnly: true, machineClock: () => start + 86_400_000 })
  expect(await createClient(second).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
    normal_balance: '0',
    deposit_address: 'a1',
  })
  await expect(second.control.users.create({ email: 'b@shop.example' })).rejects.toThrow(/read-only/)
  await second.close()
  expect(readFileSync(data).equals(before)).toBe(true)
})

test('sandboxes with different demo keys reject calls for each other', async () => {
  const { modern, classic } = loadDemoKeys(inject('keys'))
  const directory = createScratchFolder()
  const swapped = { ...modern, merchant: modern.platform, platform: modern.merchant }
  writeFileSync(join(directory, 'keys.json'), JSON.stringify({ modern: swapped, classic }))
  const [first, other, last] = [
    await createTestSandbox(),
    await createTestSandbox({ directory }),
    await createTestSandbox(),
  ]
  const requestAccount = async (sandbox: typeof first) =>
    createCustody({
      ...first.merchant('demo-modern').client,
      fetch: sandbox.merchant('demo-modern').client.fetch,
    }).addresses.available({ symbol: 'BTC' })
  expect(await requestAccount(last)).toEqual({ symbol: 'BTC', count: 0 })
  await expect(requestAccount(other)).rejects.toThrow('Invalid signature')
  expect(await createClient(other).addresses.available({ symbol: 'BTC' })).toEqual({
    symbol: 'BTC',
    count: 0,
  })
})

const invalidStrings: SandboxOptions = JSON.parse('{"seed":7}')
const misspeltOptions: SandboxOptions = JSON.parse('{"dat":"rows.db"}')

test.each([
  ['a misspelt option', () => createSandbox(misspeltOptions), 'unknown option dat: did you mean data?'],
  ['readOnly without data', () => createSandbox({ readOnly: true }), 'readOnly requires data'],
  ['a seed that is no text', () => createSandbox(invalidStrings), 'seed must be a string, not a number'],
])('%s is an error of the program', async (_name, create, text) => {
  await expect(create()).rejects.toThrow(TypeError)
  await expect(create()).rejects.toThrow(text)
})
