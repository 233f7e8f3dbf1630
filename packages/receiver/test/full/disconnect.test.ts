// Connections end when PostgreSQL restarts, or when a proxy closes idle ones.
import { createEmptyDatabase, runSql } from '@custody-wallet/postgres'
import { createReceiver } from '@custody-wallet/receiver'
import { createSender } from '@custody-wallet/receiver/testing'
import { listMigrations } from '@custody-wallet/store'
import { postgres } from '@custody-wallet/store/postgres'
import { Pool } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

import { creditStores } from '../support/credits.ts'
import { startRestartable } from '../support/kills.ts'
import { platform } from '../support/shop.ts'

const others = 'FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()'

/** Ends all connections to a database, and waits until they are gone. */
async function cutConnections(url: string): Promise<void> {
  await runSql(url, `SELECT pg_terminate_backend(pid) ${others}`)
  await expect.poll(() => runSql(url, `SELECT pid ${others}`)).toEqual([])
}

test('a receiver as in the README credits after the end of its idle connections', async () => {
  const { name: place, listCredits: credits } = (await creditStores['PostgreSQL']?.(inject('postgres'))) ?? {
    name: '',
  }
  const { url, profile, stop } = await startRestartable(place, 'never')
  onTestFinished(stop)
  const { send, signDeposit } = createSender(profile)
  /** Sends a deposit as often as its sender does where the response is HTTP 500. */
  const deliver = async (txid: string): Promise<unknown> => {
    const [reply] = await send(url, signDeposit({ txid, request_id: txid }))
    return reply?.status === 500 ? deliver(txid) : reply?.code
  }
  for (const round of [1, 2, 3]) {
    const codes = await Promise.all([1, 2, 3].map((number) => deliver(`${round}-${number}`)))
    expect(codes).toEqual([0, 0, 0])
    await cutConnections(place)
  }
  expect(await deliver('last')).toBe(0)
  expect(await credits?.()).toHaveLength(10)
})

test('a connection that ends during a function is rolled back, and the pool continues', async () => {
  const url = await createEmptyDatabase(inject('postgres'))
  await runSql(url, listMigrations('postgres'))
  await runSql(url, 'CREATE TABLE credits (txid text)')
  const pool = new Pool({ connectionString: url, max: 2 })
  onTestFinished(() => pool.end())
  let isCut = false
  const errors: unknown[] = []
  const receiver = createReceiver({
    profile: platform.receiver,
    store: postgres(pool),
    onDeposit: async ({ txid }, tx) => {
      await tx.query('INSERT INTO credits VALUES ($1)', [txid])
      if (isCut) await cutConnections(url)
    },
    onConflict: async () => undefined,
    onError: (error) => errors.push(error),
  })
  const message = await platform.signDeposit({ txid: 'one' })
  isCut = true
  expect(await platform.send(receiver.fetch, message)).toEqual([{ status: 500 }])
  expect(errors).toHaveLength(1)
  isCut = false
  await expect.poll(() => platform.send(receiver.fetch, message)).toMatchObject([{ code: 0 }])
  expect(await runSql(url, 'SELECT txid FROM credits')).toEqual([{ txid: 'one' }])
})
