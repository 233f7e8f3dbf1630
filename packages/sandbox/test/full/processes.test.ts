// Two processes on one PostgreSQL.
import { once } from 'node:events'

import { createCustody } from '@custody-wallet/client'
import { createEmptyDatabase, type Postgres, runSql, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'

import { counts } from '../../../../vitest.random.ts'
import { token } from '../support/control.ts'
import { isNotified, prepareData, type StartedProgram, startProgram, summarize } from '../support/kills.ts'
import { createTestSandbox } from '../support/sandbox.ts'

const keys = inject('keys')
let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ durable: true })
})
afterAll(() => server.end())

async function createTwoProcesses() {
  const database = await createEmptyDatabase(server.url)
  const uid = await prepareData({ database }, keys)
  const processes = [await startProgram(database, keys), await startProgram(database, keys)]
  onTestFinished(() => processes.forEach(({ program }) => void program.kill('SIGKILL')))
  return { database, uid, processes }
}

test('200 concurrent copies of a notification to two processes credit once', async () => {
  const { database, uid, processes } = await createTwoProcesses()
  const urls = processes.map(({ url }) => url)
  const copies = Array.from({ length: 200 }, (_, at) => isNotified(urls[at % 2] ?? '', 1))
  expect(new Set(await Promise.all(copies))).toEqual(new Set([true]))
  const report = await summarize({ database }, keys, { uid, acknowledged: 1, pending: new Set() })
  expect(report).toEqual({ acknowledged: 1, deposits: 1, balance: '1', faults: [] })
})

const kills = Math.ceil(counts.kills / 6)

test('a killed process loses and duplicates nothing, and the other one continues', async () => {
  const { database, uid, processes } = await createTwoProcesses()
  let acknowledged = 0
  let next = 0
  const over = new AbortController()
  const pending = new Set<number>()
  const since = [0, 0]
  const runLane = async (at: number): Promise<void> => {
    while (!over.signal.aborted) {
      const [number = (next += 1)] = pending
      pending.delete(number)
      if (await isNotified(processes[at]?.url ?? '', number)) {
        acknowledged += 1
        since[at] = (since[at] ?? 0) + 1
      } else pending.add(number)
    }
  }
  const running = Promise.all(Array.from({ length: 8 }, (_, at) => runLane(at % 2)))
  const waitForResponses = async (at: number, responseCount: number): Promise<void> => {
    since[at] = 0
    await expect.poll(() => since[at], { interval: 5 }).toBeGreaterThanOrEqual(responseCount)
  }
  const transcript: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const [killed, other] = kill % 2 === 0 ? [0, 1] : [1, 0]
    await waitForResponses(killed, 1 + (kill % 7))
    const before = acknowledged
    const dying = processes[killed]?.program
    dying?.kill('SIGKILL')
    if (dying && dying.signalCode === null) await once(dying, 'exit')
    await waitForResponses(other, 10)
    const meanwhile = acknowledged - before
    processes[killed] = await startProgram(database, keys)
    transcript.push(
      `kill ${kill + 1}: process ${killed} after ${before} credits; process ${other} credited ${meanwhile} meanwhile`,
    )
  }
  over.abort()
  await running
  const report = await summarize({ database }, keys, { uid, acknowledged, pending })
  console.log([...transcript, JSON.stringify(report)].join('\n'))
  expect(report).toEqual({
    acknowledged: next,
    deposits: next,
    balance: String(next),
    faults: [],
  })
})

test.each([1000, -1000])(
  'processes on machines whose clocks differ by %d ms use the time of the database',
  async (skew) => {
    const database = await createEmptyDatabase(server.url)
    const readTime = async (): Promise<number> => {
      const sql = 'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as time'
      const [row] = await runSql(database, sql)
      return Number(row?.['time'])
    }
    const beginning = await readTime()
    const processes = [await startProgram(database, keys), await startProgram(database, keys, skew)] as const
    onTestFinished(() => processes.forEach(({ program }) => void program.kill('SIGKILL')))
    const [network] = await runSql(database, 'select start from custody_sandbox.networks limit 1')
    expect(Number(network?.['start'])).toBeGreaterThanOrEqual(beginning)
    expect(Number(network?.['start'])).toBeLessThanOrEqual(await readTime())
    for (let save = 0; save < 20; save += 1)
      expect((await callControl(processes[save % 2 === 0 ? 1 : 0], '/time/unfreeze', 'POST')).status).toBe(200)
    const sandbox = await createTestSandbox()
    const { fetch: _, ...settings } = sandbox.merchant('demo-modern').client
    for (const [other, { wire }] of [processes, processes.toReversed()] as const) {
      const before = await readTime()
      const { time: now }: { time: number } = await (await callControl(other, '/time/now', 'GET')).json()
      expect(now).toBeGreaterThanOrEqual(before)
      expect(now).toBeLessThanOrEqual(await readTime())
      const urls = { openPlatform: wire, base: wire, v1: wire }
      expect(await createCustody({ ...settings, urls, clock: () => now }).networks.list()).not.toEqual([])
    }
  },
)

const callControl = ({ control: url }: StartedProgram, path: string, method: string): Promise<Response> =>
  fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } })
