import { describe, expect, test } from 'vitest'

import { appIds, createClient, createTestSandbox, start } from '../support/sandbox.ts'

describe.each(appIds)('the log of requests of %s', (appId) => {
  test('shows a sealed call with its decrypted content', async () => {
    const sandbox = await createTestSandbox()
    const custody = createClient(sandbox, appId)
    await custody.addresses.register({ symbol: 'BTC', addresses: ['a1'], memo: false })
    await custody.addresses.available({ symbol: 'BTC' })
    const logged = await sandbox.control.requests.list()
    const calls = logged.filter(({ operation }) => operation !== 'getToken')
    expect(calls.toReversed()).toEqual([
      {
        id: expect.any(Number),
        requestId: expect.stringMatching(/^[\w-]{36}$/),
        outcome: 'accepted',
        time: start,
        view: 'wire',
        appId,
        operation: 'registerAddresses',
        status: 200,
        code: '0',
        duration: expect.any(Number),
        request: { method: 'POST', path: '/api/v1/address/register', query: '', body: expect.any(String) },
        parameters: { symbol: 'BTC', addresses: ['a1'], memo: false },
        response: { code: 0, msg: 'success' },
        sealedResponse: expect.any(String),
      },
      expect.objectContaining({
        operation: 'countAvailableAddresses',
        response: { code: 0, msg: 'success', data: { symbol: 'BTC', count: 1 } },
      }),
    ])
    const push = calls.at(-1)
    const body: unknown = JSON.parse(push?.request.body ?? '')
    expect(body).toMatchObject({ app_id: appId, data: expect.any(String) })
  })

  test('never contains credentials', async () => {
    const sandbox = await createTestSandbox()
    const { client } = sandbox.merchant(appId)
    await createClient(sandbox, appId).deposits.sync({ max_id: '0' })
    const token = await requestToken(sandbox, client.apiKey)
    const text = JSON.stringify(await sandbox.control.requests.list())
    expect(token.length).toBeGreaterThan(20)
    for (const secret of [client.apiKey, token, 'PRIVATE KEY']) expect(text).not.toContain(secret)
  })
})

async function requestToken(sandbox: Awaited<ReturnType<typeof createTestSandbox>>, key: string): Promise<string> {
  const headers = { 'api-key': key, timestamp: `${sandbox.control.time.now()}` }
  const response = await sandbox.wire(new Request('http://s/open-api/v1/merchant/token', { headers }))
  const { data }: { data: { access_token: string } } = await response.json()
  return data.access_token
}

