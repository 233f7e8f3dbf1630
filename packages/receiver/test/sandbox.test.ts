// The sandbox delivers to a receiver while both are restarted.
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'

import { createReceiver } from '@custody-wallet/receiver'
import { createSandbox, type Sandbox } from '@custody-wallet/sandbox'
import { sqlite, type SqliteStore } from '@custody-wallet/store/sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { putDemoKeys } from '../../demo/test/support/demo-keys.ts'
import { createFolder } from './support/databases.ts'

const appId = 'demo-modern'

interface RunningReceiver {
  readonly store: SqliteStore
  readonly server: Server
  readonly port: number
}

/** Starts a receiver on a file. `isLosing`: it closes the connection after each commit. */
async function startReceiver(sandbox: Sandbox, file: string, port: number, isLosing = false): Promise<RunningReceiver> {
  const store = sqlite(file)
  await store.transaction(async (tx) => tx.run('CREATE TABLE IF NOT EXISTS credits (txid text, amount text)'))
  const { listener } = createReceiver({
    profile: sandbox.merchant(appId).client.profile,
    store,
    onDeposit: async ({ txid, credit }, tx) => tx.run('INSERT INTO credits VALUES (?, ?)', txid, credit),
    onConflict: async () => undefined,
  })
  const server = createServer((request, response) => {
    if (isLosing) response.end = () => response.destroy()
    void listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return { store, server, port: typeof address === 'object' && address ? address.port : 0 }
}

async function stop({ store, server }: RunningReceiver): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  store.close()
}

test('credits each deposit once after restarts and lost responses', async () => {
  const folder = createFolder()
  const [data, file, directory] = [join(folder, 'sandbox.db'), join(folder, 'receiver.db'), join(folder, 'keys')]
  putDemoKeys(directory)
  const open = (): Promise<Sandbox> => createSandbox({ data, directory, seed: 'test' })
  let sandbox = await open()
  onTestFinished(() => sandbox.close())
  const { control } = sandbox
  await control.addresses.generate({ appId, symbol: 'BTC', count: 1 })
  const { uid } = await control.users.create({ appId, email: 'a@shop.example' })
  const { address } = await control.addresses.assign({ appId, uid, symbol: 'BTC' })
  const pay = async (): Promise<void> => {
    await sandbox.control.chain.pay({ symbol: 'BTC', to: address, amount: '0.5' })
    await sandbox.control.chain.mine(3, 'Bitcoin')
  }
  const restartSandbox = async (): Promise<void> => {
    await sandbox.close()
    sandbox = await open()
  }
  const countDelivered = async (): Promise<number> =>
    (await sandbox.control.notifications.list({ state: 'delivered' })).length

  const listCredits = async (): Promise<readonly unknown[]> => {
    const rows = await receiver.store.transaction(async (tx) => tx.all('SELECT amount FROM credits'))
    return rows.map(({ amount }) => amount)
  }

  let receiver = await startReceiver(sandbox, file, 0)
  await control.merchants.update({ appId, notificationUrls: [`http://127.0.0.1:${receiver.port}`] })
  await pay()
  await control.time.advance('1s')
  expect(await countDelivered()).toBe(1)

  // The receiver is down, and the sandbox ends while the message waits.
  await stop(receiver)
  await pay()
  await sandbox.control.time.advance('1s')
  await restartSandbox()
  expect(await countDelivered()).toBe(1)

  // The receiver commits, and its response is lost. Then both restart.
  receiver = await startReceiver(sandbox, file, receiver.port, true)
  await sandbox.control.time.advance('3m')
  expect([await countDelivered(), (await listCredits()).length]).toEqual([1, 2])
  await stop(receiver)
  await restartSandbox()
  receiver = await startReceiver(sandbox, file, receiver.port)
  onTestFinished(() => stop(receiver))
  await sandbox.control.time.advance('3h')
  expect(await countDelivered()).toBe(2)
  expect(await listCredits()).toEqual(['0.5', '0.5'])
})
