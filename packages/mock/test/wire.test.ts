import { loadDemoKeys, merchantNames, createDemoParty } from '@custody-wallet/demo'
import type { RejectionReport, SealedId } from '@custody-wallet/encryption'
import { operations } from '@custody-wallet/types/operations'
import { responses } from '@custody-wallet/types/validate'
import { describe, expect, test } from 'vitest'

import { createMock, loadDemoMerchants, type MerchantName } from '../src/index.ts'
import { demo, ids, merchants, origin, getExampleParameters, state, wire } from './support.ts'

const sealedIds = ids.filter((id): id is SealedId => id !== 'getToken')

async function sealCall(name: MerchantName, id: SealedId, headers: Record<string, string> = {}) {
  const request = await merchants[name].sealRequest<SealedId>(id, getExampleParameters(id))
  const { method, path, query, body = '' } = request
  const plain = { method, headers: { ...headers, 'content-type': 'application/json' } }
  const message =
    method === 'GET'
      ? new Request(`${origin}${path}?${query}`, { method, headers })
      : new Request(`${origin}${path}`, { ...plain, body })
  return { request, message }
}

async function sendCall(name: MerchantName, id: SealedId, headers: Record<string, string> = {}) {
  const { request, message } = await sealCall(name, id, headers)
  const bytes = new Uint8Array(await (await wire.fetch(message)).arrayBuffer())
  return merchants[name].openResponse(request, bytes)
}

describe.each(merchantNames)('the demo merchant of %s', (name) => {
  test.each(sealedIds)('gets a sealed response of %s that fits the contract', async (id) => {
    const { response: content } = await sendCall(name, id)
    expect(responses[id](content)).toBe(true)
  })

  test('chooses responses by the Prefer header', async () => {
    expect((await sendCall(name, 'getAccount', { prefer: 'example=empty' })).response).toMatchObject({
      data: { normal_balance: '0' },
    })
    expect((await sendCall(name, 'listNetworks', { prefer: 'code=200005' })).response).toMatchObject({
      code: '200005',
    })
  })

  test('gets generated responses, sealed', async () => {
    expect(
      responses.pullWithdrawals((await sendCall(name, 'pullWithdrawals', { prefer: 'dynamic=true' })).response),
    ).toBe(true)
  })

  test('gets an HTTP failure if it asks for one', async () => {
    const { message } = await sealCall(name, 'getAccount', { prefer: 'code=502' })
    expect((await wire.fetch(message)).status).toBe(502)
  })
})

describe('a query at the path of another call', () => {
  const readAccount = async (name: MerchantName): Promise<unknown> => {
    const { query } = await merchants[name].sealRequest('getAccount', getExampleParameters('getAccount'))
    return (await wire.fetch(new Request(`${origin}${operations.findUser.path}?${query}`))).json()
  }

  test('is rejected under modern, which binds the path', async () => {
    expect(await readAccount('modern')).toEqual({ code: '100005', msg: 'ENVELOPE_REJECTED' })
  })

  test('has invalid parameters under classic, which does not bind the path', async () => {
    expect(await readAccount('classic')).toEqual({ data: expect.any(String) })
  })
})

describe('a message is rejected, and only the mock reads the reason', () => {
  const rejections: RejectionReport[] = []
  const mock = createMock({
    wire: loadDemoMerchants({ directory: state, onRejected: (report) => rejections.push(report) }).wire,
  })
  const collectReasons = async (request: Request) => {
    rejections.length = 0
    const text = await (await mock.fetch(request)).text()
    return [text, ...rejections.map(({ reason }) => reason)]
  }
  const rejected = '{"code":"100005","msg":"ENVELOPE_REJECTED"}'

  test.each([
    ['that is plain', 'uid=1&symbol=BTC', 'framing'],
    ['of an unknown merchant', 'app_id=demo-other&data=abc', 'merchant'],
    ['that is not encrypted', 'app_id=demo-modern&data=abc', 'framing'],
  ])('%s', async (_what, query, reason) => {
    const [text, ...key] = await collectReasons(new Request(`${origin}${operations.getAccount.path}?${query}`))
    expect(text).toBe(rejected)
    expect(key).toEqual([reason])
  })

  test('signed with another key', async () => {
    const { modern, classic } = loadDemoKeys(state)
    const forger = createDemoParty(
      'modern',
      { ...modern, merchant: { ...modern.merchant, signature: classic.merchant.signature } },
      'merchant',
    )
    const { path, query } = await forger.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
    expect(await collectReasons(new Request(`${origin}${path}?${query}`))).toEqual([rejected, 'signature'])
  })
})

