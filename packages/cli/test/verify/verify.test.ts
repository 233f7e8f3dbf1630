// The long tests have receivers with one mistake each, and the dialect `classic`.
import { describe, expect, test } from 'vitest'

import type { Probe } from '../../src/verify/observer.ts'
import { createCommandProbe, createHttpProbe } from '../../src/verify/probes.ts'
import { verifyReceiver, verifyWith } from '../../src/verify/verify.ts'
import {
  memoAccount,
  type Mistakes,
  otherAppId,
  platform,
  serve,
  startReceiver,
  createVirtualTimers,
} from '../support/broken-receivers.ts'
import { expectGoodReceiver } from '../support/good-receiver.ts'

test('a receiver of createReceiver passes all cases under modern', async () => {
  expect.hasAssertions()
  await expectGoodReceiver('modern')
})

describe('verdicts', () => {
  test('a case that the interface does not require warns, and fails under --strict', async () => {
    const { url } = await startReceiver({ forgets: true })
    const probe: Probe = (what) => (what === 'credited' ? `${(count += 1)}` : undefined)
    let count = 0
    const options = { url, probe, profile: platform.sender, only: ['credit/7'] }
    expect((await verifyWith(options, createVirtualTimers())).results).toMatchObject([{ verdict: 'warn' }])
    expect((await verifyWith({ ...options, isStrict: true }, createVirtualTimers())).passed).toBe(false)
  })

  test('effects are not observable if the probe knows nothing', async () => {
    const { url } = await startReceiver({})
    const { counts } = await verifyReceiver({
      url,
      probe: () => undefined,
      profile: platform.sender,
      only: ['once', 'credit'],
    })
    expect(counts).toMatchObject({ pass: 0, fail: 0, warn: 0 })
  })

  test('a receiver that does not run fails', async () => {
    const options = {
      url: 'http://127.0.0.1:9',
      probe: () => '0',
      profile: platform.sender,
      only: ['once/1', 'response/1'],
    }
    expect((await verifyWith(options, createVirtualTimers())).counts).toMatchObject({ fail: 2 })
  })
})

