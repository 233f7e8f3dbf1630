// A process whose connections to PostgreSQL are cut under load.
import { setTimeout as pause } from 'node:timers/promises'

import { emptyDatabase, type Postgres, runAt, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'

import { counts } from '../../../../vitest.random.ts'
import { notify, prepared, startProgram, summary } from '../support/kills.ts'
import { type Proxy, proxyTo } from '../support/proxy.ts'

const keys = inject('keys')
let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(() => server.end())

interface Place {
  readonly database: string
  readonly proxy: Proxy
}

/** Cuts connections once; how many, if the test can count them. */
type Cut = (place: Place) => Promise<number>

const terminated =
  (which: string): Cut =>
  async ({ database }) => {
    for (;;) {
      const rows = await runAt(
        database,
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'custody-sandbox' and ${which}`,
      )
      if (rows.length > 0) return rows.length
    }
  }

const cuts: Readonly<Record<string, Cut>> = {
  'connections in use are terminated': terminated("state <> 'idle'"),
  'idle connections are terminated': terminated("state = 'idle'"),
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
  'the network is cut': async ({ proxy }) => proxy.cut(),
}

const rounds = Math.ceil(counts.kills / 6)
const lanes = 6

test.each(Object.entries(cuts))('the process stays up, and the books agree, while %s', async (name, cut) => {
  const database = await emptyDatabase(server.url)
  const uid = await prepared({ database }, keys)
  const proxy = await proxyTo(database)
  onTestFinished(proxy.close)
  const { program, url } = await startProgram(proxy.url, keys)
  onTestFinished(() => void program.kill('SIGKILL'))
  const statuses: Record<string, number> = {}
  const pending = new Set<number>()
  const over = new AbortController()
  onTestFinished(() => over.abort())
  let [started, acknowledged, connections] = [0, 0, 0]
  const lane = async (): Promise<void> => {
    while (!over.signal.aborted && program.exitCode === null) {
      const [number = (started += 1)] = pending
      pending.delete(number)
      const status = await notify(url, number).then(
        async (answer) => [answer.status, JSON.parse(await answer.text()).code].join(' '),
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
  const running = Promise.all(Array.from({ length: lanes }, lane))
  const creditedAfter = async (count: number): Promise<void> => {
    await expect.poll(() => acknowledged, { interval: 5 }).toBeGreaterThan(count)
  }
  for (let round = 0; round < rounds; round += 1) {
    await creditedAfter(acknowledged + (round % 7))
    connections += await cut({ database, proxy })
    await creditedAfter(acknowledged + lanes)
    expect([program.exitCode, program.signalCode]).toEqual([null, null])
  }
  over.abort()
  await running
  const report = await summary({ database }, keys, { uid, acknowledged, pending })
  console.log(`${rounds} times ${name}, ${connections} cuts:`, statuses, report)
  expect(report).toEqual({
    acknowledged: started,
    deposits: started,
    balance: String(started),
    faults: [],
  })
  expect(Object.keys(statuses).filter((status) => !/^(200 0|503 .*)$/.test(status))).toEqual([])
})
