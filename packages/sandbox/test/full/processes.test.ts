// Two processes on one PostgreSQL.
import { once } from 'node:events'

import { createCustody } from '@custody-wallet/client'
import { emptyDatabase, type Postgres, runAt, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'

import { counts } from '../../../../vitest.random.ts'
import { token } from '../support/control.ts'
import { notified, prepared, type Started, startProgram, summary } from '../support/kills.ts'
import { freshSandbox } from '../support/sandbox.ts'

const keys = inject('keys')
let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(() => server.end())

async function two() {
  const database = await emptyDatabase(server.url)
  const uid = await prepared({ database }, keys)
  const processes = [await startProgram(database, keys), await startProgram(database, keys)]
  onTestFinished(() => processes.forEach(({ program }) => void program.kill('SIGKILL')))
  return { database, uid, processes }
}

test('200 copies of a notification, sent to two processes at once, are one credit', async () => {
  const { database, uid, processes } = await two()
  const urls = processes.map(({ url }) => url)
  const copies = Array.from({ length: 200 }, (_, at) => notified(urls[at % 2] ?? '', 1))
  expect(new Set(await Promise.all(copies))).toEqual(new Set([true]))
  const report = await summary({ database }, keys, { uid, acknowledged: 1, pending: new Set() })
  expect(report).toEqual({ acknowledged: 1, deposits: 1, balance: '1', faults: [] })
})

const kills = Math.ceil(counts.kills / 6)

test('a process that is killed loses and duplicates nothing, and the other one goes on', async () => {
  const { database, uid, processes } = await two()
  let acknowledged = 0
  let next = 0
  const over = new AbortController()
  const pending = new Set<number>()
  const since = [0, 0]
  const lane = async (at: number): Promise<void> => {
    while (!over.signal.aborted) {
      const [number = (next += 1)] = pending
      pending.delete(number)
      if (await notified(processes[at]?.url ?? '', number)) {
        acknowledged += 1
        since[at] = (since[at] ?? 0) + 1
      } else pending.add(number)
    }
  }
  const running = Promise.all(Array.from({ length: 8 }, (_, at) => lane(at % 2)))
  const served = async (at: number, answers: number): Promise<void> => {
    since[at] = 0
    await expect.poll(() => since[at], { interval: 5 }).toBeGreaterThanOrEqual(answers)
  }
  const transcript: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const [killed, other] = kill % 2 === 0 ? [0, 1] : [1, 0]
    await served(killed, 1 + (kill % 7))
    const before = acknowledged
    const dying = processes[killed]?.program
    dying?.kill('SIGKILL')
    if (dying && dying.signalCode === null) await once(dying, 'exit')
    await served(other, 10)
    const meanwhile = acknowledged - before
    processes[killed] = await startProgram(database, keys)
    transcript.push(
      `kill ${kill + 1}: process ${killed} after ${before} credits; process ${other} credited ${meanwhile} meanwhile`,
    )
  }
  over.abort()
  await running
  const report = await summary({ database }, keys, { uid, acknowledged, pending })
  console.log([...transcript, JSON.stringify(report)].join('\n'))
  expect(report).toEqual({
    acknowledged: next,
    deposits: next,
    balance: String(next),
    faults: [],
  })
})

test.each([1000, -1000])(
  'processes on machines whose clocks differ by %d ms have the time of the database',
  async (skew) => {
    const database = await emptyDatabase(server.url)
    const time = async (): Promise<number> => {
      const sql = 'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as time'
      const [row] = await runAt(database, sql)
      return Number(row?.['time'])
    }
    const beginning = await time()
    const processes = [await startProgram(database, keys), await startProgram(database, keys, skew)] as const
    onTestFinished(() => processes.forEach(({ program }) => void program.kill('SIGKILL')))
    const [network] = await runAt(database, 'select start from custody_sandbox.networks limit 1')
    expect(Number(network?.['start'])).toBeGreaterThanOrEqual(beginning)
    expect(Number(network?.['start'])).toBeLessThanOrEqual(await time())
    for (let save = 0; save < 20; save += 1)
      expect((await control(processes[save % 2 === 0 ? 1 : 0], '/time/unfreeze', 'POST')).status).toBe(200)
    const sandbox = await freshSandbox()
    const { fetch: _, ...settings } = sandbox.merchant('demo-modern').client
    for (const [other, { wire }] of [processes, processes.toReversed()] as const) {
      const before = await time()
      const { time: now }: { time: number } = await (await control(other, '/time/now', 'GET')).json()
      expect(now).toBeGreaterThanOrEqual(before)
      expect(now).toBeLessThanOrEqual(await time())
      const urls = { openPlatform: wire, base: wire, v1: wire }
      expect(await createCustody({ ...settings, urls, clock: () => now }).networks.list()).not.toEqual([])
    }
  },
)

const control = ({ control: url }: Started, path: string, method: string): Promise<Response> =>
  fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } })
