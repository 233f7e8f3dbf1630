import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createMock } from '../src/index.ts'
import { parsePreference } from '../src/plain/prefer.ts'
import { account, ask, consume, mockOperations, origin, withBody, withPreference } from './support.ts'

const operation = mockOperations.find(({ id }) => id === 'getAccount') ?? mockOperations[0]

describe('the Prefer header chooses', () => {
  test('a response by its name', async () => {
    const { status, headers, text } = await ask(account, withPreference('example=failure'))
    expect([status, JSON.parse(text)]).toEqual([200, { code: '100004', msg: 'parameter invalid' }])
    expect(headers.get('preference-applied')).toBe('example=failure')
  })

  test.each([400, 404, 429, 503, 599])('the status %d', async (status) => {
    const response = await ask(account, withPreference(`code=${status}`))
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  })

  test('a code of the service, as its family writes it', async () => {
    expect(JSON.parse((await ask(account, withPreference('code=110065'))).text)).toEqual({
      code: '110065',
      msg: 'The user does not exist',
    })
    const body = withBody('{"symbol":"BTC"}', { prefer: 'code=100003' })
    expect(JSON.parse((await ask(consume, body)).text)).toMatchObject({ code: 100_003 })
  })

  test('several preferences at once, the first of each', async () => {
    const { headers } = await ask(account, withPreference('example="empty"; foo=bar, delay=0, example=failure'))
    expect(headers.get('preference-applied')).toMatch(/example=empty/)
  })

  test('nothing for preferences of other standards', async () => {
    const { status, headers } = await ask(account, withPreference('return=minimal, respond-async, code=200'))
    expect([status, headers.get('preference-applied')]).toEqual([200, null])
  })
})

describe('the response names the applied preference', () => {
  test.each([
    ['code=503, delay=0', 'code=503, delay=0'],
    ['example=empty, code=503', 'code=503'],
    ['example=empty, code=110065', 'code=110065'],
    ['dynamic=true, example=empty', 'example=empty'],
    ['dynamic', 'dynamic=true'],
    ['seed=monday', 'dynamic=true, seed=monday'],
    ['seed=monday, dynamic=false', 'dynamic=false'],
    ['seed=monday, example=empty', 'example=empty'],
  ])('%s', async (header, applied) => {
    expect((await ask(account, withPreference(header))).headers.get('preference-applied')).toBe(applied)
  })
})

describe('the Prefer header is rejected', () => {
  test.each([
    ['with a space instead of a comma', 'example=failure delay=250', /delay=250.*commas/],
    ['with a semicolon instead of a comma', 'code=503; delay=250', /delay=250.*commas/],
    ['with a misspelt name', 'exmaple=failure', /did you mean example\?$/],
    ['with an unknown example', 'example=none', /must be one of typical, empty, failure/],
    ['with a property name of every object', 'constructor=1', /"constructor" is unknown/],
    ['with a status that is not a failure', 'code=302', /a status from 400 to 599/],
    ['with an unknown code', 'code=424242', /a known service code of v2/],
    ['with a code of another family', 'code=1000012', /known service code of v2/],
    ['with a delay that is not a number', 'delay=long', /an integer of milliseconds/],
    ['with a delay of more than a minute', 'delay=60001', /up to 60000/],
    ['with an empty seed', 'seed=', /1 to 64 letters/],
    ['with a seed with a space', 'seed="a b"', /1 to 64 letters/],
    ['with a flag that is neither true nor false', 'dynamic=yes', /true or false/],
  ])('%s', async (_what, header, detail) => {
    const { status, text } = await ask(account, withPreference(header))
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ detail: expect.stringMatching(detail) })
  })

  test('before its parameters are checked', async () => {
    expect((await ask('/api/v2/user/info', withPreference('exmaple=1'))).status).toBe(400)
  })
})

test('any header is parsed to a preference or a rejection', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const preference = operation ? parsePreference(header, operation) : {}
      expect(Object.keys(preference).every((name) => /^(example|code|dynamic|seed|delay|rejection)$/.test(name))).toBe(
        true,
      )
    }),
  )
})

describe('a whole run', () => {
  const listFailures = async (failRate: number, seed: string, header = '') => {
    const mock = createMock({ failRate, seed })
    const listResponses = Array.from({ length: 40 }, async () => {
      const response = await mock.fetch(new Request(`${origin}${account}`, withPreference(header)))
      const { code }: { readonly code: string } = await response.json()
      return code
    })
    return (await Promise.all(listResponses)).filter((code) => code !== '0').length
  }

  test('fails as often as failRate says, repeatably', async () => {
    expect(await listFailures(0, 'a')).toBe(0)
    expect(await listFailures(1, 'a')).toBe(40)
    expect(await listFailures(0.5, 'a')).toBe(await listFailures(0.5, 'a'))
    expect([await listFailures(0.5, 'a'), await listFailures(0.5, 'b')]).toSatisfy((counts: readonly number[]) =>
      counts.every((count) => count > 8 && count < 32),
    )
  })

  test('fails no call that asks for an example by name', async () => {
    expect(await listFailures(1, 'a', 'example=typical')).toBe(0)
  })

  test('waits for the delay, unless a call asks for another one', async () => {
    const delays: number[] = []
    const mock = createMock({ delay: 250, wait: async (milliseconds) => void delays.push(milliseconds) })
    await mock.fetch(new Request(`${origin}${account}`))
    await mock.fetch(new Request(`${origin}${account}`, withPreference('delay=40')))
    await mock.fetch(new Request(`${origin}${account}`, withPreference('delay=0')))
    expect(delays).toEqual([250, 40])
  })

  test('does not wait for aborted requests', async () => {
    const controller = new AbortController()
    const mock = createMock({ delay: 60_000 })
    const response = mock.fetch(new Request(`${origin}${account}`, { signal: controller.signal }))
    setImmediate(() => controller.abort())
    expect((await response).status).toBe(200)
  })

  test.each([
    ['delay', { delay: -1 }],
    ['delay', { delay: Number.NaN }],
    ['failRate', { failRate: 1.1 }],
  ])('rejects an invalid %s', (name, options) => {
    expect(() => createMock(options)).toThrow(new RegExp(`^${name} must be`))
  })
})
