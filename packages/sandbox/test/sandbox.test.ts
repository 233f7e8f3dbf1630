import { describe, expect, test } from 'vitest'

import { appIds, clientOf, freshSandbox } from './support/sandbox.ts'

describe.each(appIds)('a merchant of %s', (appId) => {
  test('gets a deposit from the first address to the balance', async () => {
    const sandbox = await freshSandbox()
    const custody = clientOf(sandbox, appId)
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
