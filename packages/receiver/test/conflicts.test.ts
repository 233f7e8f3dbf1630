// The store keeps conflicts until a retry settles them.
import { join } from 'node:path'

import { createTestPlatform } from '@custody-wallet/receiver/testing'
import { memoryForTests, sqlite } from '@custody-wallet/store/sqlite'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'

import { createBlockedDeposit, listAll, removeFailedClaims, runSequence, sequences } from './support/conflicts.ts'
import { createFolder } from './support/databases.ts'
import { createShop, platform } from './support/shop.ts'

const first = { request_id: 'one', txid: 'one', amount: '0.5' } as const

describe('conflicts()', () => {
  test('lists a conflict once, with what onConflict got, for any number of retries of its sender', async () => {
    const { receiver, conflicts } = createShop()
    await platform.send(receiver.fetch, platform.signDeposit(first))
    for (const confirm of [6, 7, 8])
      await platform.send(receiver.fetch, platform.signDeposit({ ...first, status: 0, confirm, balance: `${confirm}` }))
    const listed = await listAll(receiver)
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        kind: 'deposit',
        app_id: 'demo-shop',
        reason: 'failure-after-success',
        notification: expect.objectContaining({ ...first, status: 0, confirm: 8 }),
        known: expect.objectContaining({ requestId: 'one', amount: '0.5', flag: 1 }),
      },
    ])
    expect(conflicts).toHaveLength(3)
    expect(conflicts.at(-1)).toEqual(listed[0])
  })

  test('lists the oldest first and each once, over two pages', async () => {
    const { receiver, conflicts } = createShop()
    await platform.send(receiver.fetch, platform.signDeposit(first))
    const others = Array.from({ length: 110 }, (_, at) => platform.signDeposit({ ...first, txid: `other-${at}` }))
    await Promise.all(others.map((message) => platform.send(receiver.fetch, message)))
    const listed = await listAll(receiver)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(110)
    const places = listed.map(({ at, id }) => `${at} ${id}`)
    expect(places).toEqual(conflicts.map(({ at, id }) => `${at} ${id}`).toSorted())
    expect((await listAll(receiver)).map(({ at, id }) => `${at} ${id}`)).toEqual(places)
  })

  test('lists internal notifications too', async () => {
    const { receiver } = createShop()
    await platform.send(receiver.fetch, platform.signInternal({ txid: 'one' }))
    await platform.send(receiver.fetch, platform.signInternal({ txid: 'one', fee: '0.2' }))
    expect(await listAll(receiver)).toMatchObject([{ kind: 'internal', reason: 'other-content' }])
  })

  test('lists nothing of a transaction that was rolled back', async () => {
    const { receiver } = createShop({ onConflict: async () => Promise.reject(new Error('The log is full.')) })
    await platform.send(receiver.fetch, platform.signDeposit(first))
    await platform.send(receiver.fetch, platform.signDeposit({ ...first, status: 0 }))
    expect(await listAll(receiver)).toEqual([])
  })

  test('lists and retries only conflicts of merchants of this receiver', async () => {
    const store = memoryForTests()
    const other = createTestPlatform({ appId: 'demo-other' })
    const { receiver } = createShop({ store })
    const shop = createShop({ store, profile: other.receiver })
    const both = createShop({ store, profile: [platform.receiver, other.receiver] })
    await createBlockedDeposit(receiver)
    const [conflict = { id: '' }] = await listAll(receiver)
    expect(await listAll(shop.receiver)).toEqual([])
    await removeFailedClaims(store)
    expect([await shop.receiver.retry(conflict), shop.deposits]).toEqual(['duplicate', []])
    expect(await listAll(both.receiver)).toHaveLength(1)
    expect(await both.receiver.retry(conflict)).toBe('credit')
    expect(both.deposits).toMatchObject([{ app_id: 'demo-shop', txid: 'one' }])
  })
})

