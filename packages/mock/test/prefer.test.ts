import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createMock } from '../src/index.ts'
import { preferenceOf } from '../src/plain/prefer.ts'
import { account, ask, consume, described, origin, post, prefer } from './support.ts'

const operation = described.find(({ id }) => id === 'getAccount') ?? described[0]

describe('the Prefer header chooses', () => {
  test('an answer by its name', async () => {
    const { status, headers, text } = await ask(account, prefer('example=failure'))
    expect([status, JSON.parse(text)]).toEqual([200, { code: '100004', msg: 'parameter invalid' }])
    expect(headers.get('preference-applied')).toBe('example=failure')
  })

  test.each([400, 404, 429, 503, 599])('the status %d', async (status) => {
    const answer = await ask(account, prefer(`code=${status}`))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  })

  test('a code of the service, as its family writes it', async () => {
    expect(JSON.parse((await ask(account, prefer('code=110065'))).text)).toEqual({
      code: '110065',
      msg: 'The user does not exist',
    })
    const body = post('{"symbol":"BTC"}', { prefer: 'code=100003' })
    expect(JSON.parse((await ask(consume, body)).text)).toMatchObject({ code: 100_003 })
  })

  test('several things at once, the first of each', async () => {
    const { headers } = await ask(account, prefer('example="empty"; foo=bar, delay=0, example=failure'))
    expect(headers.get('preference-applied')).toMatch(/example=empty/)
  })

  test('nothing, where it speaks of what other programs know', async () => {
    const { status, headers } = await ask(account, prefer('return=minimal, respond-async, code=200'))
    expect([status, headers.get('preference-applied')]).toEqual([200, null])
  })
})

describe('the answer says which preference was applied', () => {
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
    expect((await ask(account, prefer(header))).headers.get('preference-applied')).toBe(applied)
  })
})

describe('the Prefer header is refused', () => {
  test.each([
    ['with a blank for a comma', 'example=failure delay=250', /delay=250.*commas/],
    ['with a semicolon for a comma', 'code=503; delay=250', /delay=250.*commas/],
    ['with a name that is misspelt', 'exmaple=failure', /did you mean example\?$/],
    ['with an answer that there is not', 'example=none', /must be one of typical, empty, failure/],
    ['with a name of every object', 'constructor=1', /"constructor" is unknown/],
    ['with a status that is no failure', 'code=302', /a status from 400 to 599/],
    ['with a code that is not known', 'code=424242', /a code of the service that is known for v2/],
    ['with a code of another family', 'code=1000012', /known for v2/],
    ['with a delay that is no number', 'delay=long', /whole milliseconds/],
    ['with a delay that nobody waits for', 'delay=60001', /up to 60000/],
    ['with an empty seed', 'seed=', /1 to 64 letters/],
    ['with a seed that is no name', 'seed="a b"', /1 to 64 letters/],
    ['with a flag that is none', 'dynamic=yes', /true or false/],
  ])('%s', async (_what, header, detail) => {
    const { status, text } = await ask(account, prefer(header))
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ detail: expect.stringMatching(detail) })
  })

  test('before the parameters are looked at', async () => {
    expect((await ask('/api/v2/user/info', prefer('exmaple=1'))).status).toBe(400)
  })
})

test('whatever stands in the header, reading it ends in a preference or a refusal', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const read = operation ? preferenceOf(header, operation) : {}
      expect(
        Object.keys(read).every((name) => /^(example|code|dynamic|seed|delay|refusal)$/.test(name)),
      ).toBe(true)
    }),
  )
})

describe('a whole run', () => {
  const failing = async (failRate: number, seed: string, header = '') => {
    const mock = createMock({ failRate, seed })
    const answersOf = Array.from({ length: 40 }, async () => {
      const response = await mock.fetch(new Request(`${origin}${account}`, prefer(header)))
      const { code }: { readonly code: string } = await response.json()
      return code
    })
    return (await Promise.all(answersOf)).filter((code) => code !== '0').length
  }

  test('fails as often as it is told, repeatably', async () => {
    expect(await failing(0, 'a')).toBe(0)
    expect(await failing(1, 'a')).toBe(40)
    expect(await failing(0.5, 'a')).toBe(await failing(0.5, 'a'))
    expect([await failing(0.5, 'a'), await failing(0.5, 'b')]).toSatisfy((counts: readonly number[]) =>
      counts.every((count) => count > 8 && count < 32),
    )
  })

  test('fails no call that asks for an answer by name', async () => {
    expect(await failing(1, 'a', 'example=typical')).toBe(0)
  })

  test('waits as long as it is told, unless a call asks for another time', async () => {
    const waited: number[] = []
    const mock = createMock({ delay: 250, wait: async (milliseconds) => void waited.push(milliseconds) })
    await mock.fetch(new Request(`${origin}${account}`))
    await mock.fetch(new Request(`${origin}${account}`, prefer('delay=40')))
    await mock.fetch(new Request(`${origin}${account}`, prefer('delay=0')))
    expect(waited).toEqual([250, 40])
  })

  test('does not wait for those who leave', async () => {
    const leaving = new AbortController()
    const mock = createMock({ delay: 60_000 })
    const answer = mock.fetch(new Request(`${origin}${account}`, { signal: leaving.signal }))
    setImmediate(() => leaving.abort())
    expect((await answer).status).toBe(200)
  })

  test.each([
    ['delay', { delay: -1 }],
    ['delay', { delay: Number.NaN }],
    ['failRate', { failRate: 1.1 }],
  ])('is not started with a wrong %s', (name, options) => {
    expect(() => createMock(options)).toThrow(new RegExp(`^${name} must be`))
  })
})
