// The client of these tests does not use our packages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { afterAll, describe, expect, test } from 'vitest'

import { createMock } from '../src/index.ts'
import { createClassicClient } from './classic-client.ts'
import { demo, createFolder } from './support.ts'

const mock = createMock({ wire: demo.wire })
const { url } = await mock.listen()
afterAll(() => mock.close())

const folder = join(demo.write(url, createFolder()), 'classic')
const client = createClassicClient(folder, url)

const path = '/api/v2/account/getByUidAndSymbol'
const account = { uid: 10042, symbol: 'BTC' }
const now = Date.now()
const usual = { time: now, charset: 'utf-8' }
const typical = { code: '0', msg: 'success', data: { normal_balance: '1.25' } }

describe('v2 by a third-party client', () => {
  test.each([
    ['time as a number, version and charset', { ...account, ...usual, version: 'v2' }],
    ['time as a text', { ...account, time: String(now) }],
    ['time in seconds', { ...account, time: Math.floor(now / 1000) }],
    ['a number as a text', { ...account, uid: '10042', time: now }],
  ])('gets a response to %s', async (_what, content) => {
    expect(await client.get(path, content)).toMatchObject(typical)
  })

  test.each([234, 245, 100])('gets a response to blocks of %d bytes', async (size) => {
    const ids = Array.from({ length: 30 }, (_, at) => `wd-20260101-${at}`).join(',')
    expect(await client.get('/api/v2/billing/withdrawList', { ids, time: now }, size)).toMatchObject({
      code: '0',
    })
  })

  test.each(['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=UTF-8'])(
    'gets a response to a form with the type %s',
    async (type) => {
      expect(await client.post(path, { ...account, time: now }, type)).toMatchObject(typical)
    },
  )

  test('reads the invalid fields in a sealed failure', async () => {
    expect(await client.get(path, { uid: 10042, time: now })).toMatchObject({
      code: '100004',
      msg: expect.stringContaining('symbol'),
    })
  })

  test('is rejected with an unsealed code if another key sealed it', async () => {
    const foreign = Buffer.alloc(256, 7).toString('base64url')
    expect(await client.sendRaw(`${path}?app_id=${client.appId}&data=${foreign}`)).toEqual({
      code: '100005',
      msg: 'ENVELOPE_REJECTED',
    })
  })
})

describe.each(['get', 'post'] as const)('each list, by %s', (transport) => {
  test.each([
    ['/api/v2/user/info', { country: '86', mobile: '5550100' }],
    ['/api/v2/billing/syncDepositList', { max_id: 0 }],
    ['/api/v2/billing/syncDepositList', { max_id: '0' }],
    ['/api/v2/billing/syncMinerFeeList', { max_id: 0 }],
    ['/api/mpc/wallet/open_coin', {}],
    ['/api/mpc/billing/withdraw_list', { ids: '91002' }],
    ['/api/mpc/tron/delegate/trans_list', { ids: '1,2' }],
    ['/api/mpc/babylon/stake_list', { max_id: 0 }],
    ['/api/mpc/babylon/details', { ids: '5021' }],
  ])('%s with %j gets {code, msg, data}', async (at, content) => {
    expect(await client[transport](at, { ...content, ...usual })).toEqual({
      code: '0',
      msg: 'success',
      data: expect.anything(),
    })
  })
})

describe('v1 by a third-party client', () => {
  const consume = '/api/v1/withdraw/consume'
  const btc = '{"symbol":"BTC"}'

  test.each([
    ['a number', String(now)],
    ['a text', `"${now}"`],
    ['seconds', String(Math.floor(now / 1000))],
  ])('gets an envelope, with time as %s', async (_what, time) => {
    const response = await client.call(consume, client.buildEnvelope(btc, time))
    expect(response['code']).toBe(0)
    expect(client.openEnvelope(response)).toEqual([
      expect.objectContaining({ trans_id: 30021, amount: 0.015 }),
      expect.objectContaining({ trans_id: 30022 }),
    ])
  })

  test.each(['0.5', '1e-8', '1.50'])('may write an amount as %s', async (amount) => {
    const deposit = `{"request_id":"r1","address_from":"f","address_to":"t","txid":"x","amount":${amount},"confirm":1,"symbol":"BTC","balance":2,"status":1,"memo":""}`
    const response = await client.call('/api/v1/deposit/notify', client.buildEnvelope(deposit, String(now)))
    expect(client.openEnvelope(response)).toEqual({ data: { request_id: expect.any(String) } })
  })

  test.each([
    ['/api/v1/withdraw/cancel', '{"symbol":"BTC","trans_id":30021,"msg":"no"}'],
    ['/api/v1/address/register', '{"symbol":"BTC","addresses":"a1,b2","memo":false}'],
  ])('gets a blank envelope if %s has no content', async (at, plaintext) => {
    expect(await client.call(at, client.buildEnvelope(plaintext, String(now)))).toMatchObject({
      code: 0,
      data: '',
      sign: '',
    })
  })

  test('is rejected with a code if the signature is of another text', async () => {
    const buildEnvelope = (plaintext: string): object => JSON.parse(client.buildEnvelope(plaintext, String(now)))
    const [ownFields, other] = [buildEnvelope(btc), new Map(Object.entries(buildEnvelope('{"symbol":"ETH"}')))]
    const corruptedText = JSON.stringify({ ...ownFields, sign: other.get('sign') })
    expect(await client.call(consume, corruptedText)).toEqual({
      code: 100_008,
      msg: 'ENVELOPE_REJECTED',
      data: '',
      sign: '',
    })
  })
})

test('the token call accepts the credential of the folder', async () => {
  const { CUSTODY_API_KEY: apiKey = '' } = parseEnv(readFileSync(join(folder, '.env'), 'utf8'))
  const headers = { 'Api-Key': apiKey, Timestamp: String(Date.now()) }
  expect(await client.sendRaw('/open-api/v1/merchant/token', headers)).toMatchObject({ code: 0 })
})