describe('retry()', () => {
  test('of what is still a conflict calls onConflict again, and changes nothing', async () => {
    const { receiver, deposits, conflicts } = createShop()
    await platform.send(receiver.fetch, platform.signDeposit(first))
    await platform.send(receiver.fetch, platform.signDeposit({ ...first, status: 0 }))
    const [conflict = { id: '' }] = await listAll(receiver)
    expect(await receiver.retry(conflict)).toBe('conflict')
    expect(conflicts).toEqual([conflict, conflict])
    expect(await listAll(receiver)).toEqual([conflict])
    expect(deposits).toHaveLength(1)
  })

  test('of a deposit whose other claim was removed credits it once, also for concurrent calls', async () => {
    const store = memoryForTests()
    const { receiver, deposits } = createShop({ store })
    await createBlockedDeposit(receiver)
    const [conflict = { id: '' }] = await listAll(receiver)
    await removeFailedClaims(store)
    const effects = await Promise.all(Array.from({ length: 20 }, () => receiver.retry(conflict)))
    expect(effects.toSorted()).toEqual(['credit', ...Array(19).fill('duplicate')])
    expect(deposits).toMatchObject([{ request_id: 'one-success', credit: '0.5' }])
    expect(await listAll(receiver)).toEqual([])
  })

  test('of a deposit that its sender has credited meanwhile is a duplicate, and removes the conflict', async () => {
    const store = memoryForTests()
    const { receiver, deposits } = createShop({ store })
    await createBlockedDeposit(receiver)
    const [conflict = { id: '' }] = await listAll(receiver)
    await removeFailedClaims(store)
    await platform.send(receiver.fetch, platform.signDeposit({ request_id: 'one-success', txid: 'one' }))
    expect(await receiver.retry(conflict)).toBe('duplicate')
    expect([deposits.length, await listAll(receiver)]).toEqual([1, []])
  })

  test('with a function that throws is rolled back, and the conflict stays', async () => {
    const store = memoryForTests()
    let isBroken = true
    const { receiver } = createShop({
      store,
      onDeposit: async () => {
        if (isBroken) throw new Error('The user is unknown.')
      },
    })
    await createBlockedDeposit(receiver)
    const [conflict = { id: '' }] = await listAll(receiver)
    await removeFailedClaims(store)
    await expect(receiver.retry(conflict)).rejects.toThrow('The user is unknown.')
    expect(await listAll(receiver)).toEqual([conflict])
    isBroken = false
    expect(await receiver.retry(conflict)).toBe('credit')
  })

  test('of a notification with NUL stays a conflict, even without its claim', async () => {
    const store = memoryForTests()
    const { receiver, deposits, transfers } = createShop({ store })
    await platform.send(receiver.fetch, platform.signDeposit({ memo: '\u0000' }))
    await platform.send(receiver.fetch, platform.signInternal({ memo: '\u0000' }))
    await removeFailedClaims(store)
    const listed = await listAll(receiver)
    expect(await Promise.all(listed.map((conflict) => receiver.retry(conflict)))).toEqual(['conflict', 'conflict'])
    expect([deposits, transfers]).toEqual([[], []])
  })

  test('of an unknown conflict changes nothing', async () => {
    const { receiver, deposits } = createShop()
    expect([await receiver.retry({ id: 'unknown' }), deposits]).toEqual(['duplicate', []])
  })
})

test('no order of messages, conflicts, retries and removed failures credits a deposit twice', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      expect(await runSequence(memoryForTests(), 1, sequence)).toEqual([])
    }),
    { numRuns: 10 },
  )
})

test('a file of a version without conflicts gets their table when it is opened', async () => {
  const file = join(createFolder(), 'claims.db')
  const earlier = sqlite(file)
  await earlier.transaction(async (tx) => tx.run('DROP TABLE custody_conflicts'))
  earlier.close()
  const store = sqlite(file)
  onTestFinished(() => store.close())
  const { receiver } = createShop({ store })
  await createBlockedDeposit(receiver)
  expect(await listAll(receiver)).toHaveLength(1)
})