describe('the log of requests', () => {
  const createPlainRequest = (path: string, body?: object) =>
    new Request(`http://s${path}`, {
      headers: { 'content-type': 'application/json', authorization: 'Bearer canary', 'api-key': 'canary' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })

  test('lists matching requests, the newest first', async () => {
    const sandbox = await createTestSandbox()
    const { requests } = sandbox.control
    await sandbox.plain(createPlainRequest('/api/v2/user/info?email=a@shop.example'))
    await createClient(sandbox, 'demo-classic').deposits.sync({ max_id: '0' })
    await sandbox.plain(createPlainRequest('/api/v2/nothing'))
    const all = await requests.list()
    const listIds = (found: typeof all) => found.map(({ id }) => id)
    expect(listIds(all)).toEqual([3, 2, 1])
    expect(listIds(await requests.list({ before: 3, limit: 1 }))).toEqual([2])
    expect(await requests.list({ outcome: 'rejected' })).toMatchObject([{ operation: 'findUser' }])
    expect(await requests.list({ outcome: 'unread' })).toMatchObject([
      { request: { path: '/api/v2/nothing' }, response: { status: 404 } },
    ])
    expect(await requests.list({ operation: 'syncDeposits' })).toMatchObject([{ appId: 'demo-classic' }])
    expect(await requests.list({ appId: 'demo-modern', outcome: 'accepted' })).toEqual([])
    const [last] = all
    expect(await requests.list({ requestId: last?.requestId })).toEqual([last])
  })

  test('shows a plain call and a rejection', async () => {
    const sandbox = await createTestSandbox()
    await sandbox.plain(createPlainRequest('/api/v2/user/info?email=a@shop.example'))
    expect(await sandbox.control.requests.list()).toMatchObject([
      {
        id: 1,
        view: 'plain',
        operation: 'findUser',
        code: '110065',
        request: { method: 'GET', path: '/api/v2/user/info', query: 'email=a@shop.example', body: '' },
        parameters: { email: 'a@shop.example' },
        response: { code: '110065', msg: expect.stringContaining('user-exists') },
      },
    ])
    expect(JSON.stringify(await sandbox.control.requests.list())).not.toContain('canary')
  })

  test('shows why a message was rejected', async () => {
    const sandbox = await createTestSandbox()
    const body = { app_id: 'demo-modern', time: start, data: 'x', sign: 'y' }
    await sandbox.wire(createPlainRequest('/api/v1/address/available', body))
    const [entry] = await sandbox.control.requests.list()
    expect(entry).toMatchObject({ view: 'wire', request: { body: JSON.stringify(body) } })
    expect(entry?.rejection).toEqual(expect.any(String))
    expect(entry).not.toHaveProperty('parameters')
  })

  test('shows invalid parameters by their status', async () => {
    const sandbox = await createTestSandbox()
    await sandbox.plain(createPlainRequest('/api/v2/user/info?emial=a'))
    expect(await sandbox.control.requests.list()).toMatchObject([{ status: 422, request: { query: 'emial=a' } }])
  })

  test('keeps the first 64 KB of a body', async () => {
    const sandbox = await createTestSandbox()
    await sandbox.plain(
      createPlainRequest('/api/v1/address/available', {
        symbol: 'x'.repeat(60_000),
        more: 'y'.repeat(60_000),
      }),
    )
    const [entry] = await sandbox.control.requests.list()
    expect(entry?.request.body).toHaveLength(65_536)
  })

  test('keeps the last 1,000 requests and lists them in pages', async () => {
    const sandbox = await createTestSandbox()
    for (let at = 0; at < 1010; at += 1)
      await sandbox.plain(createPlainRequest('/api/v2/user/info?email=a@shop.example'))
    const listPageIds = async (page: { before?: number; limit?: number }) =>
      (await sandbox.control.requests.list(page)).map(({ id }) => id)
    expect(await listPageIds({ limit: 2 })).toEqual([1010, 1009])
    expect(await listPageIds({ before: 13 })).toEqual([12, 11])
    expect(await listPageIds({ before: 11 })).toEqual([])
    expect(await listPageIds({})).toHaveLength(100)
    expect(await listPageIds({ limit: 1000 })).toHaveLength(1000)
  })

  test('keeps the last 16 MB of bodies', async () => {
    const sandbox = await createTestSandbox()
    const symbol = 'x'.repeat(250 * 1024)
    for (let at = 0; at < 70; at += 1) await sandbox.plain(createPlainRequest('/api/v1/address/available', { symbol }))
    const kept = await sandbox.control.requests.list()
    expect(kept).toHaveLength(65)
    expect(kept[0]).toMatchObject({ id: 70 })
  })

  test('keeps responses with the last 10,000 records', async () => {
    const sandbox = await createTestSandbox()
    const custody = createClient(sandbox)
    await custody.addresses.register({ symbol: 'BTC', addresses: ['a1'], memo: false })
    const { uid } = await sandbox.control.users.create({})
    await custody.accounts.get({ uid, symbol: 'BTC' })
    for (let at = 0; at < 100; at += 1) await sandbox.control.chain.pay({ symbol: 'BTC', to: 'a1', amount: '0.5' })
    for (let at = 0; at < 105; at += 1)
      await sandbox.plain(createPlainRequest('/api/v2/billing/syncDepositList?max_id=0'))
    const lists = (await sandbox.control.requests.list({ limit: 1000 })).filter(
      ({ operation }) => operation === 'syncDeposits',
    )
    expect(lists.filter((entry) => 'response' in entry)).toHaveLength(100)
    expect(lists[0]).toHaveProperty('response')
  })

  test.each([{ before: -1 }, { limit: 1.5 }])('rejects the page %j', async (page) => {
    const sandbox = await createTestSandbox()
    await expect(sandbox.control.requests.list(page)).rejects.toThrow(/^(before|limit) must be/)
  })
})

describe('a duplicate', () => {
  const deposit = {
    symbol: 'BTC',
    txid: 't1',
    address_from: 'f1',
    address_to: 'a1',
    amount: '0.5',
    confirm: 1,
    status: 1,
    request_id: 'r1',
    balance: '0.5',
  }
  const push = { symbol: 'BTC', addresses: ['a1', 'a2'], memo: false }

  /** Sends notifications and pushes in order, and returns the mark of the last one. */
  async function getDuplicateKindAfter(
    path: string,
    bodies: readonly object[],
    between = async (_s: TestSandbox) => {},
  ) {
    const sandbox = await createTestSandbox()
    await sandbox.plain(createRequest('/api/v1/address/register', { ...push, addresses: ['a1'] }))
    const { uid } = await sandbox.control.users.create({})
    await sandbox.plain(new Request(`http://s/api/v2/account/getByUidAndSymbol?uid=${uid}&symbol=BTC`))
    for (const [at, body] of bodies.entries()) {
      if (at > 0) await between(sandbox)
      await sandbox.plain(createRequest(path, body))
    }
    const [last] = await sandbox.control.requests.list()
    expect(last?.status).toBe(200)
    return last?.repeat
  }
  type TestSandbox = Awaited<ReturnType<typeof createTestSandbox>>
  const createRequest = (path: string, body: object) =>
    new Request(`http://s${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test.each<[string, readonly object[], string | undefined]>([
    ['a first notification', [deposit], undefined],
    ['another deposit', [deposit, { ...deposit, request_id: 'r2', txid: 't2' }], undefined],
    ['an equal notification', [deposit, deposit], 'identical'],
    ['a larger amount', [deposit, { ...deposit, amount: '0.6' }], 'difference'],
    ['more confirmations', [deposit, { ...deposit, confirm: 5 }], 'difference'],
    ['a smaller amount', [deposit, { ...deposit, amount: '0.4' }], 'conflict'],
    ['another transaction', [deposit, { ...deposit, txid: 't2' }], 'conflict'],
    ['a first one that was rejected', [{ ...deposit, address_to: 'a9' }, deposit], undefined],
  ])('of a deposit notification is marked for %s', async (_name, bodies, mark) => {
    expect(await getDuplicateKindAfter('/api/v1/deposit/notify', bodies)).toBe(mark)
  })

  test.each<[string, readonly object[], string | undefined]>([
    ['other addresses', [push, { ...push, addresses: ['a3'] }], undefined],
    ['an equal push', [push, push], 'identical'],
    ['some known addresses', [push, { ...push, addresses: ['a2', 'a3'] }], 'difference'],
    ['the memo of another kind of coin', [push, { ...push, memo: true, addresses: ['a2'] }], 'conflict'],
  ])('of an address push is marked for %s', async (_name, bodies, mark) => {
    expect(await getDuplicateKindAfter('/api/v1/address/register', bodies)).toBe(mark)
  })

  test('is not marked after a reset, because the first one is undone', async () => {
    expect(
      await getDuplicateKindAfter('/api/v1/address/register', [push, push], (sandbox) => sandbox.control.reset()),
    ).toBe(undefined)
  })
})
