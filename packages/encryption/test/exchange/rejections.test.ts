import type { Fetch } from '@custody-wallet/types/http'
import { describe, expect, test } from 'vitest'

import { isEncryptionError } from '../../src/errors.ts'
import { createSealingFetch } from '../../src/exchange/fetch.ts'
import { requestLimits } from '../../src/limits.ts'
import { type Fields, listRequests } from '../support/samples.ts'
import { catchCode, catchFailure, printError, urls } from '../support/service.ts'
import { now, createSides } from '../support/sides.ts'

const listPointers = (error: unknown): readonly string[] => [
  ...new Set(isEncryptionError(error, 'PARAMETERS_INVALID') ? error.context.issues.map(({ pointer }) => pointer) : []),
]

describe('a sealing fetch rejects, before it sends,', () => {
  const { merchant } = createSides('modern')
  const sent: Request[] = []
  const fetch: Fetch = async (url, init) => {
    sent.push(new Request(url, init))
    return Response.json({})
  }
  const plainFetch = createSealingFetch(merchant, { urls, fetch })
  const account = '/api/v2/account/getByUidAndSymbol'
  const canary = 'canary-7f3a'

  test.each([
    ['an unknown parameter', `${account}?uid=1&symbol=BTC&simbol=${canary}`, '/simbol'],
    ['what a codec fills in', `${account}?uid=1&symbol=BTC&time=${now}`, '/time'],
    ['a name that objects inherit', `${account}?uid=1&symbol=BTC&constructor=${canary}`, '/constructor'],
    ['a single parameter that occurs twice', `${account}?uid=1&uid=2&symbol=${canary}`, '/uid'],
    ['an integer with a fraction', `${account}?uid=1.5&symbol=${canary}`, '/uid'],
    ['an integer that a double rounds', `${account}?uid=9007199254740993&symbol=${canary}`, '/uid'],
    ['an integer with zeros before it', `${account}?uid=007&symbol=${canary}`, '/uid'],
    ['an invalid integer', `${account}?uid=${canary}&symbol=BTC`, '/uid'],
    ['a missing parameter', `${account}?symbol=${canary}`, '/uid'],
    ['a list both joined and repeated', `/api/v2/billing/withdrawList?ids=${canary},b&ids=c`, '/ids/0'],
    ['a list with an empty entry', `/api/v2/billing/withdrawList?ids=${canary},`, '/ids/1'],
    ['a broken encoding', `${account}?uid=1&symbol=${canary}%ff`, ''],
    ['a percent sign without a code', `${account}?uid=1&symbol=${canary}100%`, ''],
  ])('%s, with its path and without its value', async (_what, url, pointer) => {
    const error = await catchFailure(plainFetch(url))
    expect(error).toMatchObject({ code: 'PARAMETERS_INVALID' })
    expect(listPointers(error)).toEqual([pointer])
    expect(printError(error)).not.toContain(canary)
    expect(sent).toEqual([])
  })

  const sample = { ...listRequests('notifyDeposit')[0], memo: canary }
  const writeNoted = (change: Fields): string => JSON.stringify({ ...sample, ...change })

  test.each([
    ['no body at all', '', ''],
    ['a body that is not JSON', `{"symbol":"${canary}"`, ''],
    ['a duplicate field', `{"symbol":"${canary}","symbol":"BTC"}`, ''],
    ['a byte order mark', `\uFEFF${writeNoted({})}`, ''],
    ['a list', `["${canary}"]`, ''],
    ['an amount as a number with a fraction', writeNoted({ amount: 0.5 }), '/amount'],
    ['an amount as an integer', writeNoted({ amount: 5 }), '/amount'],
    ['a string in place of a number', writeNoted({ symbol: 0.5 }), '/symbol'],
    [
      'a count that a double would round to one',
      writeNoted({}).replace('"confirm":3', '"confirm":1.00000000000000000001'),
      '',
    ],
    ['a count beyond all doubles', writeNoted({}).replace('"confirm":3', '"confirm":1e400'), '/confirm'],
    ['an unknown field', writeNoted({ note: canary }), '/note'],
    ['more than a receiver accepts', writeNoted({}) + ' '.repeat(requestLimits.body), ''],
  ])('a body with %s', async (_what, body, pointer) => {
    const error = await catchFailure(plainFetch('/api/v1/deposit/notify', { method: 'POST', body }))
    expect(error).toMatchObject({ code: 'PARAMETERS_INVALID', context: { operation: 'notifyDeposit' } })
    expect(listPointers(error)).toEqual([pointer])
    expect(printError(error)).not.toContain(canary)
    expect(sent).toEqual([])
  })

  test('bytes that are not UTF-8', async () => {
    const body = new Uint8Array([...new TextEncoder().encode('{"symbol":"'), 0xff, 0x22, 0x7d])
    expect(await catchCode(plainFetch('/api/v1/withdraw/consume', { method: 'POST', body }))).toBe('PARAMETERS_INVALID')
  })

  test.each([
    ['a path that the interface does not have', `/api/v2/nothing?email=${canary}`, 'no call at /api/v2/nothing'],
    ['a path with something before it', `/x${account}?symbol=${canary}`, `no call at /x${account}`],
    ['a path with something behind it', `${account}/?symbol=${canary}`, `no call at ${account}/`],
    ['a path with a segment too many', `/api/mpc/a/b/details?ids=${canary}`, 'no call at /api/mpc/a/b/details'],
    ['an id in a path', `/api/v2/user/info/${canary}`, 'no call at /api/v2/user/info/*'],
    ['another method', `/api/v1/withdraw/consume?symbol=${canary}`, 'pullWithdrawals is POST'],
    ['a query beside a body', `POST /api/v1/withdraw/consume?symbol=${canary}`, 'only in the body'],
    ['an address that is not a URL', `http://${canary}:99999/`, 'not a URL'],
  ])('%s, with a TypeError', async (_what, call, sentence) => {
    const [url = '', method = 'GET'] = call.split(' ').toReversed()
    const error = await catchFailure(plainFetch(url, { method }))
    expect(error).toBeInstanceOf(TypeError)
    expect(printError(error)).toContain(sentence)
    expect(printError(error)).not.toContain(canary)
  })

  test.each([
    ['openPlatform', { ...urls, openPlatform: '/relative' }],
    ['base', { ...urls, base: `https://${canary}:secret@api.custody.example` }],
    ['base', { ...urls, base: `https://${canary}@api.custody.example` }],
    ['base', { ...urls, base: `https://api.custody.example/?key=${canary}` }],
    ['v1', { ...urls, v1: `https://v1.custody.example/#${canary}` }],
    ['v1', { ...urls, v1: `file:///${canary}` }],
  ])('an invalid address of the service, with its name: %s', (name, wrong) => {
    const make = (): unknown => createSealingFetch(merchant, { urls: wrong, fetch })
    expect(make).toThrow(`urls.${name} must be`)
    expect(make).not.toThrow(canary)
  })
})
