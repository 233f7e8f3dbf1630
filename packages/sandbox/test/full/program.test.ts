// The built program in its own process.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { createFolder, memoryOptions, stateOptions } from '../support/terminal.ts'

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** Starts the program, and waits for its banner. The test stops it. */
async function runNode(args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal)
  await expect.poll(() => said.out, { interval: 20 }).toContain('Ctrl-C')
  const [plain = '', wire = ''] = said.out.match(/http:\/\/[\w.:[\]]+:\d+/g) ?? []
  return { said, ended, plain, wire, kill: (signal: NodeJS.Signals) => void child.kill(signal) }
}

const listCommands = (banner: string): readonly string[] =>
  [...banner.matchAll(/^  (curl .*)$/gm)].map(([, command = '']) => command)

/** Runs commands one after the other, and gives their responses. */
async function runCommands(commands: readonly string[]): Promise<readonly unknown[]> {
  const responses: unknown[] = []
  for (const command of commands) {
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -sS --fail-with-body`])
    responses.push(stdout === '' ? undefined : JSON.parse(stdout))
  }
  return responses
}

test('the printed commands work, also after a restart', async () => {
  const kept = ['--port', '0', '--data', join(createFolder(), 'sandbox.db'), ...stateOptions]
  for (let runs = 0; runs < 2; runs += 1) {
    const { said, ended, kill } = await runNode(kept)
    const commands = listCommands(said.out)
    expect(commands).toHaveLength(4)
    expect(await runCommands(commands)).toMatchObject([
      { code: 0 },
      { code: '0', data: { deposit_address: 'demo-address-1' } },
      { txid: expect.stringMatching(/^[0-9a-f]{64}$/) },
      expect.arrayContaining([{ network: 'Bitcoin', height: expect.any(Number) }]),
    ])
    kill('SIGINT')
    expect([await ended, said.err]).toEqual([0, ''])
  }
})

test.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 and without output on %s', async (signal) => {
  const { said, ended, plain, kill } = await runNode([...memoryOptions, '--drain', '1'])
  await (await fetch(`${plain}/health/live`)).text()
  kill(signal)
  // A terminal, npm and a shell may all forward the signal, at any time until the end.
  const again = setInterval(() => kill(signal), 1)
  expect([await ended, said.err]).toEqual([0, ''])
  clearInterval(again)
  await expect(fetch(plain)).rejects.toThrow('fetch failed')
})

test('after SIGTERM, reports 503 on open ports until it is interrupted', async () => {
  const { said, ended, plain, kill } = await runNode([...memoryOptions, '--drain', '600000'])
  const readStatus = async (path: string) => (await fetch(plain + path)).status
  expect(await readStatus('/health/ready')).toBe(200)
  kill('SIGTERM')
  await expect.poll(() => readStatus('/health/ready')).toBe(503)
  expect(await readStatus('/api/v2/account/getByUidAndSymbol?uid=10001&symbol=BTC')).toBe(200)
  kill('SIGINT')
  expect([await ended, said.err]).toEqual([0, ''])
  await expect(fetch(plain)).rejects.toThrow('fetch failed')
})

test('on SIGINT, closes its ports at once, whatever the drain', async () => {
  const { ended, kill } = await runNode([...memoryOptions, '--drain', '600000'])
  kill('SIGINT')
  expect(await ended).toBe(0)
})

test('ends while a connection is in use', async () => {
  const { ended, plain, kill } = await runNode(memoryOptions)
  const halfway = connect(Number(new URL(plain).port), '127.0.0.1').on('error', () => {})
  halfway.write('GET / HTTP/1.1\r\n')
  await (await fetch(`${plain}/health/live`)).text()
  kill('SIGINT')
  expect(await ended).toBe(0)
  halfway.destroy()
})

test('an acknowledged push survives kill -9', async () => {
  const kept = ['--port', '0', '--data', join(createFolder(), 'sandbox.db'), ...stateOptions]
  const first = await runNode(kept)
  await runCommands(listCommands(first.said.out).slice(0, 1))
  first.kill('SIGKILL')
  await first.ended
  const second = await runNode(kept)
  expect(await runCommands([`curl --json '{"symbol":"BTC"}' ${second.plain}/api/v1/address/available`])).toMatchObject([
    { data: { count: 2 } },
  ])
})
