import { expect, test } from 'vitest'

import { appIds, createClient, createTestSandbox } from '../support/sandbox.ts'

test.each(appIds)('%s lists the open networks, or all networks with a mark', async (appId) => {
  const sandbox = await createTestSandbox()
  const { networks } = createClient(sandbox, appId)
  await sandbox.control.networks.open({ appId, network: 'Tron' })
  await sandbox.control.networks.open({ appId, network: 'Tron' })
  await sandbox.control.networks.close({ appId, network: 'Ethereum' })
  const { open_main_chain, support_main_chain } = await networks.list()
  expect(open_main_chain.map(({ coin_net }) => coin_net)).toEqual(['Bitcoin', 'Tron'])
  expect(open_main_chain[0]).toEqual({
    coin_net: 'Bitcoin',
    symbol: 'BTC',
    symbol_alias: 'BTC',
    support_acceleration: true,
  })
  expect(support_main_chain.map((each) => [each.coin_net, each.if_open_chain])).toEqual([
    ['Bitcoin', true],
    ['Ethereum', false],
    ['Tron', true],
    ['XRP Ledger', false],
  ])
})

test('a network that is opened for one merchant stays closed for the other', async () => {
  const sandbox = await createTestSandbox()
  await sandbox.control.networks.open({ appId: 'demo-modern', network: 'Tron' })
  const { open_main_chain } = await createClient(sandbox, 'demo-classic').networks.list()
  expect(open_main_chain.map(({ coin_net }) => coin_net)).toEqual(['Bitcoin', 'Ethereum'])
})

test('control rejects an unknown network and an unknown merchant', async () => {
  const { control } = await createTestSandbox()
  await expect(control.networks.open({ network: 'None' })).rejects.toThrow('There is no network None.')
  await expect(control.networks.close({ appId: 'none', network: 'Tron' })).rejects.toThrow('There is no merchant none')
})
