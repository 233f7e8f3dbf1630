// What the program writes to its log, in both formats.
import { describe, expect, onTestFinished, test } from 'vitest'

import { run } from '../src/cli/run.ts'
import { account, consume, merchants, withBody } from './support.ts'
import { createTerminal, free, runCommand } from './terminal.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'request-of-test' }

/** Starts the mocks, and returns their output after the start. */
async function startLogging(options: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { out, err, terminal, stop } = createTerminal('', env)
  const exit = run([...free, ...options], terminal)
  const end = async (): Promise<void> => {
    stop()
    await exit
  }
  onTestFinished(end)
  await expect.poll(() => out.length, { interval: 5 }).toBeGreaterThan(0)
  const [started = ''] = out
  const [plain = '', wire = ''] = started.match(/http:\/\/[\w.]+:\d+/g) ?? []
  return { started, plain, wire, end, readLines: () => [...out.slice(1), ...err] }
}

test('a line of JSON has the facts of its call', async () => {
  const { plain, wire, started, readLines } = await startLogging([], { CUSTODY_LOG: 'json' })
  const facts = { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/) }
  expect(JSON.parse(started)).toEqual({ ...facts, event: 'started', plain, wire, credentials: expect.any(String) })
  await fetch(`${plain}${account}`, { headers })
  const { path, query } = await merchants.modern.sealRequest('getAccount', { uid: 10_042, symbol: 'BTC' })
  await fetch(`${wire}${path}?${query}`, { headers })
  await fetch(`${wire}/open-api/v1/merchant/token`, { headers })
  const call = {
    ...facts,
    event: 'call',
    status: 200,
    duration: expect.any(Number),
    request_id: 'request-of-test',
    trace_id: traceId,
  }
  expect(readLines().map((line) => JSON.parse(line))).toEqual([
    { ...call, view: 'plain', operation: 'getAccount', code: '0' },
    { ...call, view: 'wire', operation: 'getAccount', code: '0', app_id: 'demo-modern' },
    { ...call, view: 'wire', operation: 'getToken', code: '1002' },
  ])
})

describe.each(['json', 'text'])('the log in %s', (format) => {
  test('has no contents, personal data, credentials or control characters', async () => {
    const { plain, wire, end, readLines } = await startLogging(['--log', format])
    const canary = 'canary@shop.example'
    await fetch(`${plain}/api/v2/user/info?email=${canary}%1b[2J`, { headers: { 'api-key': canary, 'app-id': canary } })
    await fetch(`${plain}/canary/%1b?canary`, { headers: { 'x-request-id': canary, traceparent: canary } })
    await fetch(`${plain}${consume}`, withBody('{"symbol":"canary'))
    await fetch(`${plain}${account}`, { headers: { prefer: 'example=canary' } })
    await fetch(`${wire}/api/mpc/wallet/open_coin?app_id=canary%1b&data=canary`)
    await fetch(`${wire}/api/mpc/wallet/open_coin?app_id=demo-modern&data=canary.b`)
    await fetch(`${wire}/open-api/v1/merchant/token`, { headers: { 'api-key': canary, timestamp: canary } })
    await end()
    const lines = readLines()
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => /canary|\p{C}/u.test(line))).toEqual([])
  })
})

test('the log in JSON has the rejections and the end of the program', async () => {
  const { wire, end, readLines } = await startLogging(['--log', 'json'])
  await fetch(`${wire}/api/mpc/wallet/open_coin?app_id=demo-modern&data=a.b`)
  await end()
  const lines = readLines().map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { event: 'rejected', level: 'warn', operation: 'listNetworks' },
    { event: 'call', view: 'wire' },
    { event: 'stopping' },
    { event: 'stopped' },
  ])
})

test.each([
  [['--log', 'xml'], {}, '--log must be text or json, not xml.'],
  [[], { CUSTODY_LOG: 'JSON' }, 'CUSTODY_LOG must be text or json, not JSON.'],
  [['--drain', '-1'], {}, '--drain needs a value.'],
  [['--drain', '600001'], {}, '--drain is "600001", but must be an integer from 0 to 600000.'],
  [[], { CUSTODY_DRAIN: '5s' }, 'CUSTODY_DRAIN is "5s", but must be an integer from 0 to 600000.'],
])('%j with %j starts nothing', async (options, env, message) => {
  const { code, err } = await runCommand([...free, ...options], '', env)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})
