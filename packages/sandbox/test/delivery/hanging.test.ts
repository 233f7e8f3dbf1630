// Receivers that hold their attempts until the timeout.
import { expect, test } from 'vitest'

import { depositNotification } from '../support/notified.ts'
import { createReceiver } from '../support/receiver.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const url = 'http://127.0.0.1:9/shop'

test('a receiver that never responds does not delay others, even with 200 waiting messages', async () => {
  const healthy = createReceiver(() => sandbox, 'demo-modern')
  let [hanging, mostHanging] = [0, 0]
  const sandbox = await createTestSandbox({
    notificationTimeout: 20_000,
    async notificationFetch(address, init) {
      if (address.startsWith(url)) return healthy.fetch(address, init)
      mostHanging = Math.max(mostHanging, (hanging += 1))
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => {
          hanging -= 1
          reject(new TypeError('aborted'))
        })
      })
    },
  })
  const { merchants, notifications } = sandbox.control
  const sendCopies = (appId: string, copies: number) =>
    notifications.send({ appId, content: depositNotification, copies, requestIds: 'new', order: 'at once' })
  await merchants.update({ appId: 'demo-classic', notificationUrls: ['http://127.0.0.1:9/hangs'] })
  await merchants.update({
    appId: 'demo-modern',
    notificationUrls: [url, 'http://127.0.0.1:9/hangs'],
  })
  await sendCopies('demo-classic', 200)
  await expect.poll(() => hanging).toBeGreaterThan(0)
  for (let message = 1; message <= 10; message += 1) {
    await sendCopies('demo-modern', 1)
    await expect.poll(() => healthy.notifications.length).toBe(message)
  }
  await expect.poll(async () => (await notifications.list({ state: 'delivered' })).length).toBe(10)
  expect(mostHanging).toBeLessThanOrEqual(8)
})

test('a merchant whose receivers all hang does not delay other merchants', async () => {
  const healthy = createReceiver(() => sandbox, 'demo-modern')
  let hanging = 0
  const sandbox = await createTestSandbox({
    notificationTimeout: 20_000,
    async notificationFetch(address, init) {
      if (address.startsWith(url)) return healthy.fetch(address, init)
      hanging += 1
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new TypeError('aborted')))
      })
    },
  })
  const { merchants, notifications } = sandbox.control
  const hang = Array.from({ length: 10 }, (_, port) => `http://127.0.0.1:9/hangs-${port}`)
  await merchants.update({ appId: 'demo-classic', notificationUrls: hang })
  await merchants.update({ appId: 'demo-modern', notificationUrls: [url] })
  const sendCopies = (appId: string, copies: number) =>
    notifications.send({ appId, content: depositNotification, copies, requestIds: 'new', order: 'at once' })
  await sendCopies('demo-classic', 10)
  await expect.poll(() => hanging).toBe(8)
  await sendCopies('demo-modern', 1)
  await expect.poll(() => healthy.notifications.length).toBe(1)
  // Messages that wait for a hanging receiver are not sent when the sandbox closes.
  await sandbox.close()
  expect(hanging).toBe(8)
})
