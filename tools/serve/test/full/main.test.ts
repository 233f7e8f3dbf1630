import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'

import { findFreeBase, holdPort } from '../ports.ts'
import { readBanner, start } from '../program.ts'

const state = mkdtempSync(join(tmpdir(), 'serve-'))
afterAll(() => rmSync(state, { recursive: true }))

const free = ['--port', '0', '--state', state]

const findAddresses = (text: string): readonly string[] => [...new Set(text.match(/http:\/\/[\w.:]+:\d+/g))]

test('the curl command of the banner succeeds', async () => {
  const [, address = ''] = /curl '(\S+)'/.exec(await readBanner(start(free))) ?? []
  const response = await fetch(address)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
})

test('the sealed call of the banner succeeds as printed', async () => {
  const [, command = ''] = /^  (.* seal .*)$/m.exec(await readBanner(start(free))) ?? []
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: root })
  expect(JSON.parse(stdout)).toMatchObject({ code: '0', data: { normal_balance: '1.25' } })
})

test('an assistant makes a plain call to the mock', async () => {
  const [, mock = ''] = /curl '(http:\/\/[^/]+)/.exec(await readBanner(start(free))) ?? []
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const params = {
    name: 'call',
    arguments: { call: 'accounts.get', parameters: { uid: 10042, symbol: 'BTC' } },
  }
  const child = spawn(process.execPath, [join(root, 'packages/cli/dist/main.js'), 'mcp', '--url', mock])
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`)
  let out = ''
  for await (const chunk of child.stdout) {
    out += String(chunk)
    if (out.endsWith('\n')) child.stdin.end()
  }
  expect(out).toContain('1.25')
})

test('the four commands for the sandbox credit a payment as printed', async () => {
  const commands = (await readBanner(start(free))).match(/curl .*uid=10001.*|curl .*--json .*/g)
  expect(commands).toHaveLength(4)
  const again = [...(commands ?? []), commands?.[1]]
  const { stdout } = await promisify(execFile)('sh', ['-ec', again.join('\necho\n')])
  const [, account = '', paid = '', , credited = ''] = stdout.split('\n')
  expect(JSON.parse(account)).toMatchObject({ code: '0', data: { deposit_address: 'demo-address-1' } })
  expect(JSON.parse(paid)).toEqual({ txid: expect.stringMatching(/^[0-9a-f]{64}$/), deposit: 1 })
  expect(JSON.parse(credited)).toMatchObject({ data: { normal_balance: '0.5' } })
})

test('it prints only the banner', async () => {
  const text = await readBanner(start(free))
  expect(text).toMatch(/^Custody is running on this machine:\n[^]*\nPress Ctrl-C to stop everything\.\n$/)
})

test('all servers use the port base of the environment', async () => {
  const base = await findFreeBase()
  const program = start(['--state', state], { CUSTODY_PORT_BASE: String(base) })
  const ports = findAddresses(await readBanner(program)).map((url) => Number(new URL(url).port) - base)
  expect(ports).toEqual([0, 10, 11, 20, 21, 22])
})

test('a port in use is named, with exit code 1', async () => {
  const base = await findFreeBase()
  await holdPort(base + 11)
  const program = start(['--port', String(base), '--state', state])
  expect(await program.exit).toBe(1)
  expect(program.output()).toEqual({
    out: '',
    err: `Port ${base + 11} is in use: stop the program on it, or choose another port. Options: --host, --port and CUSTODY_PORT_BASE.\n`,
  })
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops it with exit code 0 and without output', async (signal) => {
  const program = start(free)
  const before = await readBanner(program)
  program.child.kill(signal)
  // A terminal, npm and a shell may all forward the signal, at any time.
  const again = setInterval(() => program.child.kill(signal), 1)
  expect(await program.exit).toBe(0)
  clearInterval(again)
  expect(program.output()).toEqual({ out: before, err: '' })
  for (const url of findAddresses(before)) await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('open connections are closed with it', async () => {
  const program = start(free)
  const origins = findAddresses(await readBanner(program))
  const sockets = origins.map((url) => connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {}))
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\n')
  for (const url of origins) await (await fetch(`${url}/_mock`)).text()
  program.child.kill('SIGINT')
  expect(await program.exit).toBe(0)
  for (const socket of sockets) expect(socket.destroyed || (await once(socket, 'close')).length > 0).toBe(true)
})

test('a host that other machines can reach brings a warning', async () => {
  const program = start([...free, '--host', '0.0.0.0'])
  const [, plain = ''] = findAddresses(await readBanner(program))
  expect(program.output().err).toBe(
    'Warning: these servers listen on 0.0.0.0, so other machines on the network can reach them.\n\n',
  )
  expect((await fetch(`${plain}/_mock`)).status).toBe(200)
})
