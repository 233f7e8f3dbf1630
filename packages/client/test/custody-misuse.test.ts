// Mistakes of JavaScript callers, which the compiler would reject.
import { describe, expect, test } from 'vitest'

import { createCustody, type CustodyOptions } from '../src/index.ts'
import { createPlainClient } from '../src/plain.ts'
import { catchFailure } from './support/failures.ts'
import { address, apiKey, createClient, createProfile, urls } from './support/service.ts'

const lookup = { uid: 10_042, symbol: 'BTC' }

/** Calls a function without checks of types. */
const callUntyped: (make: unknown, ...given: readonly unknown[]) => unknown = (make, ...given) =>
  typeof make === 'function' ? make(...given) : undefined

const good: CustodyOptions = { profile: createProfile('modern'), urls, apiKey }

describe('createCustody rejects', () => {
  test.each([
    ['no options', undefined, 'profile must be'],
    ['no profile', { urls }, 'profile must be'],
    ['the name of a profile', { ...good, profile: 'canary' }, 'profile must be'],
    ['no addresses', { ...good, urls: undefined }, 'urls must have'],
    ['one address for all', { ...good, urls: `${address}/canary` }, 'urls must have'],
    ['a key with a line break', { ...good, apiKey: 'canary\ncanary' }, 'apiKey must be'],
    ['a key with a line break at its end', { ...good, apiKey: 'canary\n' }, 'apiKey must be'],
    ['a key that is not ASCII', { ...good, apiKey: 'ключcanary' }, 'apiKey must be'],
    ['an empty key', { ...good, apiKey: '' }, 'apiKey must be'],
    ['a number for a key', { ...good, apiKey: 12_345 }, 'apiKey must be'],
    ['one host as a string', { ...good, insecureHosts: 'canary.example' }, 'insecureHosts must be a list'],
    ['a fetch that is not a function', { ...good, fetch: {} }, 'fetch must be'],
    ['a timeout as a string', { ...good, timeout: '30000' }, 'timeout must be'],
    ['a URL length of 0', { ...good, maxUrlLength: 0 }, 'maxUrlLength must be'],
    ['a length as a string', { ...good, maxUrlLength: '8000' }, 'maxUrlLength must be'],
    ['a timeout of half a millisecond', { ...good, timeout: 0.5 }, 'timeout must be'],
  ])('%s', (_name, options, sentence) => {
    expect(() => callUntyped(createCustody, options)).toThrow(new RegExp(`^${sentence}(?!.*canary)`))
    expect(() => callUntyped(createCustody, options)).toThrow(TypeError)
  })
})

test('insecureHosts must contain whole hosts', () => {
  const make = () => callUntyped(createPlainClient, { url: 'http://mock', insecureHosts: 'mock.example' })
  expect(make).toThrow('insecureHosts must be a list')
})

test('a key that is revealed later is checked when it is revealed', async () => {
  const { token } = createClient('modern', { apiKey: { reveal: () => 'canary\ncanary' } })
  await expect(token.get()).rejects.toThrow(/^apiKey must be(?!.*canary)/)
})

test.each(['a\r\nx: canary', 'ключ', ' '])(
  'headers of every call are rejected where none can carry them: %j',
  (text) => {
    expect(() => createPlainClient({ url: address, headers: { authorization: text } })).toThrow(
      /^headers.authorization must be(?!.*canary)/,
    )
  },
)

test.each([[new AbortController()], [null], ['signal']])(
  'a signal that is none is rejected before anything starts: %o',
  async (signal) => {
    let started = 0
    const { accounts } = createClient('modern', { setTimer: () => (started++, () => undefined) })
    await expect(callUntyped(accounts.get, lookup, { signal })).rejects.toThrow(/^signal must be an AbortSignal/)
    expect(started).toBe(0)
  },
)

const clients = {
  modern: createClient('modern'),
  plain: createPlainClient({ url: address, fetch: async () => Response.json({}) }),
}

describe.each(Object.entries(clients))('the %s client', (_name, { accounts, withdrawals }) => {
  test.each([
    ['-0', () => accounts.get({ uid: -0, symbol: 'BTC' }), '/uid must be 0, not -0.'],
    [
      'a lone surrogate in a query',
      () => withdrawals.list({ ids: ['canary\ud83d'] }),
      '/ids/0 must not contain a lone surrogate.',
    ],
    [
      'a lone surrogate in a body',
      () => withdrawals.cancel({ symbol: 'BTC', trans_id: 1, msg: 'canary\udc00' }),
      '/msg must not contain a lone surrogate.',
    ],
    [
      'an unknown field',
      async () => callUntyped(withdrawals.pull, { symbol: 'BTC', 'canary@custody.example': 1 }),
      '/* is not a field of this call; check its spelling.',
    ],
  ])('rejects %s with its location', async (_what, call, sentence) => {
    const error = await catchFailure(call())
    expect(error).toMatchObject({ name: 'ParametersError', code: 'PARAMETERS_INVALID' })
    expect(error.message).toMatch(new RegExp(`${sentence.replaceAll(/[*.]/g, String.raw`\$&`)}$`))
    expect(error.message).not.toContain('canary')
  })
})

test('a call with an aborted signal sends nothing, even if fetch ignores the signal', async () => {
  let sent = 0
  const custody = createClient('modern', {
    fetch: async () => {
      sent += 1
      return Response.json({})
    },
  })
  const signal = AbortSignal.abort()
  await expect(custody.token.get({}, { signal })).rejects.toMatchObject({ code: 'ABORTED' })
  await expect(custody.accounts.get(lookup, { signal })).rejects.toMatchObject({ code: 'ABORTED' })
  expect(sent).toBe(0)
})
