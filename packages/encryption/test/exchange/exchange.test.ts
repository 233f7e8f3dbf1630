import { describe, expect, test } from 'vitest'

import { createExchange } from '../../src/exchange/exchange.ts'
import { createSealingFetch } from '../../src/exchange/fetch.ts'
import { createSealingMiddleware } from '../../src/exchange/middleware.ts'
import { readResponse } from '../support/samples.ts'
import { catchFailure, createTestService, urls } from '../support/service.ts'
import { profileNames, createSides } from '../support/sides.ts'

describe.each(profileNames)('an exchange under %s', (name) => {
  const { merchant, platform } = createSides(name)
  const exchange = createExchange(merchant, { urls })
  const readBytes = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer())

  test('seals a plain call, and opens its response', async () => {
    const service = createTestService(platform)
    const { url, open, ...init } = await exchange({
      operation: 'listWithdrawals',
      parameters: { ids: ['wd-20260101-0001', 'wd-20260101-0002'] },
    })
    expect(url).toMatch(/^https:\/\/api\.custody\.example\/gateway\/api\/v2\/billing\/withdrawList\?/)
    expect(init).toEqual({ method: 'GET', headers: { accept: 'application/json' } })
    const { response: content } = await open(await readBytes(await service.fetch(new Request(url, init))))
    expect(content).toEqual(readResponse('listWithdrawals'))
  })

  test('puts an envelope into the body, and fills in segments', async () => {
    const { url, headers, body } = await exchange({
      operation: 'pullWithdrawals',
      parameters: { symbol: 'BTC' },
    })
    expect(url).toBe('https://v1.custody.example/api/v1/withdraw/consume')
    expect(headers).toEqual({ accept: 'application/json', 'content-type': 'application/json' })
    expect(Object.keys(JSON.parse(body ?? ''))).toEqual(['app_id', 'time', 'sign', 'data'])
    const stakes = { operation: 'listStakes', parameters: { max_id: '0' } } as const
    const { url: filled } = await exchange({ ...stakes, segments: { staking_protocol: 'other' } })
    expect(new URL(filled).pathname).toBe('/gateway/api/mpc/other/stake_list')
  })

  test('rejects a response with other records, with the path and without values', async () => {
    const service = createTestService(platform, ({ operation }) => readResponse(operation))
    const { url, open } = await exchange({
      operation: 'listWithdrawals',
      parameters: { ids: ['wd-20260101-0001'] },
    })
    const error = await catchFailure(open(await readBytes(await service.fetch(new Request(url)))))
    expect(error).toMatchObject({
      code: 'RESPONSE_MISMATCHED',
      context: { issues: [{ pointer: '/data/1/request_id', message: 'was not requested' }] },
    })
    expect(String(error)).not.toContain('0002')
  })

  test('compares the response with the sealed parameters, even if the caller changed its object', async () => {
    const service = createTestService(platform)
    const listed = { ids: ['wd-20260101-0001', 'wd-20260101-0002'] }
    const list = await exchange({ operation: 'listWithdrawals', parameters: listed })
    listed.ids.length = 0
    const response = await list.open(await readBytes(await service.fetch(new Request(list.url))))
    expect(response.response).toEqual(readResponse('listWithdrawals'))
    const asked = { uid: 10042, symbol: 'BTC' }
    const account = await exchange({ operation: 'getAccount', parameters: asked })
    asked.symbol = 'ETH'
    expect(await account.open(await readBytes(await service.fetch(new Request(account.url))))).toBeDefined()
  })

  test('rejects parameters before it seals them', async () => {
    const call = exchange({ operation: 'pullWithdrawals', parameters: { symbol: 7 } })
    expect(await catchFailure(call)).toMatchObject({ code: 'PARAMETERS_INVALID' })
  })
})

test.each([
  ['sealingFetch', createSealingFetch],
  ['sealingMiddleware', createSealingMiddleware],
])('%s without addresses throws an error that names the option', (_name, make) => {
  const { merchant } = createSides('modern')
  const options = {}
  // @ts-expect-error: JavaScript callers can omit what the types require.
  expect(() => make(merchant, options)).toThrow('urls.openPlatform must be an http or https address')
})
