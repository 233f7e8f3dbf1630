import { once } from 'node:events'
import { createServer } from 'node:http'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findClosedPort, runCustodyHere, type Service, startService } from './support/custody.ts'

let here: Service
beforeAll(async () => {
  here = await startService()
})
afterAll(() => here.close())

const runConsole = (args: readonly string[] = [], env = here.env) => runCustodyHere(['console', ...args], { env })

describe('custody console', () => {
  test('prints a link that opens the console once', async () => {
    const { code, out } = await runConsole()
    const [link = '', hint] = out.split('\n')
    expect([code, hint]).toEqual([0, 'Open this link in a browser. It works once, within 60 seconds.'])
    const open = () => fetch(link, { redirect: 'manual', headers: { 'sec-fetch-site': 'none' } })
    const first = await open()
    expect([first.status, first.headers.get('location')]).toEqual([303, '/console/'])
    expect((await open()).status).toBe(401)
  })

  test('prints the link as JSON, at the address of the control port that was given', async () => {
    const control = here.servers.control.url.replace('127.0.0.1', 'localhost')
    const { code, out } = await runConsole(['--json', '--control', control])
    const { url }: { url: string } = JSON.parse(out)
    expect([code, url]).toEqual([0, expect.stringContaining(`${control}/console/enter?ticket=`)])
  })

  test('says what to do without a sandbox', async () => {
    const url = await findClosedPort()
    const { code, err } = await runConsole(['--control', url])
    expect([code, err]).toEqual([
      1,
      `No sandbox responds at ${url}. Start one with custody sandbox, or set --control to its URL.\n`,
    ])
  })

  test('says what to do if the token is wrong', async () => {
    const { code, err } = await runConsole([], { ...here.env, CUSTODY_CONTROL_TOKEN: 'another-token-of-16' })
    expect([code, err]).toEqual([
      1,
      '/tickets/create failed: the sandbox rejects the token. Set CUSTODY_CONTROL_TOKEN to the token that it prints when it starts.\n',
    ])
  })

  test('says what to do if the address is another port', async () => {
    const { code, err } = await runConsole(['--control', here.servers.plain.url], here.env)
    expect([code, err]).toEqual([
      1,
      '/tickets/create failed: There is no call at /tickets/create. Set --control to the control port, the third address that the sandbox prints.\n',
    ])
  })

  test('prints no link to another host', async () => {
    const port = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"url":"x:@evil.example/console/enter?ticket=1"}'),
    ).listen(0, '127.0.0.1')
    await once(port, 'listening')
    const address = port.address()
    const control = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const { code, out, err } = await runConsole(['--control', control])
    port.close()
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('which is no link to a console')])
  })
})
