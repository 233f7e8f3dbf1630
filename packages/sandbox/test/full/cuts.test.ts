// A process whose connections to PostgreSQL are cut under load.
import { setTimeout as pause } from 'node:timers/promises'

import { createEmptyDatabase, type Postgres, runSql, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'

import { counts } from '../../../../vitest.random.ts'
import { sendNotification, prepareData, startProgram, summarize } from '../support/kills.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'

const keys = inject('keys')
let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(() => server.end())

interface CutTarget {
  readonly database: string
  readonly proxy: Proxy
}

/** Cuts connections once; how many, if the test can count them. */
type CutConnections = (location: CutTarget) => Promise<number>

const terminateBackends =
  (which: string): CutConnections =>
  async ({ database }) => {
    for (;;) {
      const rows = await runSql(
        database,
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'custody-sandbox' and ${which}`,
      )
      if (rows.length > 0) return rows.length
    }
  }

const cuts: Readonly<Record<string, CutConnections>> = {
  'connections in use are terminated': terminateBackends("state <> 'idle'"),
  'idle connections are terminated': terminateBackends("state = 'idle'"),
  async 'the server restarts'() {
    await server.halt()
    await server.resume()
    return 1
  },
  async 'the server crashes'() {
    await server.crash()
    await server.resume()
    return 1
  },
  'the network is cut': async ({ proxy }) => proxy.cutConnections(),
}

const rounds = Math.ceil(counts.kills / 6)
const lanes = 6

test.each(Object.entries(cuts))('the process keeps running and the books agree while %s', async (name, cut) => {
  const database = await createEmptyDatabase(server.url)
  const uid = await prepareData({ database }, keys)
  const proxy = await startProxy(database)
  onTestFinished(proxy.close)
  const { program, url } = await startProgram(proxy.url, keys)
  onTestFinished(() => void program.kill('SIGKILL'))
  const statuses: Record<string, number> = {}
  const pending = new Set<number>()
  const over = new AbortController()
  onTestFinished(() => over.abort())
  let [started, acknowledged, connections] = [0, 0, 0]
  const runLane = async (): Promise<void> => {
    while (!over.signal.aborted && program.exitCode === null) {
      const [number = (started += 1)] = pending
      pending.delete(number)
      const status = await sendNotification(url, number).then(
        async (response) => [response.status, JSON.parse(await response.text()).code].join(' '),
        (error: unknown) => String(error),
      )
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === '200 0') {
        acknowledged += 1
        continue
      }
      pending.add(number)
      // Thousands of retries a second would take the processor from the server, which recovers meanwhile.
      await pause(20)
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, runLane))
  const waitForCredits = async (count: number): Promise<void> => {
    await expect.poll(() => acknowledged, { interval: 5 }).toBeGreaterThan(count)
  }
  for (let round = 0; round < rounds; round += 1) {
    await waitForCredits(acknowledged + (round % 7))
    connections += await cut({ database, proxy })
    await waitForCredits(acknowledged + lanes)
    expect([program.exitCode, program.signalCode]).toEqual([null, null])
  }
  over.abort()
  await running
  const report = await summarize({ database }, keys, { uid, acknowledged, pending })
  console.log(`${rounds} times ${name}, ${connections} cuts:`, statuses, report)
  expect(report).toEqual({
    acknowledged: started,
    deposits: started,
    balance: String(started),
    faults: [],
  })
  expect(Object.keys(statuses).filter((status) => !/^(200 0|503 .*)$/.test(status))).toEqual([])
})
