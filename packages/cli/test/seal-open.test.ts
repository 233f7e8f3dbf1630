import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runCustodyHere, createFolder, startService, type Service } from './support/custody.ts'

let here: Service
beforeAll(async () => {
  here = await startService()
})
afterAll(() => here.close())

const folder = createFolder()
const profiles = ['modern', 'classic'] as const
type Name = (typeof profiles)[number]

interface SealedCall {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const sealCall = async (name: Name, ...call: readonly string[]): Promise<SealedCall> =>
  JSON.parse((await runCustodyHere(['seal', ...call, '--json', ...here.demo(name)], { env: here.env })).out)

const runOpen = (args: readonly string[], name: Name, input = '') =>
  runCustodyHere(['open', ...args, ...here.demo(name)], { env: here.env, input })

const createFile = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const send = async ({ method, url, headers, body }: SealedCall): Promise<string> =>
  (await fetch(url, { method, headers, ...(body !== undefined && { body }) })).text()

describe.each(profiles)('under %s', (name) => {
  test('the platform opens a query that the merchant sealed', async () => {
    const { url } = await sealCall(name, 'accounts.get', 'uid=7', 'symbol=BTC')
    const { code, out } = await runOpen(['accounts.get', '--as', 'platform', '--json'], name, url)
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ operation: 'getAccount', parameters: { uid: 7, symbol: 'BTC' } }),
    ])
  })

  test('the platform opens an envelope that the merchant sealed', async () => {
    const { body = '' } = await sealCall(name, 'addresses.available', 'symbol=BTC')
    const { code, out } = await runOpen(
      ['addresses.available', createFile(`${name}.json`, body), '--as', 'platform'],
      name,
    )
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        operation: 'countAvailableAddresses',
        appId: `demo-${name}`,
        assurance: 'signature',
        parameters: { symbol: 'BTC' },
      },
    ])
  })

  test('the merchant opens the response of the service', async () => {
    const request = await sealCall(name, 'addresses.available', 'symbol=BTC')
    const response = await send(request)
    const files = [
      createFile(`${name}-response.json`, response),
      '--request',
      createFile(`${name}-request.json`, request.body ?? ''),
    ]
    const { code, out } = await runOpen(['addresses.available', ...files, '--json'], name)
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        response: { code: 0, msg: 'success', data: { symbol: 'BTC', count: expect.any(Number) } },
        assurance: 'signature',
      },
    ])
  })

  test('a changed message is rejected with the reason, without its content', async () => {
    const { body = '' } = await sealCall(name, 'addresses.available', 'symbol=BTC')
    const sign = /"sign":"([^"]+)"/.exec(body)?.[1] ?? ''
    const end = sign.endsWith('AAAA') ? 'BBBB' : 'AAAA'
    const altered = body.replace(sign, `${sign.slice(0, -4)}${end}`)
    const { code, out, err } = await runOpen(['addresses.available', '--as', 'platform'], name, altered)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^The message is rejected \((signature|encoding)\): .*custody detect/)
  })
})

test('a call with a wrong parameter is not sealed, and the error has the next step', async () => {
  const { err } = await runCustodyHere(['seal', 'accounts.get', 'uid=x', 'symbol=BTC', ...here.demo('modern')], {
    env: here.env,
  })
  expect(err).toMatch(/break a rule\. \/uid must be an integer\. custody call lists the parameters\.$/m)
})

describe('a message is not opened:', () => {
  test.each([
    ['text', [], 2, 'The message is not a sealed request or response.'],
    ['http://[bad?data=1', [], 2, 'The message is not a sealed request or response.'],
    ['{"app_id":"demo-modern"}', [], 1, 'The message is rejected'],
    ['?app_id=demo-modern', [], 1, 'The message is rejected'],
    ['{"code":0,"msg":"success","data":"a","sign":"b"}', [], 2, 'Give the body of the request with --request FILE.'],
    ['{}', ['--as', 'bank'], 2, '--as must be merchant, or platform with --demo'],
  ])('%s %j', async (text, args, expected, message) => {
    const { code, out, err } = await runOpen(['addresses.available', ...args], 'modern', text)
    expect([code === 0, out]).toEqual([false, ''])
    expect([code, err]).toEqual([expected, expect.stringContaining(message)])
  })
})

test.each([
  ['without --json', []],
  ['with --curl', ['--curl']],
])('%s, seal prints a curl command', async (_what, options) => {
  const args = ['seal', 'networks.list', ...options, ...here.demo('classic')]
  const { code, out } = await runCustodyHere(args, { env: here.env })
  expect(code).toBe(0)
  expect(out).toMatch(/^curl 'http:\/\/127\.0\.0\.1:\d+\/api\/mpc\/wallet\/open_coin\?app_id=demo-classic&data=/)
})

test('seal prints either a curl command or its parts', async () => {
  const { code, err } = await runCustodyHere(['seal', 'networks.list', '--curl', '--json', '--demo', 'classic'])
  expect([code, err]).toEqual([2, expect.stringContaining('--curl and --json exclude each other')])
})