describe('the wire mock', () => {
  test.each([
    ['/api/v2/acount/getByUidAndSymbol', 404, /Did you mean \/api\/v2\/account\/getByUidAndSymbol\?/],
    ['/_mock', 404, /^There is no call at \/_mock\. This is the wire mock/],
    [
      '/',
      404,
      /^There is no call at \/\. This is the wire mock, which only responds to encrypted calls\. \/_mock of the plain mock lists them\.$/,
    ],
  ])('rejects the path %s', async (path, status, detail) => {
    const response = await wire.fetch(new Request(`${origin}${path}`))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ detail: expect.stringMatching(detail) })
  })

  test('does not let pages of browsers read responses', async () => {
    const { message } = await sealCall('modern', 'getAccount', { origin: 'https://shop.example' })
    expect((await wire.fetch(message)).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('rejects a wrong method, a body that is too long, and a misspelt preference', async () => {
    const at = `${origin}${operations.pullWithdrawals.path}`
    const long = { method: 'POST', body: ' '.repeat(300 * 1024) }
    expect((await wire.fetch(new Request(at))).status).toBe(405)
    expect((await wire.fetch(new Request(at, long))).status).toBe(413)
    expect((await wire.fetch(new Request(at, { headers: { prefer: 'exmaple=1' } }))).status).toBe(400)
  })
})

describe('the token call', () => {
  const now = 1_767_225_600_000
  const apiKey = demo.wire.apiKeys?.[0] ?? ''
  const mock = createMock({ wire: { ...demo.wire, clock: () => now } })
  const readCode = async (headers: Record<string, string>) => {
    const response = await mock.fetch(new Request(`${origin}${operations.getToken.path}`, { headers }))
    const content: { readonly code: unknown } = await response.json()
    return [response.status, content.code]
  }

  test('is plain, and accepts a known credential', async () => {
    expect(await readCode({ 'api-key': apiKey, timestamp: String(now) })).toEqual([200, 0])
    expect(await readCode({ 'api-key': apiKey, timestamp: String(now - 60_000) })).toEqual([200, 0])
  })

  test.each([
    ['without a credential', { timestamp: String(now) }, 1002],
    ['with an unknown one', { 'api-key': 'k-1', timestamp: String(now) }, 1008],
    ['without a timestamp', { 'api-key': apiKey }, 1005],
    ['with a timestamp in seconds', { 'api-key': apiKey, timestamp: String(now / 1000) }, 1005],
    ['with a timestamp that is not a number', { 'api-key': apiKey, timestamp: 'now' }, 1005],
    ['more than a minute late', { 'api-key': apiKey, timestamp: String(now - 60_001) }, 1005],
    ['too early', { 'api-key': apiKey, timestamp: String(now + 1) }, 1005],
  ])('is rejected %s', async (_what, headers, expected) => {
    expect(await readCode({ ...headers })).toEqual([200, expected])
  })

  test('grants a token for two hours by the clock of the mock, and a failure has no expiry', async () => {
    const content = async (header: string): Promise<unknown> => {
      const headers = { 'api-key': apiKey, timestamp: String(now), prefer: header }
      const response = await mock.fetch(new Request(`${origin}${operations.getToken.path}`, { headers }))
      return response.json()
    }
    expect(await content('')).toMatchObject({ data: { expired_time: now + 7_200_000 } })
    expect(await content('dynamic=true')).toMatchObject({ data: { expired_time: now + 7_200_000 } })
    expect(await content('example=failure')).not.toHaveProperty('data')
  })

  test('accepts any credential if none are configured', async () => {
    const open = createMock({ wire: { parties: demo.wire.parties } })
    const headers = { 'api-key': 'any', timestamp: String(Date.now()) }
    const response = await open.fetch(new Request(`${origin}${operations.getToken.path}`, { headers }))
    expect(await response.json()).toMatchObject({ code: 0 })
  })
})
