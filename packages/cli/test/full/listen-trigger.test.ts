import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  runCustody,
  runCustodyHere,
  createFolder,
  type RunningCommand,
  startService,
  type Service,
  startCustody,
} from '../support/custody.ts'

let here: Service
beforeAll(async () => {
  here = await startService()
})
afterAll(() => here.close())

const startListening = async (
  args: readonly string[],
  name: 'classic' | 'modern' = 'modern',
): Promise<RunningCommand> => {
  const running = startCustody(['listen', '--port', '0', ...args, ...here.demo(name)], here.env)
  await running.until(/Listening on/)
  return running
}

const runTrigger = (...args: readonly string[]) => runCustodyHere(['trigger', ...args], { env: here.env })

const listUrls = async (appId: string): Promise<readonly string[]> => {
  const merchants = await here.sandbox.control.merchants.list()
  return merchants.find((merchant) => merchant.appId === appId)?.notificationUrls ?? []
}

describe('custody listen', () => {
  test.each(['modern', 'classic'] as const)(
    'shows the notifications of the sandbox under %s, and responds to them',
    async (name) => {
      const running = await startListening([], name)
      const { code, out } = await runTrigger('deposit', '--merchant', `demo-${name}`, '--override', 'amount=1.5')
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/notification \d+ to http:\/\/127\.0\.0\.1:\d+: delivered, HTTP 200\n$/),
      ])
      expect(out).toContain(`"overrides":{"amount":"1.5"}`)
      await running.until(/deposit {2}verified {2}-> HTTP 200 by custody/)
      await running.until(/amount: 1\.5/)
      expect(await running.stop('SIGINT')).toBe(0)
    },
  )

  test('registers at the sandbox, and removes its address at the end', async () => {
    await here.sandbox.control.merchants.update({
      appId: 'demo-modern',
      notificationUrls: ['http://127.0.0.1:9'],
    })
    const running = await startListening([])
    expect(await listUrls('demo-modern')).toHaveLength(2)
    expect(await running.stop('SIGTERM')).toBe(0)
    expect(await listUrls('demo-modern')).toEqual(['http://127.0.0.1:9'])
    await here.sandbox.control.merchants.update({ appId: 'demo-modern', notificationUrls: [] })
  })

  test('forwards the exact bytes, and returns the response of the receiver', async () => {
    const bodies: string[] = []
    const receiver = createServer(async (request, response) => {
      bodies.push(`${request.url} ${(await buffer(request)).toString('utf8')}`)
      response.writeHead(503).end('later')
    })
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
    const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, receiver.address())
    const running = await startListening(['--forward-to', `http://127.0.0.1:${port}`])
    const { code, out } = await runTrigger('internal')
    expect([code, out]).toEqual([1, expect.stringContaining('HTTP 503')])
    await running.until(/internal {2}verified {2}-> HTTP 503 by http/)
    const [notification] = await here.sandbox.control.notifications.list({ state: 'waiting' })
    const [attempt] = (await here.sandbox.control.notifications.get({ id: notification?.id ?? 0 })).log
    expect(bodies).toEqual([`/api/v1/internal/notify ${attempt?.sent}`])
    await running.stop('SIGINT')
    receiver.close()
  })

  test('forwards the query, and prints no control characters of a message', async () => {
    const urls: string[] = []
    const receiver = createServer((request, response) => {
      urls.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
    const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, receiver.address())
    const running = await startListening(['--forward-to', `http://127.0.0.1:${port}`])
    const { 1: url = '' } = await running.until(/Listening on (\S+)/)
    await fetch(`${url}/api/v1/other?a=1&b=2`, { method: 'POST', body: '{}' })
    await runTrigger('deposit', '--override', 'address_from=a\u001B[31mb')
    await running.until(/address_from: a\?\[31mb/)
    expect(urls[0]).toBe('/api/v1/other?a=1&b=2')
    await running.stop('SIGINT')
    receiver.close()
  })

  test('reports a message that is not genuine, without its content', async () => {
    const running = await startListening(['--json'])
    const { 1: url = '' } = await running.until(/Listening on (\S+)/)
    const body = '{"app_id":"demo-modern","time":1,"sign":"a","data":"secret-content"}'
    const response = await fetch(`${url}/api/v1/deposit/notify`, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ msg: 'ENVELOPE_REJECTED' })
    await running.until(/"verified":false/)
    expect(running.out()).not.toContain('secret-content')
    expect(running.out()).toContain('rejected (framing)')
    await running.stop('SIGINT')
  })

  test('reports a receiver that does not respond', async () => {
    const running = await startListening(['--forward-to', 'http://127.0.0.1:9'])
    expect((await runTrigger('deposit')).code).toBe(1)
    await running.until(/HTTP 502 \(no response\) by http:\/\/127\.0\.0\.1:9/)
    await running.stop('SIGINT')
  })

  test('reports that its port is in use', async () => {
    const running = await startListening([])
    const { 1: port = '' } = await running.until(/Listening on \S+:(\d+)/)
    const { code, err } = await runCustody(['listen', '--port', port, ...here.demo('modern')], {
      env: here.env,
    })
    expect([code, err]).toEqual([
      1,
      `Port ${port} cannot be used (EADDRINUSE). Set another --port, or --port 0 for any free one.\n`,
    ])
    await running.stop('SIGINT')
  })
})

describe('custody trigger', () => {
  test('lists the events of the contract', async () => {
    const { out } = await runCustody(['trigger', '--json'])
    const events = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(events).toEqual([
      expect.objectContaining({ event: 'deposit' }),
      expect.objectContaining({ event: 'internal' }),
    ])
  })

  test('sends copies of a deposit of the sandbox', async () => {
    await here.sandbox.control.scenarios.run({ name: 'first-deposit' })
    const running = await startListening(['--json'])
    const { code, out } = await runTrigger('deposit', '--id', '1', '--copies', '3', '--order', 'at-once', '--json')
    const sent = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect([code, sent.length]).toEqual([0, 3])
    expect(sent).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ state: 'delivered' })))
    await running.stop('SIGINT')
  })

  test('prints why the sandbox rejects a call', async () => {
    const { code, err } = await runTrigger('deposit', '--id', '99', '--merchant', 'demo-classic')
    expect([code, err]).toEqual([1, expect.stringMatching(/^\/notifications\/send failed: .*\.\n$/)])
  })

  test('suggests custody listen if there is no receiver', async () => {
    const { code, err } = await runTrigger('deposit')
    expect([code, err]).toEqual([1, expect.stringMatching(/Run custody listen --demo modern.*\n$/)])
  })

  test('reports that no sandbox responds', async () => {
    const { code, err } = await runTrigger('deposit', '--control', 'http://127.0.0.1:9')
    expect([code, err]).toEqual([
      1,
      'No sandbox responds at http://127.0.0.1:9. Start one with custody sandbox, or set --control to its URL.\n',
    ])
  })
})

test('a day of notifications is reconciled with the service', async () => {
  const folder = createFolder()
  const running = await startListening(['--json'])
  await runTrigger('deposit', '--id', '1')
  await running.until(/"verified":true/)
  await running.stop('SIGINT')
  const file = join(folder, 'day.jsonl')
  writeFileSync(file, running.out())
  const { code, out } = await runCustody(['reconcile', '--notified', file, ...here.demo('modern')], {
    env: here.env,
  })
  expect([code, out]).toEqual([0, '0 findings, 1 agree, 2 entries compared\n'])
})
