// Restarts of two processes behind HAProxy, while a client makes calls without retries.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { createCustody, type Custody, isCustodyError } from '@custody-wallet/client'
import { createEmptyDatabase, findFreePort, type Postgres, startPostgres } from '@custody-wallet/postgres'
import { listen, ListenError } from '@custody-wallet/server'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'

import { counts } from '../../../../vitest.random.ts'
import { createSandbox } from '../../src/index.ts'
import { token } from '../support/control.ts'
import { type Balancer, hasHaproxy, type ServerName, startBalancer } from '../support/haproxy.ts'
import { createFolder } from '../support/terminal.ts'

const keys = inject('keys')
const main = join(import.meta.dirname, '../../dist/cli/main.js')
const { restarts } = counts
const callCount = restarts * 1000
const lanes = 8

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

/** Starts the program, and waits for its banner. Its wire view is on the port above. */
async function startProgram(database: string, port: number): Promise<ChildProcess> {
  const options = ['--port', String(port), '--drain', '600000', '--state', keys, '--credentials', createFolder()]
  const child = spawn(process.execPath, [main, ...options], {
    env: { ...process.env, DATABASE_URL: database, CUSTODY_CONTROL_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let banner = ''
  child.stdout.on('data', (piece) => (banner += String(piece)))
  const ended = once(child, 'exit')
  while (!banner.includes('Ctrl-C')) {
    await Promise.race([once(child.stdout, 'data'), ended])
    if (child.exitCode !== null) throw new Error(`The sandbox ended with ${child.exitCode}.`)
  }
  return child
}

/** Finds consecutive free ports, and returns the first one. */
async function findFreePorts(count: number): Promise<number> {
  const port = await findFreePort()
  const views = Object.fromEntries(Array.from({ length: count }, (_, at) => [at, async () => new Response()]))
  try {
    const servers = await listen(views, { port })
    await servers.close()
    return port
  } catch (error) {
    if (error instanceof ListenError) return findFreePorts(count)
    throw error
  }
}

interface Setup {
  readonly custody: Custody
  readonly uid: number
  readonly balancer: Balancer
  /** Ends a process, and starts it again when HAProxy has seen that it is down. */
  readonly restart: (name: ServerName, end: End) => Promise<void>
}

type End = (program: ChildProcess, seeDown: () => Promise<void>) => Promise<void>

async function startBoth(): Promise<Setup> {
  const database = await createEmptyDatabase(server.url)
  const sandbox = await createSandbox({ database, directory: keys })
  const { uid } = await sandbox.control.users.create({ email: 'a@shop.example' })
  const { profile, apiKey } = sandbox.merchant('demo-modern').client
  await sandbox.close()
  const port = await findFreePorts(6)
  const ports = { one: port, two: port + 3 }
  const balancer = await startBalancer({ one: ports.one + 1, two: ports.two + 1 })
  const programs = {
    one: await startProgram(database, ports.one),
    two: await startProgram(database, ports.two),
  }
  await Promise.all([balancer.waitFor('one', 'UP'), balancer.waitFor('two', 'UP')])
  const { url } = balancer
  const urls = { openPlatform: url, base: url, v1: url }
  return {
    custody: createCustody({ profile, apiKey, urls, attempts: 1, timeout: 600_000 }),
    uid,
    balancer,
    async restart(name, end) {
      const program = programs[name]
      const exit = once(program, 'exit')
      await end(program, () => balancer.waitFor(name, 'DOWN'))
      expect(await exit).toEqual([0, null])
      programs[name] = await startProgram(database, ports[name])
      await balancer.waitFor(name, 'UP')
    },
  }
}

const describeFailure = (error: unknown): string =>
  isCustodyError(error, 'HTTP_STATUS')
    ? `HTTP ${error.context.status}`
    : isCustodyError(error)
      ? error.code
      : String(error)

/** Makes calls until all restarts are done, and counts those that failed by their error. */
async function callDuringRestarts({ custody, uid, restart }: Setup, end: End) {
  const report = { calls: 0, failures: new Map<string, number>() }
  const over = new AbortController()
  const runLane = async (): Promise<void> => {
    while (!over.signal.aborted || report.calls < callCount) {
      report.calls += 1
      const isRead = report.calls % 2 === 0
      const call = isRead
        ? custody.accounts.get({ uid, symbol: 'BTC' })
        : custody.addresses.available({ symbol: 'BTC' })
      await call.catch((error: unknown) => {
        const name = describeFailure(error)
        report.failures.set(name, (report.failures.get(name) ?? 0) + 1)
      })
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, runLane))
  for (let at = 0; at < restarts; at += 1) await restart(at % 2 === 0 ? 'one' : 'two', end)
  over.abort()
  await running
  return report
}

if (!hasHaproxy) console.warn('\nSKIPPED: behind HAProxy. `apt-get install haproxy`.\n')

describe.runIf(hasHaproxy)('behind HAProxy', () => {
  test('no call fails while processes drain and restart', async () => {
    const { calls, failures } = await callDuringRestarts(await startBoth(), async (program, seeDown) => {
      program.kill('SIGTERM')
      await seeDown()
      // The drain has its effect, so the test need not wait for its end.
      program.kill('SIGINT')
    })
    console.log(`${calls} calls during ${restarts} restarts`)
    expect([...failures]).toEqual([])
    expect(calls).toBeGreaterThanOrEqual(callCount)
  })

  test.runIf(process.env['TEST_MODE'] === 'night')('calls fail if processes restart without a drain', async () => {
    const { calls, failures } = await callDuringRestarts(await startBoth(), async (program, seeDown) => {
      program.kill('SIGINT')
      await seeDown()
    })
    console.log(`${calls} calls during ${restarts} restarts without a drain:`, failures)
    expect(failures.size).toBeGreaterThan(0)
  })
})
