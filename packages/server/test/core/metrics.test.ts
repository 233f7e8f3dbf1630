// `/metrics` in the text format of Prometheus.
import { describe, expect, onTestFinished, test } from 'vitest'

import { createCallMetrics, listenOn, type ListenOptions, type RunningServer } from '../../src/core/index.ts'
import { createService, listen } from '../../src/index.ts'
import { createHandlers } from '../support/handlers.ts'
import { createMerchant } from '../support/merchants.ts'

const canary = 'canary-7f3a'
const respond = async () => new Response('the program', { status: 404 })

async function start(options: ListenOptions): Promise<RunningServer> {
  const server = await listenOn(respond, options)
  onTestFinished(() => server.close())
  return server
}

describe('the text', () => {
  test('counts calls by outcome, and measures durations by call', () => {
    const { count, format } = createCallMetrics()
    expect(format().split('\n')).toHaveLength(5)
    const call = { view: 'wire', operation: 'getAccount', status: 200, code: '0' } as const
    for (const duration of [2, 5, 700, 60_000]) count({ ...call, duration })
    count({ ...call, code: '110065', duration: 2 })
    count({ view: 'plain', status: 404, duration: 1 })
    const lines = format().split('\n')
    expect(lines.filter((line) => line.startsWith('custody_calls_total'))).toEqual([
      'custody_calls_total{view="wire",operation="getAccount",status="200",code="0"} 4',
      'custody_calls_total{view="wire",operation="getAccount",status="200",code="110065"} 1',
      'custody_calls_total{view="plain",status="404"} 1',
    ])
    const labels = 'view="wire",operation="getAccount"'
    const name = 'custody_call_duration_seconds'
    expect(lines.filter((line) => line.includes(labels) && line.startsWith(name))).toEqual([
      ...[
        [0.001, 0],
        [0.005, 3],
        [0.01, 3],
        [0.05, 3],
        [0.1, 3],
        [0.5, 3],
        [1, 4],
        [5, 4],
        [10, 4],
        ['+Inf', 5],
      ].map(([bound, value]) => `${name}_bucket{${labels},le="${bound}"} ${value}`),
      `${name}_sum{${labels}} ${0.002 + 0.005 + 0.7 + 60 + 0.002}`,
      `${name}_count{${labels}} 5`,
    ])
    expect(format().endsWith('\n')).toBe(true)
  })

  test('escapes labels', () => {
    const { count, format } = createCallMetrics()
    count({ view: 'a"b\\c\nd', status: 200, duration: 1 })
    expect(format()).toContain(String.raw`{view="a\"b\\c\nd",status="200"}`)
  })

  test('has no content, addresses and merchants of calls', async () => {
    const { count, format } = createCallMetrics()
    const { plain, wire } = createService({
      merchants: new Map([['modern-shop', createMerchant('modern')]]),
      handlers: createHandlers().handlers,
      onCall: count,
    })
    const headers = { 'app-id': 'modern-shop', 'x-request-id': canary, traceparent: canary }
    for (const path of [`/api/v2/user/info?email=${canary}@shop.example`, `/${canary}`])
      for (const view of [plain, wire]) await view(new Request(`http://service${path}`, { headers }))
    expect(format()).toContain('custody_calls_total{view="plain",operation="findUser",status="200",code="0"} 1')
    expect(format()).not.toMatch(/canary|modern-shop/)
  })
})

describe('/metrics', () => {
  test('responds with the text, also while the server drains', async () => {
    const server = await start({ metrics: () => 'custody_calls_total 1\n', drain: 0 })
    await server.drain()
    const response = await fetch(`${server.url}/metrics`)
    expect([response.status, await response.text()]).toEqual([200, 'custody_calls_total 1\n'])
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect((await fetch(`${server.url}/metrics`, { method: 'POST' })).status).toBe(405)
  })

  test('belongs to the program without the option', async () => {
    const { url } = await start({})
    expect(await (await fetch(`${url}/metrics`)).text()).toBe('the program')
  })

  test('responds with 500 if the function throws, without the reason', async () => {
    const { url } = await start({
      metrics: () => {
        throw new Error(canary)
      },
    })
    const response = await fetch(`${url}/metrics`)
    expect([response.status, await response.text()]).toEqual([500, '{"status":"failed"}'])
  })

  test('is a page of the views that name it', async () => {
    const servers = await listen({ plain: respond, wire: respond }, { metrics: { wire: () => 'text' } })
    onTestFinished(() => servers.close())
    const texts = [servers.plain, servers.wire].map(async ({ url }) => (await fetch(`${url}/metrics`)).text())
    expect(await Promise.all(texts)).toEqual(['the program', 'text'])
  })

  test('needs a function', async () => {
    // @ts-expect-error A text is not a function.
    await expect(listenOn(respond, { metrics: 'text' })).rejects.toThrow('metrics must be a function')
  })
})
