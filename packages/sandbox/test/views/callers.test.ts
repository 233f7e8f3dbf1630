// Web pages of other sites cannot change the sandbox through the plain port.
import { request } from 'node:http'

import { operations } from '@custody-wallet/types/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Sandbox, SandboxListenOptions } from '../../src/index.ts'
import { listenForTest } from '../support/control.ts'
import { readData } from '../support/rows.ts'
import { createTestSandbox, createUnclosedSandbox, useSharedSandbox } from '../support/sandbox.ts'

type Headers = Readonly<Record<string, string>>

interface SentRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: Headers
  readonly body?: string
}

interface ReceivedResponse {
  readonly status: number
  readonly detail: string
  readonly cors: readonly string[]
}

/** Sends headers that `fetch` would replace. */
const sendTo = (
  url: string,
  { method = 'GET', path = account, headers = {}, body }: SentRequest,
): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url)
    request({ host, port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => {
        const { detail = '' } = text.startsWith('{') ? JSON.parse(text) : {}
        const cors = Object.keys(response.headers).filter((name) => name.startsWith('access-control'))
        resolve({ status: response.statusCode ?? 0, detail, cors })
      })
    })
      .on('error', reject)
      .end(body)
  })

const account = `${operations.getAccount.path}?uid=10001&symbol=BTC`
const evil = 'https://evil.example'

/** Calls of a sandbox with free addresses, which `getAccount` may assign. */
async function serveSandbox(options: SandboxListenOptions = {}): Promise<{
  readonly sandbox: Sandbox
  readonly send: (sent: SentRequest) => Promise<ReceivedResponse>
}> {
  const sandbox = await createTestSandbox()
  await sandbox.control.addresses.generate({ symbol: 'BTC', count: 2 })
  const { plain } = await listenForTest(sandbox, options)
  return { sandbox, send: (sent) => sendTo(plain.url, sent) }
}

const json = { 'content-type': 'application/json' }

const changing: Readonly<Record<string, SentRequest>> = {
  cancelWithdrawal: {
    method: 'POST',
    path: operations.cancelWithdrawal.path,
    body: '{"trans_id":"1","request_id":"r1"}',
  },
  getAccount: {},
  'getAccount by HEAD': { method: 'HEAD' },
  'getAccount with a fault': { headers: { prefer: 'fault=lost' } },
  notifyDeposit: { method: 'POST', path: operations.notifyDeposit.path, body: '{}' },
  notifyInternal: { method: 'POST', path: operations.notifyInternal.path, body: '{}' },
  registerAddresses: {
    method: 'POST',
    path: operations.registerAddresses.path,
    body: '{"symbol":"BTC","addresses":["of-a-page"],"memo":false}',
  },
}

describe('a page of any website changes nothing', () => {
  test.each(Object.entries(changing))('by %s', async (_name, sent) => {
    const { sandbox, send } = await serveSandbox()
    const before = await readData(sandbox)
    const foreign: readonly Headers[] = [
      { origin: evil },
      { origin: 'null' },
      { origin: evil, 'sec-fetch-site': 'same-origin' },
      // Images, frames and links send GET without Origin.
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const all = { ...(sent.method === 'POST' && json), ...sent.headers, ...headers }
      const { status } = await send({ ...sent, headers: all })
      expect([headers, status]).toEqual([headers, 403])
    }
    expect(await readData(sandbox)).toEqual(before)
  })

  test('and uses up no fault', async () => {
    const { sandbox, send } = await serveSandbox()
    await sandbox.control.faults.add({ kind: 'status', status: 503, times: 1 })
    expect((await send({ headers: { origin: evil } })).status).toBe(403)
    expect((await send({})).status).toBe(503)
  })

  test('by a call whose preflight is allowed only if the call is', async () => {
    const { send } = await serveSandbox()
    const requestAccount = (origin: string, method: string, path = account) =>
      send({
        method: 'OPTIONS',
        path,
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'app-id',
        },
      })
    expect(await requestAccount(evil, 'GET')).toMatchObject({ status: 403, cors: [] })
    const reads = await requestAccount(evil, 'GET', operations.findUser.path)
    expect([reads.status, reads.cors]).toEqual([204, expect.arrayContaining(['access-control-allow-origin'])])
    expect((await requestAccount('http://localhost:5173', 'GET')).status).toBe(204)
  })

  test('and reads how to allow its origin', async () => {
    const { send } = await serveSandbox()
    const { detail, cors } = await send({ headers: { origin: evil } })
    expect(detail).toBe(
      'getAccount changes the sandbox, which a page of https://evil.example may not do. Start the sandbox with --origins https://evil.example (origins of listen()) to allow it.',
    )
    expect(cors).toContain('access-control-allow-origin')
  })
})

