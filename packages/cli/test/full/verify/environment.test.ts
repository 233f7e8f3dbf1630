import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { runCustodyHere, createFolder } from '../../support/custody.ts'

const program = join(import.meta.dirname, '..', '..', 'support', 'receiver-program.ts')

interface Running {
  readonly child: ChildProcess
  readonly url: string
}

async function started(keys: string, port: string): Promise<Running> {
  const args = ['--no-warnings', `--env-file=${join(keys, '.env')}`, program, join(keys, 'receiver.db'), port]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}

async function kill({ child }: Running): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Starts a receiver, and returns a function that kills and restarts it. */
async function startRestartable(keys: string) {
  let running = await started(keys, '0')
  const { url } = running
  const supervisor = createServer(async (_request, response) => {
    await kill(running)
    running = await started(keys, new URL(url).port)
    response.end()
  })
  supervisor.listen(0, '127.0.0.1')
  await once(supervisor, 'listening')
  onTestFinished(async () => {
    supervisor.closeAllConnections()
    supervisor.close()
    await kill(running)
  })
  const address = supervisor.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url, restart: `"${process.execPath}" -e "fetch('http://127.0.0.1:${port}')"` }
}

test.each([
  ['modern', ['--profile', 'modern']],
  ['classic with two pairs', ['--profile', 'classic']],
  ['classic with one pair', ['--profile', 'classic', '--one-pair']],
])('a receiver that reads the .env of keys passes all cases under %s', async (_name, profile) => {
  const keys = join(createFolder(), 'keys')
  expect(await runCustodyHere(['verify-receiver', 'keys', keys, ...profile])).toMatchObject({ code: 0 })
  const { url, restart } = await startRestartable(keys)
  const probe = `${url}/test/{what}?symbol={symbol}&address={address}&memo={memo}`
  const options = ['--keys', keys, '--probe', probe, '--restart', restart, '--strict', '--timeout', '600000']
  const accounts = ['--memo-account', 'XRP:verify-memo-address:104822', '--other-app-id', 'demo-other-shop']
  const { code, out, err } = await runCustodyHere(['verify-receiver', url, ...profile, ...options, ...accounts])
  expect([code, out, err]).toEqual([
    0,
    expect.stringMatching(/(\d+) cases: \1 passed, 0 failed, 0 warned, 0 not observable\n$/),
    '',
  ])
})
