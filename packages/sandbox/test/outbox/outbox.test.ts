// The outbox on a failing store.
import { expect, inject, onTestFinished, test } from 'vitest'

import { createOutbox } from '../../src/delivery/sender.ts'
import { createRegistry } from '../../src/merchants/registry.ts'
import { queueNotifications } from '../../src/outbox/messages.ts'
import { appId, createEngineFixture } from '../support/engine.ts'
import { depositNotification as content } from '../support/notified.ts'
import { start } from '../support/sandbox.ts'

// Another pass would find the message of a running attempt again in an endless loop.
test('an attempt that cannot be stored is reported once concurrent attempts have ended', async () => {
  const { store, engine } = await createEngineFixture()
  const registry = createRegistry({
    directory: inject('keys'),
    settings: {},
    clock: () => start,
    onRejected: () => {},
  })
  ;(await registry.read(store.db))()
  await engine.run(async (work) => {
    await work.db.updateTable('merchants').set({ notify_urls: 'http://127.0.0.1:9/shop' }).execute()
    const createMessage = (subject: string) => ({ appId, kind: 'deposit', subject, content }) as const
    await queueNotifications(work, [createMessage('first'), createMessage('second')])
    await work.db.updateTable('notifications').set({ state: 'ready' }).execute()
  })
  const errors: unknown[] = []
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let [posts, failures] = [0, 0]
  const outbox = createOutbox({
    store: {
      ...store,
      claim: (find, work) =>
        store.claim(find, async (createMessage) => {
          const write = await work(createMessage)
          if (createMessage.id === 1 || failures > 0) return write
          return async () => {
            failures += 1
            throw new Error('The disk is full.')
          }
        }),
    },
    clock: { now: () => start },
    async post() {
      posts += 1
      if (posts === 1) await released
      return { status: 500, body: new Uint8Array() }
    },
    getParty: registry.getParty,
    timeout: 20_000,
    onRetry: () => {},
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => outbox.close())
  await outbox.send()
  await expect.poll(() => failures).toBe(1)
  expect(errors).toEqual([])
  release()
  await expect.poll(() => errors.map(String)).toEqual(['Error: The disk is full.'])
  await outbox.deliver()
  expect(posts).toBe(3)
})
