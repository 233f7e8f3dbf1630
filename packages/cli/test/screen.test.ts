import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { toJson } from '../src/screen.ts'
import { runCustodyHere, demoEnv } from './support/custody.ts'

const hostile = 'a\u0000\u001B[31m\u009B1m\u007F\u202Eb\u{E0001}\n'
const control = /[^\P{C}\n]/u

test.each([0, 2])('JSON has no control characters and the same value (indent %i)', (indent) => {
  const text = toJson({ [hostile]: [hostile] }, indent) ?? ''
  expect(text).not.toMatch(control)
  expect(JSON.parse(text)).toEqual({ [hostile]: [hostile] })
})

const server = createServer((request, response) => {
  const coin = { coin_net: hostile, symbol: hostile, symbol_alias: hostile, support_acceleration: true }
  const isRead = (request.url ?? '').includes('open_coin')
  const token = { code: 0, msg: hostile, data: { access_token: 'canary', expired_time: Date.now() + 60_000 } }
  const failed = { code: `7${hostile}`, msg: hostile, data: '' }
  const isToken = (request.url ?? '').includes('token')
  response.end(JSON.stringify(isToken ? token : isRead ? { open_main_chain: [coin], support_main_chain: [] } : failed))
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, server.address())
  url = `http://127.0.0.1:${port}`
})
afterAll(() => void server.close())

test.each([
  [['call', 'networks.list']],
  [['call', 'networks.list', '--raw']],
  [['call', 'networks.list', '--json', '--wire']],
  [['call', 'networks.list', '--wire']],
  [['call', 'accounts.get', 'uid=1', 'symbol=BTC']],
  [['call', 'addresses.available', 'symbol=BTC']],
  [['doctor']],
  [['doctor', '--json']],
  [['probe', '--rate', '100']],
  [['probe', '--rate', '100', '--json']],
])('a hostile service does not control the terminal of %j', async (args) => {
  const { out, err } = await runCustodyHere([...args, '--demo', 'modern', '--url', url], { env: demoEnv })
  expect(out + err).not.toBe('')
  expect(out + err).not.toMatch(control)
  expect(out + err).not.toContain('canary')
})
