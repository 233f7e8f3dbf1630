// The outbox on a store that fails, which no call of a sandbox can cause at the right moment.
import { expect, inject, onTestFinished, test } from 'vitest'

import { registryOf } from '../../src/merchants/registry.ts'
import { writeMessages } from '../../src/notifications/messages.ts'
import { outboxOf } from '../../src/notifications/sender.ts'
import { appId, partsOf } from '../support/engine.ts'
import { depositNotification as content } from '../support/notified.ts'
import { start } from '../support/sandbox.ts'

// A pass beside a message in flight would find that message again and again, and nothing else would run.
test('an attempt that cannot be stored is reported when those beside it have ended', async () => {
  const { store, engine } = await partsOf()
  const registry = registryOf({
    directory: inject('keys'),
    knobs: {},
    clock: () => start,
    onRejected: () => {},
  })
  ;(await registry.read(store.db))()
  await engine.run(async (work) => {
    await work.db.updateTable('merchants').set({ notify_urls: 'http://127.0.0.1:9/shop' }).execute()
    const message = (subject: string) => ({ appId, kind: 'deposit', subject, content }) as const
    await writeMessages(work, [message('first'), message('second')])
    await work.db.updateTable('notifications').set({ state: 'ready' }).execute()
  })
  const errors: unknown[] = []
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let [posts, failures] = [0, 0]
  const outbox = outboxOf({
    store: {
      ...store,
      claim: (find, work) =>
        store.claim(find, async (message) => {
          const write = await work(message)
          if (message.id === 1 || failures > 0) return write
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
    partyOf: registry.sideOf,
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
