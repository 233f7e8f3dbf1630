import { describe, expect, onTestFinished, test } from 'vitest'

import { controlCalls } from '../../src/generated/calls.ts'
import { createControlRequest, listenForTest, token } from '../support/control.ts'
import { getStatusWith } from '../support/hosts.ts'
import { createClient, createTestSandbox, start } from '../support/sandbox.ts'

describe('the control port', () => {
  test('does the same as control in this process', async () => {
    const sandbox = await createTestSandbox()
    const call = await createControlRequest(sandbox)
    const custody = createClient(sandbox)
    await custody.addresses.register({ symbol: 'BTC', addresses: ['a1'], memo: false })
    const user: { uid: number } = await (await call('/users/create', { email: 'a@shop.example' })).json()
    await custody.accounts.get({ uid: user.uid, symbol: 'BTC' })
    const paid = await call('/chain/pay', { symbol: 'BTC', to: 'a1', amount: '0.5' })
    expect(await paid.json()).toEqual({ txid: expect.stringMatching(/^[0-9a-f]{64}$/), deposit: 1 })
    const mined = await call('/chain/mine', { blocks: 3, network: 'Bitcoin' })
    expect([mined.status, await mined.json()]).toEqual([200, [{ network: 'Bitcoin', height: 900_003 }]])
    expect(await sandbox.control.chain.mine()).toEqual(
      (await sandbox.control.networks.list()).map(({ name, height }) => ({ network: name, height })),
    )
    const explained = await call(`/balances/explain?uid=${user.uid}&symbol=BTC`)
    expect(await explained.json()).toMatchObject({ available: '0.5', locked: '0' })
  })

  test('moves the clock', async () => {
    const call = await createControlRequest(await createTestSandbox())
    expect(await (await call('/time/now')).json()).toEqual({ time: start })
    expect(await (await call('/time/advance', { duration: '1h' })).json()).toEqual({
      time: start + 3_600_000,
    })
    expect(await (await call('/time/advance', { duration: 5 })).json()).toEqual({ time: start + 3_600_005 })
    expect(await (await call('/time/set', { time: start + 4_000_000 })).json()).toEqual({
      time: start + 4_000_000,
    })
    expect(await (await call('/time/freeze', {})).json()).toEqual({ time: start + 4_000_000 })
    expect(await (await call('/time/unfreeze', {})).json()).toEqual({ time: start + 4_000_000 })
    expect(await (await call('/time/runUntilIdle', { limit: 5 })).json()).toEqual({
      timers: 0,
      stopped: false,
      waiting: {},
      failed: [],
    })
  })

  test('accepts a call without a body if it has no parameters', async () => {
    const { control } = await listenForTest(await createTestSandbox())
    const postTo = (path: string) =>
      fetch(control.url + path, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    expect((await postTo('/chain/mine')).status).toBe(200)
    expect((await postTo('/reset')).status).toBe(204)
    expect((await postTo('/chain/pay')).status).toBe(415)
  })

  test('returns and restores snapshots as bytes', async () => {
    const sandbox = await createTestSandbox()
    const call = await createControlRequest(sandbox)
    await call('/users/create', { email: 'a@shop.example' })
    const taken = await call('/snapshot')
    expect(taken.headers.get('content-type')).toBe('application/octet-stream')
    const snapshot = new Uint8Array(await taken.arrayBuffer())
    await call('/reset', {})
    const custody = createClient(sandbox)
    const findCalls = () =>
      custody.users.find({ email: 'a@shop.example' }).then(
        ({ uid }) => uid,
        () => 'none',
      )
    expect(await findCalls()).toBe('none')
    expect((await call('/restore', snapshot)).status).toBe(204)
    expect(await findCalls()).toBe(10_003)
  })

  test('listens on this machine even if the other ports listen on all addresses', async () => {
    const { plain, control } = await listenForTest(await createTestSandbox(), { host: '0.0.0.0' })
    expect([plain.host, control.host]).toEqual(['0.0.0.0', '127.0.0.1'])
  })

  test('listens for other machines only with a token of the caller', async () => {
    const sandbox = await createTestSandbox()
    await expect(sandbox.listen({ controlHost: '0.0.0.0' })).rejects.toThrow(
      'Other machines can reach the control port on 0.0.0.0: set controlToken to at least 16 letters',
    )
    const { control } = await listenForTest(sandbox, { controlHost: '0.0.0.0' })
    expect(control.host).toBe('0.0.0.0')
  })

  test.each([
    ['sandbox', 200],
    ['sandbox.evil.example', 421],
  ])('with an allowed name responds at %s with HTTP %s', async (host, status) => {
    const { control } = await listenForTest(await createTestSandbox(), { allowedHosts: ['sandbox'] })
    expect(await getStatusWith(`${control.url}/calls/list`, { authorization: `Bearer ${token}`, host })).toBe(status)
  })

  test('has a new token at each start', async () => {
    const sandbox = await createTestSandbox()
    const [one, other] = await Promise.all([sandbox.listen(), sandbox.listen()])
    onTestFinished(() => Promise.all([one.close(), other.close()]).then(() => undefined))
    expect(one.controlToken).toMatch(/^[\w-]{43}$/)
    expect(other.controlToken).not.toBe(one.controlToken)
  })

  test.each(['short', 'has spaces in a long text', ''])('rejects the token "%s"', async (controlToken) => {
    const sandbox = await createTestSandbox()
    await expect(sandbox.listen({ controlToken })).rejects.toThrow('at least 16 letters')
  })

  test('rejects a docsUrl that is no address', async () => {
    const sandbox = await createTestSandbox()
    await expect(sandbox.listen({ docsUrl: 'docs' })).rejects.toThrow('docsUrl must be an http or https address')
  })
})

describe('a request without the token or from a web page', () => {
  test.each<[string, number, Record<string, string>]>([
    ['has no token', 401, {}],
    ['has another token', 401, { authorization: 'Bearer another-token-of-the-tests' }],
    ['has the start of the token', 401, { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['has the token in another scheme', 401, { authorization: `Basic ${token}` }],
    ['comes from a page', 403, { authorization: `Bearer ${token}`, origin: 'https://page.example' }],
    ['comes from a page of this machine', 403, { authorization: `Bearer ${token}`, origin: 'http://127.0.0.1' }],
    ['comes from a page without origin', 403, { authorization: `Bearer ${token}`, origin: 'null' }],
    ['has a name of another machine', 421, { authorization: `Bearer ${token}`, host: 'rebound.example' }],
    ['has a host name that begins like ours', 421, { authorization: `Bearer ${token}`, host: '127.0.0.1.example' }],
  ])('is rejected if it %s', async (_name, status, headers) => {
    const sandbox = await createTestSandbox()
    const { control } = await listenForTest(sandbox)
    const url = new URL(control.url)
    // `fetch` would replace the header Host.
    const { request } = await import('node:http')
    for (const [method, path] of everyCall) {
      const controlResponse = await new Promise<{ status: number | undefined; headers: object }>((resolve, reject) => {
        const body = method === 'POST' ? '{}' : undefined
        const sent = { ...headers, ...(body && { 'content-type': 'application/json' }) }
        request({ host: url.hostname, port: url.port, method, path, headers: sent, agent: false }, (response) => {
          response.resume()
          resolve({ status: response.statusCode, headers: response.headers })
        })
          .on('error', reject)
          .end(body)
      })
      expect([path, controlResponse.status]).toEqual([path, status])
      expect(Object.keys(controlResponse.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    expect(sandbox.control.time.now()).toBe(start)
  })

  const everyCall = [
    ...Object.values(controlCalls).map(({ method, path }) => [method, path] as const),
    ['OPTIONS', '/reset'] as const,
    ['GET', '/unknown'] as const,
  ]

  test('never gets CORS headers, even with the token', async () => {
    const { control } = await listenForTest(await createTestSandbox())
    const headers = { authorization: `Bearer ${token}` }
    const responses = await Promise.all([
      fetch(`${control.url}/calls/list`, { headers }),
      fetch(`${control.url}/calls/list`, { headers, method: 'OPTIONS' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 405])
    for (const { headers } of responses)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('an error of the caller', () => {
  test.each<[string, number, string, string, object | undefined]>([
    ['an unknown path', 404, 'Did you mean /chain/mine?', '/chain/mines', {}],
    [
      'an unknown path',
      404,
      'There is no call at /nothing/like/it. For a list of all calls, see the page "The sandbox and the real service"',
      '/nothing/like/it',
      undefined,
    ],
    ['another method', 405, '/reset accepts POST, not GET.', '/reset', undefined],
    ['a missing parameter', 422, 'to is missing', '/chain/pay', { symbol: 'BTC', amount: '1' }],
    ['a misspelt parameter', 422, 'did you mean amount?', '/chain/pay', { symbol: 'BTC', to: 'a', ammount: '1' }],
    [
      'an amount that is not a decimal',
      422,
      'must be an exact decimal',
      '/chain/pay',
      { symbol: 'BTC', to: 'a', amount: '1e3' },
    ],
    [
      'too many decimal places',
      422,
      'the coin allows 8',
      '/chain/pay',
      { symbol: 'BTC', to: 'a', amount: '0.123456789' },
    ],
    ['an amount of 0', 422, 'must be more than 0, not 0', '/chain/pay', { symbol: 'BTC', to: 'a', amount: '0' }],
    [
      'an amount beyond the limit',
      422,
      'is too large: the limit is',
      '/chain/pay',
      { symbol: 'BTC', to: 'a', amount: '9'.repeat(36) },
    ],
    ['an unknown coin', 404, 'There is no coin DOGE', '/chain/pay', { symbol: 'DOGE', to: 'a', amount: '1' }],
    ['an unknown network', 404, 'There is no network', '/chain/mine', { network: 'Bitcoinn' }],
    ['no blocks', 422, 'blocks must be an integer from 1', '/chain/mine', { blocks: 0 }],
    ['a wrong duration', 422, 'duration must', '/time/advance', { duration: '1 hour' }],
    ['a time in the past', 409, 'only moves forward', '/time/set', { time: start - 1 }],
    ['an unknown merchant', 404, 'There is no merchant shop', '/users/create', { appId: 'shop' }],
    ['a merchant that exists', 409, 'already', '/merchants/create', { appId: 'demo-modern', profile: 'modern' }],
    [
      'a wrong address range',
      422,
      'not 10.0.0.0/33',
      '/merchants/update',
      { appId: 'demo-modern', addresses: ['10.0.0.0/33'] },
    ],
    ['a broken snapshot', 422, 'take a new one', '/restore', new Uint8Array(200)],
    ['a snapshot as JSON', 415, 'Content-Type: application/octet-stream', '/restore', {}],
    ['an unknown user', 404, 'demo-modern has no user 9', '/balances/explain?uid=9&symbol=BTC', undefined],
    [
      'a query with a text for a number',
      422,
      'uid must be an integer',
      '/balances/explain?uid=a&symbol=BTC',
      undefined,
    ],
  ])('is reported for %s', async (_name, status, text, path, body) => {
    const errors: unknown[] = []
    const call = await createControlRequest(await createTestSandbox({ onError: (error) => errors.push(error) }))
    const controlResponse = await call(path, body)
    expect(controlResponse.headers.get('content-type')).toBe('application/problem+json')
    const { detail, status: told }: { detail: string; status: number } = await controlResponse.json()
    expect([controlResponse.status, told, detail]).toEqual([status, status, expect.stringContaining(text)])
    expect(errors).toEqual([])
  })

  test('differs from an internal error, whose cause only the operator sees', async () => {
    const errors: unknown[] = []
    const sandbox = await createTestSandbox({ onError: (error) => errors.push(error) })
    const call = await createControlRequest(sandbox)
    await sandbox.close()
    const controlResponse = await call('/users/create', { email: 'a@shop.example' })
    expect([controlResponse.status, errors.length]).toEqual([500, 1])
    expect(await controlResponse.text()).not.toContain('a@shop.example')
  })
})
