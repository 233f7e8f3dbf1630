import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { commandNames, commands } from '../../src/index.ts'
import { runCustody, createFolder, program, startService, type Service, startCustody } from '../support/custody.ts'

let here: Service
beforeAll(async () => {
  here = await startService()
})
afterAll(() => here.close())

const folder = createFolder()
const createFile = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const listClassicOptions = (): readonly string[] => here.demo('classic')
const listPlainOptions = (): readonly string[] => ['--url', here.servers.plain.url]

/** A command line of each command, with its exit code. Programs of other packages have their own tests. */
const lines: Readonly<Record<string, readonly [code: number, args: () => readonly string[]]>> = {
  call: [0, () => ['call', 'networks.list', ...listClassicOptions()]],
  seal: [0, () => ['seal', 'networks.list', '--json', ...listClassicOptions()]],
  open: [2, () => ['open', 'networks.list', createFile('text', 'no message'), ...listClassicOptions()]],
  detect: [1, () => ['detect', createFile('capture', '{"app_id":"1","data":"QUJD"}'), ...listClassicOptions()]],
  doctor: [0, () => ['doctor', ...listClassicOptions()]],
  probe: [0, () => ['probe', '--rate', '100', ...listClassicOptions()]],
  listen: [2, () => ['listen', '--forward-to', 'here', ...listClassicOptions()]],
  trigger: [1, () => ['trigger', 'deposit', '--merchant', 'demo-classic']],
  console: [1, () => ['console', '--control', 'http://127.0.0.1:1']],
  reconcile: [0, () => ['reconcile', '--notified', createFile('empty', ''), ...listClassicOptions()]],
  pool: [1, () => ['pool', 'BTC', '--below', '1', ...listClassicOptions()]],
  mcp: [0, () => ['mcp', ...listPlainOptions()]],
  'verify-receiver': [0, () => ['verify-receiver', '--list']],
  sandbox: [0, () => ['sandbox', '--help']],
  mock: [2, () => ['mock']],
}

test('every command is tested', () => {
  expect(Object.keys(lines)).toEqual(commandNames)
})

// A line of JSON, a command with an address, and programs of other packages may be longer.
const isLong = (line: string): boolean => line.length > 80 && !/^[{[]|https?:/.test(line)

describe('in a pipe, the output has no colours', () => {
  test.each(commandNames)('of custody %s', async (name) => {
    const [expected = 0, args = () => []] = lines[name] ?? []
    const { code, out, err } = await runCustody(args(), { env: { ...here.env, TERM: 'xterm-256color' } })
    expect(code).toBe(expected)
    expect(out + err).not.toContain('\u001B')
    expect(out + err).not.toMatch(/\n {4}at /)
    expect('program' in commands[name] ? [] : out.split('\n').filter(isLong)).toEqual([])
  })
})

test('the help of custody sandbox is that of the program that it runs', async () => {
  const { out } = await runCustody(['sandbox', '--help'], { env: here.env })
  expect(out).toMatch(/^Runs a custody service with state/)
})

const runCommand = (command: string): Promise<number> =>
  new Promise((resolve) => {
    const shell = `set -o pipefail; ${command}`
    execFile('bash', ['-c', shell], { env: here.env }, (error) => resolve(error ? Number(error.code) : 0))
  })

const quoteArguments = (args: readonly string[]): string =>
  [process.execPath, program, ...args].map((arg) => `'${arg}'`).join(' ')

test('a reader that closes the pipe is not an error', async () => {
  expect(await runCommand(`${quoteArguments(['doctor', ...listClassicOptions()])} | head -1`)).toBe(0)
})

test('output lost to a full disk is an error', async () => {
  expect(await runCommand(`${quoteArguments(['help'])} > /dev/full`)).toBe(1)
})

test('listen removes its address when the reader of its output ends', async () => {
  const child = spawn(process.execPath, [program, 'listen', '--port', '0', ...here.demo('modern')], {
    env: here.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  await once(child.stderr, 'data')
  child.stdout.destroy()
  await runCustody(['trigger', 'deposit'], { env: here.env })
  expect(await ended).toEqual([0, null])
  const merchants = await here.sandbox.control.merchants.list()
  expect(merchants.map(({ notificationUrls }) => notificationUrls)).toEqual([[], []])
})

test('a second Ctrl-C does not kill listen before it removes its address', async () => {
  const running = startCustody(['listen', '--port', '0', ...here.demo('modern')], here.env)
  await running.until(/Listening on/)
  const ended = running.stop('SIGINT')
  void running.stop('SIGINT')
  expect(await ended).toBe(0)
  const merchants = await here.sandbox.control.merchants.list()
  expect(merchants.map(({ notificationUrls }) => notificationUrls)).toEqual([[], []])
})
