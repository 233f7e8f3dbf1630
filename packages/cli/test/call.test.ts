import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { operations } from '@custody-wallet/types/operations'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import {
  findClosedPort,
  runCustodyHere,
  demoState,
  createFolder,
  startService,
  type Service,
} from './support/custody.ts'

let here: Service
beforeAll(async () => {
  here = await startService()
  await here.sandbox.control.scenarios.run({ name: 'first-deposit' })
})
afterAll(() => here.close())

const parseLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

const runCall = (args: readonly string[], name: 'classic' | 'modern' = 'modern', input = '') =>
  runCustodyHere(['call', '--timeout', '600000', ...args, ...here.demo(name)], { env: here.env, input })

describe('custody call', () => {
  test('lists every call without a name', async () => {
    const { out } = await runCustodyHere(['call', '--json'])
    expect(parseLines(out)).toHaveLength(Object.keys(operations).length)
  })

  test.each(['modern', 'classic'] as const)('prints the value of a call under %s', async (name) => {
    const args = ['call', 'addresses.available', 'symbol=BTC', ...here.demo(name)]
    const { code, out } = await runCustodyHere(args, { env: here.env })
    expect([code, JSON.parse(out)]).toEqual([0, { symbol: 'BTC', count: expect.any(Number) }])
  })

  test('prints a list as lines of JSON', async () => {
    const { code, out } = await runCall(['deposits.sync', 'max_id=0'])
    expect([code, parseLines(out)]).toEqual([0, [expect.objectContaining({ symbol: 'BTC', amount: '0.5' })]])
  })

  test('reads all pages with --all', async () => {
    const { out } = await runCall(['deposits.sync', '--all'])
    expect(parseLines(out)).toHaveLength(1)
  })

  test('names the program to start, and the source of the address, if nothing listens there', async () => {
    const args = ['call', 'networks.list', '--demo', 'modern', '--url', await findClosedPort()]
    const { code, err } = await runCustodyHere(args, { env: here.env })
    expect(code).toBe(1)
    expect(err).toMatch(/\(ECONNREFUSED\)\. Nothing listens there\. Start the sandbox .* CUSTODY_PORT_BASE, /s)
  })

  test('warns before a retry if the outcome of a call is unknown', async () => {
    const args = [
      'call',
      '--yes',
      'addresses.register',
      'symbol=BTC',
      'addresses=["bc1q"]',
      'memo=false',
      '--demo',
      'modern',
    ]
    const { err } = await runCustodyHere([...args, '--url', await findClosedPort()], { env: here.env })
    expect(err).toMatch(/before you push them again\. Nothing listens there\. /)
  })

  test('suggests custody doctor if a response does not open', async () => {
    await here.sandbox.control.faults.add({ kind: 'wrong-signature', times: 1 })
    const { code, err } = await runCall(['addresses.available', 'symbol=BTC'])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/changed the response\. Run custody doctor to find the cause\.$/m),
    ])
    expect(err).not.toContain('createCustody')
  })

  test('accepts any number of ids with --all, and lists those without a record', async () => {
    const ids = Array.from({ length: 150 }, (_, at) => `order-${at}`)
    const { code, out, err } = await runCall(['withdrawals.list', '--all', '--ids-from', '-'], 'modern', ids.join('\n'))
    expect([code, out]).toEqual([0, ''])
    expect(err).toBe(`Ids without a record (150): ${ids.join(', ')}\n`)
  })

  test('prints the whole response with --raw, and ends with code 1 after a failure of the service', async () => {
    const { code, out } = await runCall(['accounts.get', 'uid=1', 'symbol=BTC', '--raw', '--json'])
    expect([code, JSON.parse(out)]).toEqual([
      1,
      expect.objectContaining({
        status: 200,
        succeeded: false,
        response: expect.objectContaining({ code: '110065' }),
      }),
    ])
  })

  test('prints HTTP requests and responses with --wire', async () => {
    const { out } = await runCall(['addresses.available', 'symbol=BTC', '--wire'], 'classic')
    expect(out).toMatch(/^> POST \S+\/api\/v1\/address\/available\n> \{"app_id":"demo-classic".*\n< 200\n< \{"code":0/)
  })

  test('prints HTTP requests and responses as JSON lines with --wire and --json', async () => {
    const { out } = await runCall(['addresses.available', 'symbol=BTC', '--wire', '--json'])
    expect(parseLines(out)).toEqual([
      { request: { method: 'POST', url: expect.any(String), body: expect.stringMatching(/^\{"app_id"/) } },
      { response: { status: 200, body: expect.stringMatching(/^\{"code":0/) } },
      { symbol: 'BTC', count: expect.any(Number) },
    ])
  })

  test('never prints the access token', async () => {
    const { code, out } = await runCall(['token.get', '--wire'])
    expect(code).toBe(0)
    expect(out).toContain('"access_token": "[hidden]"')
    expect(out).toContain('< (an access token)')
  })

  test('changes something only with --yes', async () => {
    const parameters = ['addresses.register', 'symbol=BTC', 'addresses=a-1,a-2', 'memo=false']
    const readCount = async () => (await runCall(['addresses.available', 'symbol=BTC', '--json'])).out
    const before = await readCount()
    expect((await runCall(parameters)).code).toBe(2)
    expect(await readCount()).toBe(before)
    expect((await runCall([...parameters, '--yes'])).code).toBe(0)
    expect(await readCount()).not.toBe(before)
  })

  test('lists all invalid parameters', async () => {
    const { code, err } = await runCall(['accounts.get'])
    expect([code, err]).toEqual([
      1,
      'getAccount was not sent: its parameters break a rule. /uid is missing, /symbol is missing. custody call lists the parameters.\n',
    ])
  })

  test('names the next step if the service does not respond', async () => {
    const silent = createServer(() => {})
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      silent.closeAllConnections()
      silent.close()
    })
    const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, silent.address())
    const url = `http://127.0.0.1:${port}`
    const args = ['call', 'networks.list', '--demo', 'modern', '--url', url, '--timeout', '20']
    const { code, err } = await runCustodyHere(args, { env: here.env })
    expect([code, err.split('\n')]).toEqual([1, [expect.stringMatching(/^listNetworks failed: .*[.]$/), '']])
  })

  test('reads variables from a file, and keys relative to it', async () => {
    const folder = createFolder()
    const { keys, file } = {
      keys: here.sandbox.merchant('demo-classic').client,
      file: join(folder, 'shop.env'),
    }
    expect(keys.profile.appId).toBe('demo-classic')
    const { loadDemoKeys: demoKeysIn, buildMerchantVariables: merchantVariables } = await import('@custody-wallet/demo')
    const demo = demoKeysIn(demoState).classic
    const variables = merchantVariables('classic', demo, here.servers.wire.url)
    writeFileSync(join(folder, 'own.pem'), demo.merchant.signature, { mode: 0o600 })
    const lines = Object.entries({ ...variables, CUSTODY_OWN_KEY: 'file:own.pem' }).map(
      ([name, value]) => `${name}=${value}`,
    )
    writeFileSync(file, lines.join('\n'))
    const { code } = await runCustodyHere(['call', 'networks.list', '--env', file], { env: here.env })
    expect(code).toBe(0)
  })
})