describe('getAccount is allowed', () => {
  let send: (sent: SentRequest) => Promise<ReceivedResponse>
  let close = async (): Promise<void> => {}
  beforeAll(async () => {
    const sandbox = await createUnclosedSandbox()
    const { plain, ...servers } = await sandbox.listen({
      origins: ['https://shop.example', 'http://app.example:8080'],
      allowedHosts: ['Sandbox', 'plain.shop.example'],
    })
    send = (sent) => sendTo(plain.url, sent)
    close = async () => {
      await servers.close()
      await sandbox.close()
    }
  })
  afterAll(() => close())

  test.each<[string, Headers]>([
    ['a program', {}],
    ['a page of localhost', { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }],
    ['a page of 127.0.0.0/8', { origin: 'http://127.8.9.1:3000', 'sec-fetch-site': 'cross-site' }],
    ['a page of ::1', { origin: 'http://[::1]:3000', 'sec-fetch-site': 'cross-site' }],
    ['a page below localhost', { origin: 'https://app.localhost', 'sec-fetch-site': 'cross-site' }],
    ['a listed page', { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }],
    ['a listed page with a port', { origin: 'http://app.example:8080' }],
    ['the bar of a browser', { 'sec-fetch-site': 'none' }],
    ['its own origin', { 'sec-fetch-site': 'same-origin' }],
    ['a link of a page of this machine', { 'sec-fetch-site': 'same-site', host: 'localhost' }],
  ])('to %s', async (_name, headers) => {
    expect((await send({ headers })).status).toBe(200)
  })

  test.each<[string, Headers]>([
    ['a listed host by another scheme', { origin: 'http://shop.example' }],
    ['a listed host with another port', { origin: 'https://shop.example:8443' }],
    ['a host that begins like ours', { origin: 'http://localhost.evil.example' }],
    ['a host that ends like ours', { origin: 'http://evillocalhost' }],
    ['another scheme of this machine', { origin: 'ftp://localhost' }],
    ['a link of another host of the same site', { 'sec-fetch-site': 'same-site', host: 'plain.shop.example' }],
  ])('not to %s', async (_name, headers) => {
    expect((await send({ headers })).status).toBe(403)
  })

  test.each([
    ['127.0.0.1', 200],
    ['127.1.2.3:4020', 200],
    ['[::1]:4020', 200],
    ['localhost:4020', 200],
    ['LOCALHOST', 200],
    ['plain.localhost', 200],
    ['sandbox:4020', 200],
    ['plain.shop.example', 200],
    ['other.shop.example', 421],
    ['sandbox.evil.example', 421],
    ['127.0.0.1.evil.example', 421],
    ['192.168.1.20', 421],
  ])('at the host %s with HTTP %s', async (host, status) => {
    expect((await send({ headers: { host } })).status).toBe(status)
  })

  test('at an unknown host, with the next step in the message', async () => {
    const { detail } = await send({ headers: { host: 'rebound.example:4020', origin: evil } })
    expect(detail).toBe(
      'This port does not respond at rebound.example. Call it at 127.0.0.1 or localhost, or start the sandbox with --allowed-hosts rebound.example (allowedHosts of listen()), such as for another container.',
    )
  })
})

describe('calls that only read', () => {
  const readers = Object.values(operations).filter(({ id }) => !(id in changing))

  test.each(readers.map(({ id, method, path }) => ({ id, method, path })))(
    '$id is allowed for every page and changes nothing',
    async ({ method, path }) => {
      const { sandbox, send } = await serveSandbox()
      const before = await readData(sandbox)
      const post = method === 'POST' && { body: '{"symbol":"BTC"}' }
      const query = '?uid=10001&symbol=BTC&ids=1&max_id=0&email=a%40shop.example'
      const { status } = await send({
        method,
        path: path.replaceAll(/\{\w+\}/g, 'x') + (post ? '' : query),
        headers: { ...(post && json), origin: evil },
        ...post,
      })
      expect(status).not.toBe(403)
      expect(await readData(sandbox)).toEqual(before)
    },
  )
})

describe('a sandbox', () => {
  test('on all addresses accepts calls at each IP address', async () => {
    const { send } = await serveSandbox({ host: '0.0.0.0' })
    expect((await send({ headers: { host: '192.168.1.20:4020' } })).status).toBe(200)
    expect((await send({ headers: { host: 'sandbox:4020' } })).status).toBe(421)
  })

  test('in this process accepts calls at any host name', async () => {
    const { plain } = await createTestSandbox()
    expect((await plain(new Request(`http://sandbox${account}`))).status).toBe(200)
  })

  const getSandbox = useSharedSandbox()

  test.each<[SandboxListenOptions, string]>([
    [{ origins: ['shop.example'] }, 'origins must contain origins such as https://shop.example, not shop.example.'],
    [{ origins: ['https://shop.example/'] }, 'not https://shop.example/.'],
    [{ origins: ['*'] }, 'not *.'],
    [{ allowedHosts: ['https://sandbox'] }, 'allowedHosts must contain hosts without scheme and port, such as sandbox'],
    [{ allowedHosts: ['sandbox:4020'] }, 'not sandbox:4020.'],
  ])('does not start with %o', async (options, message) => {
    await expect(getSandbox().listen(options)).rejects.toThrow(message)
  })

  test('has a wire port that accepts calls at any host name', async () => {
    const { wire } = await listenForTest(await createTestSandbox())
    const receivedResponse = await sendTo(wire.url, { path: '/', headers: { host: 'sandbox:4021' } })
    expect(receivedResponse.status).toBe(200)
  })
})
