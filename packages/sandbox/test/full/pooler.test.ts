// A real PgBouncer between a sandbox and PostgreSQL.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createEmptyDatabase, findFreePort, type Postgres, startPostgres } from '@custody-wallet/postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { payment, createUser } from '../support/databases.ts'
import { createClient, createTestSandbox } from '../support/sandbox.ts'
import { runProgram, stateOptions } from '../support/terminal.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.end())

/** The address of a new database, by a PgBouncer with settings. */
async function startPooler(settings: readonly string[]): Promise<string> {
  const url = new URL(await createEmptyDatabase(server.url))
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const port = await findFreePort()
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${url.port} user=postgres password=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      ...settings,
    ].join('\n'),
  )
  const pooler = spawn('pgbouncer', [file], { stdio: 'ignore', env: path, ...createUserThroughPooler() })
  onTestFinished(async () => {
    pooler.kill('SIGKILL')
    if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  await waitForPort(pooler, port)
  url.port = String(port)
  return url.href
}

const path = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }

// PgBouncer does not run as root.
const createUserThroughPooler = () =>
  process.getuid?.() === 0 ? { uid: Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' })) } : {}

async function waitForPort(pooler: ChildProcess, port: number): Promise<void> {
  const isReachable = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('close', () => socket.destroy())
      socket.on('connect', () => socket.end())
    })
  await expect.poll(async () => (await isReachable()) || pooler.exitCode !== null, { timeout: 60_000 }).toBe(true)
  expect(pooler.exitCode).toBeNull()
}

const hasPooler = spawnSync('pgbouncer', ['--version'], { env: path }).status === 0
if (!hasPooler) console.warn('\nSKIPPED: behind PgBouncer. `apt-get install pgbouncer`.\n')

describe.runIf(hasPooler)('behind PgBouncer', () => {
  test.each([
    ['transaction mode', ['pool_mode = transaction']],
    ['transaction mode, with one session', ['pool_mode = transaction', 'default_pool_size = 1']],
  ])('in %s, a sandbox does not start and prints the next step', async (_mode, settings) => {
    const database = await startPooler(settings)
    const { code, err } = await runProgram(['--port', '0', ...stateOptions], { DATABASE_URL: database })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /shares sessions, such as PgBouncer in transaction mode: connect to PostgreSQL directly, or to a pooler in session mode\.$/,
      ),
    ])
  })

  test('in session mode, a sandbox works', async () => {
    const sandbox = await createTestSandbox({ database: await startPooler(['pool_mode = session']) })
    const uid = await createUser(sandbox)
    await sandbox.control.chain.pay(payment)
    await sandbox.control.chain.mine(3, 'Bitcoin')
    expect(await createClient(sandbox).accounts.get({ uid, symbol: 'BTC' })).toMatchObject({
      normal_balance: '0.5',
    })
  })
})
