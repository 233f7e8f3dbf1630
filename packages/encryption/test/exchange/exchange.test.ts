import { describe, expect, test } from 'vitest'

import { createExchange } from '../../src/exchange/exchange.ts'
import { sealingFetch } from '../../src/exchange/fetch.ts'
import { sealingMiddleware } from '../../src/exchange/middleware.ts'
import { answerOf } from '../support/samples.ts'
import { failureOf, serviceOf, urls } from '../support/service.ts'
import { profileNames, sidesOf } from '../support/sides.ts'

describe.each(profileNames)('an exchange under %s', (name) => {
  const { merchant, platform } = sidesOf(name)
  const exchange = createExchange(merchant, urls)
  const bytesOf = async (response: Response): Promise<Uint8Array> =>
    new Uint8Array(await response.arrayBuffer())

  test('turns a plain call into a request, and the body of its answer into a plain answer', async () => {
    const service = serviceOf(platform)
    const { url, open, ...init } = await exchange({
      operation: 'listWithdrawals',
      parameters: { ids: ['wd-20260101-0001', 'wd-20260101-0002'] },
    })
    expect(url).toMatch(/^https:\/\/api\.custody\.example\/gateway\/api\/v2\/billing\/withdrawList\?/)
    expect(init).toEqual({ method: 'GET', headers: { accept: 'application/json' } })
    const { answer } = await open(await bytesOf(await service.fetch(new Request(url, init))))
    expect(answer).toEqual(answerOf('listWithdrawals'))
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

  test('rejects the answer to a call for other records, by place and without values', async () => {
    const service = serviceOf(platform, ({ operation }) => answerOf(operation))
    const { url, open } = await exchange({
      operation: 'listWithdrawals',
      parameters: { ids: ['wd-20260101-0001'] },
    })
    const error = await failureOf(open(await bytesOf(await service.fetch(new Request(url)))))
    expect(error).toMatchObject({
      code: 'ANSWER_MISMATCHED',
      context: { issues: [{ pointer: '/data/1/request_id', message: 'was not requested' }] },
    })
    expect(String(error)).not.toContain('0002')
  })

  test('compares the answer with the parameters that it sealed, whatever their object holds later', async () => {
    const service = serviceOf(platform)
    const listed = { ids: ['wd-20260101-0001', 'wd-20260101-0002'] }
    const list = await exchange({ operation: 'listWithdrawals', parameters: listed })
    listed.ids.length = 0
    const answered = await list.open(await bytesOf(await service.fetch(new Request(list.url))))
    expect(answered.answer).toEqual(answerOf('listWithdrawals'))
    const asked = { uid: 10042, symbol: 'BTC' }
    const account = await exchange({ operation: 'getAccount', parameters: asked })
    asked.symbol = 'ETH'
    expect(await account.open(await bytesOf(await service.fetch(new Request(account.url))))).toBeDefined()
  })

  test('rejects parameters before it seals them', async () => {
    const call = exchange({ operation: 'pullWithdrawals', parameters: { symbol: 7 } })
    expect(await failureOf(call)).toMatchObject({ code: 'PARAMETERS_INVALID' })
  })
})

test.each([
  ['sealingFetch', sealingFetch],
  ['sealingMiddleware', sealingMiddleware],
])('%s without addresses throws an error that names the option', (_name, make) => {
  const { merchant } = sidesOf('modern')
  const options = {}
  // @ts-expect-error: JavaScript callers can omit what the types require.
  expect(() => make(merchant, options)).toThrow('urls.openPlatform must be an http or https address')
})
