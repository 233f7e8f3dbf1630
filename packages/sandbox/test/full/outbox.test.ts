// The outbox of processes that are killed while they send.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { createEmptyDatabase, type Postgres, runSql, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { counts as cases } from '../../../../vitest.random.ts'
import { createSandbox, type SandboxOptions } from '../../src/index.ts'
import { createScratchFolder } from '../support/files.ts'
import { prepareData, startProgram } from '../support/kills.ts'
import { depositNotification as content, createNotifiedShop } from '../support/notified.ts'
import { createReceiver } from '../support/receiver.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(() => server.end())

const appId = 'demo-modern'
const kills = Math.ceil(cases.kills / 10)
const copies = 10 * kills

/** A receiver on a port that responds after a delay, and counts concurrent requests. */
async function startSlowReceiver(keys: string) {
  const sandbox = await createSandbox({ directory: keys })
  const inFlight = new Map<string, number>()
  const counts = { most: 0, responseCount: 0, allowed: Number.POSITIVE_INFINITY }
  const receiver = createReceiver(() => sandbox, appId)
  const http = createServer((request, response) => {
    let id = ''
    response.on('close', () => inFlight.set(id, (inFlight.get(id) ?? 1) - 1))
    const respondSlowly = async () => {
      const body = await text(request)
      const receiverResponse = await receiver.fetch(`http://receiver${request.url ?? ''}`, { body })
      const opened = receiver.notifications.at(-1)
      id = opened && 'request_id' in opened ? opened.request_id : ''
      inFlight.set(id, (inFlight.get(id) ?? 0) + 1)
      counts.most = Math.max(counts.most, inFlight.get(id) ?? 0)
      do await new Promise((resolve) => setTimeout(resolve, 15))
      while (counts.responseCount >= counts.allowed && !response.destroyed)
      if (response.destroyed) return
      counts.responseCount += 1
      response.end(await receiverResponse.text())
    }
    void respondSlowly()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    http.closeAllConnections()
    http.close()
    await sandbox.close()
  })
  const address = http.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { url, counts, received: receiver.notifications }
}

/** Writes messages that are due at once, without sending them. */
async function fillOutbox(rows: Pick<SandboxOptions, 'data' | 'database'>, keys: string, url: string) {
  await prepareData(rows, keys)
  const sandbox = await createSandbox({ ...rows, directory: keys })
  const { control } = sandbox
  await control.merchants.update({ appId, notificationUrls: [url] })
  await control.notifications.send({ content, copies, requestIds: 'new', order: 'at once', delay: '300ms' })
  await sandbox.close()
}

describe.each(['a file', 'a database that two processes share'])('the outbox in %s', (location) => {
  test('loses no message when its process is killed, and never sends one twice concurrently', async () => {
    const keys = join(createScratchFolder(), 'keys')
    const receiver = await startSlowReceiver(keys)
    const isFile = location === 'a file'
    const rows = isFile
      ? { data: join(createScratchFolder(), 'rows.db') }
      : { database: await createEmptyDatabase(server.url) }
    await fillOutbox(rows, keys, receiver.url)
    const at = rows.data ?? rows.database ?? ''
    receiver.counts.allowed = 0
    const processes = [await startProgram(at, keys)]
    if (!isFile) processes.push(await startProgram(at, keys))
    onTestFinished(() => processes.forEach(({ program }) => void program.kill('SIGKILL')))
    const log: string[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      // However fast the machine is, each kill finds messages in flight and messages that wait.
      receiver.counts.allowed += 1 + (kill % 5)
      await expect.poll(() => receiver.counts.responseCount, { interval: 5 }).toBe(receiver.counts.allowed)
      const killed = kill % processes.length
      const dying = processes[killed]?.program
      dying?.kill('SIGKILL')
      if (dying && dying.signalCode === null) await once(dying, 'exit')
      log.push(`kill ${kill + 1}: process ${killed} after ${receiver.counts.responseCount} responses`)
      processes[killed] = await startProgram(at, keys)
    }
    receiver.counts.allowed = Number.POSITIVE_INFINITY
    const listReceivedIds = () => new Set(receiver.received.map((each) => 'request_id' in each && each.request_id))
    await expect.poll(() => listReceivedIds().size).toBe(copies)
    for (const { program } of processes) {
      program.kill('SIGTERM')
      await once(program, 'exit')
    }
    const sandbox = await createSandbox({ ...rows, directory: keys })
    await sandbox.control.time.runUntilIdle()
    const delivered = await sandbox.control.notifications.list({ state: 'delivered', limit: 1000 })
    await sandbox.close()
    console.log([...log, `${delivered.length} delivered with ${receiver.received.length} requests`].join('\n'))
    expect([delivered.length, receiver.counts.most]).toEqual([copies, 1])
  })
})

test('processes that share a database send each message once', async () => {
  const keys = join(createScratchFolder(), 'keys')
  const receiver = await startSlowReceiver(keys)
  const database = await createEmptyDatabase(server.url)
  await fillOutbox({ database }, keys, receiver.url)
  const processes = await Promise.all([1, 2, 3].map(() => startProgram(database, keys)))
  onTestFinished(() => processes.forEach(({ program }) => void program.kill('SIGKILL')))
  await expect.poll(() => receiver.counts.responseCount, { interval: 5 }).toBe(copies)
  expect([receiver.received.length, receiver.counts.most]).toEqual([copies, 1])
})

test('a message is sent again if its connection to the database is cut', async () => {
  const database = await createEmptyDatabase(server.url)
  const errors: unknown[] = []
  const { control, receiver } = await createNotifiedShop({ database, onError: (error) => errors.push(error) })
  receiver.respond = async () => {
    receiver.respond = undefined
    await runSql(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'custody-sandbox'`,
    )
    throw new TypeError('fetch failed')
  }
  await control.notifications.send({ content })
  await expect.poll(() => receiver.notifications.length).toBe(1)
  await expect.poll(async () => (await control.notifications.list({ state: 'delivered' })).length).toBe(1)
  expect(String(errors[0])).toMatch(/^UnavailableError: /)
})