describe('each fault of a response has its own message', () => {
  const signed = 'response/1 pass'
  const expected = 'expected {"data":{"request_id":"..."}}'
  const faults: Readonly<Record<string, readonly [mistake: Mistakes, ...lines: string[]]>> = {
    'no request_id': [
      { content: () => '{"data":{}}' },
      signed,
      `response/2 fail the signed data has no request_id; ${expected}`,
    ],
    'no data': [{ content: () => '{}' }, signed, `response/2 fail the signed data has no request_id; ${expected}`],
    'a request_id that is not in data': [
      { content: (id) => JSON.stringify({ request_id: id }) },
      signed,
      `response/2 fail the request_id of the signed data is at /request_id; ${expected}`,
    ],
    'a request_id that is too deep': [
      { content: (id) => JSON.stringify({ code: 0, data: { data: { request_id: id } } }) },
      signed,
      `response/2 fail the request_id of the signed data is at /data/data/request_id; ${expected}`,
    ],
    'a request_id that is a number': [
      { content: () => '{"data":{"request_id":5}}' },
      signed,
      'response/2 fail the request_id of the signed data is not a string',
    ],
    'another request_id': [
      { content: () => '{"data":{"request_id":"other"}}' },
      signed,
      'response/2 fail the request_id is "other", which is not that of the notification',
    ],
    'data that is not JSON': [
      { content: () => 'success' },
      signed,
      'response/2 fail the signed data is not a JSON object',
    ],
    'the signature of another key': [
      { otherKeys: true },
      'response/1 fail the platform does not know the key id of data or sign',
      'response/2 not observable the platform does not know the key id of data or sign',
    ],
    'no sign': [
      { changes: (body) => body.replace(/"sign":"[^"]+"/, '"sign":""') },
      'response/1 fail data or sign is empty',
      'response/2 not observable data or sign is empty',
    ],
    'one field more': [
      { changes: (body) => body.replace('{', '{"success":true,') },
      'response/1 fail the response is not an object with exactly code, msg, data and sign',
      'response/2 not observable the response is not an object with exactly code, msg, data and sign',
    ],
    'a text': [
      { response: 'hello' },
      'response/1 fail the response is not JSON',
      'response/2 not observable the response is not JSON',
    ],
    SUCCESS: [
      { response: 'SUCCESS' },
      'response/1 fail the response is an unsigned success',
      'response/2 not observable the response is an unsigned success',
    ],
  }

  test.each(Object.entries(faults))('%s', async (_name, [mistake, ...expectedLines]) => {
    const { url, probe } = await startReceiver(mistake)
    const only = ['response/1', 'response/2']
    const { results } = await verifyReceiver({ url, probe, profile: platform.sender, only })
    const lines = results.map(({ id, verdict, detail }) => [id, verdict, detail].join(' ').trim())
    expect(lines).toEqual(expectedLines.map((line) => expect.stringContaining(line)))
  })

  test('content in the response of an internal notification', async () => {
    const { url, probe } = await startReceiver({ content: () => '{"request_id":"1"}' })
    const options = { url, probe, profile: platform.sender, only: ['response/3'] }
    expect((await verifyReceiver(options)).results).toMatchObject([
      { verdict: 'fail', detail: expect.stringContaining('the signed data is not empty; expected {}') },
    ])
  })
})

describe('a receiver that credits after its response', () => {
  test('passes, and each case reports the delay', async () => {
    const timers = createVirtualTimers()
    const { url, probe } = await startReceiver({ creditsAfter: () => 400 }, timers.now)
    const sheet = await verifyWith({ url, probe, profile: platform.sender, memoAccount, otherAppId }, timers)
    expect(sheet.counts).toMatchObject({ fail: 0, warn: 0 })
    const passed = sheet.results.filter(({ verdict }) => verdict === 'pass')
    const late = passed.filter(({ id }) => /^(once|credit|key)/.test(id))
    expect(new Set(late.map(({ detail }) => detail))).toEqual(new Set(['credited 400 ms after the response']))
    expect(sheet.results.filter(({ id }) => id.startsWith('genuine')).map(({ detail }) => detail)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })

  test('and accepts a forged message fails the case of the forgery', async () => {
    const timers = createVirtualTimers()
    const mistakes = { creditsAfter: () => 400, skipsSignature: true }
    const { url, probe } = await startReceiver(mistakes, timers.now)
    const options = { url, probe, profile: platform.sender, only: ['genuine/4', 'genuine/5'] }
    expect((await verifyWith(options, timers)).results).toMatchObject([
      {
        verdict: 'fail',
        detail: 'credited 0.5 instead of 0; credited 400 ms after the response',
      },
      { verdict: 'pass' },
    ])
  })
})

test('a receiver that loses its credits at a restart fails without a negative amount', async () => {
  const { url, probe, restart } = await startReceiver({})
  const options = { url, probe, restart, profile: platform.sender, only: ['once/1', 'once/4'] }
  const { results } = await verifyWith(options, createVirtualTimers())
  expect(results[1]).toMatchObject({
    verdict: 'fail',
    detail: expect.stringMatching(/^the credited total fell from [\d.]+ to [\d.]+: /),
  })
})

test.each([
  ['an unknown case', { only: ['once/99'] }, 'Unknown case once/99.'],
  ['a probe that responds with a text', { probe: () => 'many', only: ['once/1'] }, 'Make it return a decimal'],
])('verifyReceiver() rejects %s', async (_name, changes, message) => {
  const { url, probe } = await startReceiver({})
  await expect(verifyReceiver({ url, probe, profile: platform.sender, ...changes })).rejects.toThrow(message)
})

describe('a probe', () => {
  const account = { symbol: 'BTC', address: 'one address', memo: '' }

  test('by HTTP accepts text, a JSON string or 404', async () => {
    const asked: string[] = []
    const bodies = ['0.5', '"0.5"', '']
    const url = await serve((request, response) => {
      asked.push(request.url ?? '')
      const body = bodies.shift()
      response.statusCode = body === '' ? 404 : 200
      response.end(body)
    })
    const probe = createHttpProbe(`${url}/{what}/{symbol}?to={address}&memo={memo}`)
    expect([
      await probe('credited', account),
      await probe('deducted', account),
      await probe('credited', account),
    ]).toEqual(['0.5', '0.5', undefined])
    expect(asked[0]).toBe('/credited/BTC?to=one%20address&memo=')
  })

  test('by HTTP that does not respond is an error', async () => {
    await expect(createHttpProbe('http://127.0.0.1:9/')('credited', account)).rejects.toThrow(
      'does not respond. Start it',
    )
    expect(() => createHttpProbe('localhost:3000')).toThrow('--probe must be a URL with http:// or https://')
  })

  test('by a command reads the account from its environment', async () => {
    expect(await createCommandProbe('echo "$ADDRESS$MEMO" >&2; echo 0.5')('credited', account)).toBe('0.5')
    await expect(createCommandProbe('exit 3')('credited', account)).rejects.toThrow(
      'The command of --probe-command failed',
    )
  })
})
