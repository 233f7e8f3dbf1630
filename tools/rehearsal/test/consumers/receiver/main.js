import { createReceiver } from '@custody-wallet/receiver'
import { createSandbox } from '@custody-wallet/sandbox'
import { sqlite } from '@custody-wallet/store/sqlite'
import express from 'express'

const sandbox = await createSandbox()
const store = sqlite('receiver.db')
await store.transaction(async (tx) => tx.run('CREATE TABLE IF NOT EXISTS credits (txid text, amount text)'))

const receiver = createReceiver({
  profile: sandbox.merchant('demo-modern').client.profile, // in production: readProfileFromEnv()
  store,
  onDeposit: async ({ txid, credit }, tx) => tx.run('INSERT INTO credits VALUES (?, ?)', txid, credit),
  onConflict: async (conflict) => console.error('A person must look at this:', conflict),
  onError: console.error,
})
const server = express().post('/api/v1/*splat', receiver.listener).listen(3000, '127.0.0.1')

const { control } = sandbox // plays a customer and the platform
await control.merchants.update({ appId: 'demo-modern', notificationUrls: ['http://127.0.0.1:3000'] })
await control.scenarios.run({ name: 'first-deposit' })
await control.time.runUntilIdle()
const credits = await store.transaction(async (tx) => tx.all('SELECT amount FROM credits'))
console.log(credits.map(({ amount }) => amount)) // [ '0.5' ]
server.close()
store.close()
await sandbox.close()
