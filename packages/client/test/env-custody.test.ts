import { describe, expect, expectTypeOf, test } from 'vitest'

import type { Custody } from '../src/custody.ts'
import { custodyFromEnv } from '../src/env/index.ts'
import { environments, profileNames } from './env-sample.ts'

const granted = { access_token: 'canary', expired_time: 4_102_444_800_000 }

describe.each(profileNames)('a client of a %s environment', (name) => {
  test('sends its credential to the address of the token call', async () => {
    const asked: unknown[] = []
    const custody = custodyFromEnv(environments[name], {
      fetch: async (url, init) => {
        asked.push(url, new Headers(init?.headers).get('api-key'))
        return Response.json({ code: 0, msg: 'success', data: granted })
      },
    })
    expect(await custody.token.get()).toEqual(granted)
    expect(asked).toEqual([
      expect.stringMatching(/^https:\/\/open-platform\.custody\.example\//),
      'canary-api-key',
    ])
  })

  test('is not made of an environment that lacks a name', () => {
    expect(() => custodyFromEnv({ ...environments[name], CUSTODY_V1_URL: '' })).toThrow(
      /: CUSTODY_V1_URL\. Set /,
    )
  })

  test('does not call a plain address, unless its host is named as insecure', () => {
    const env = { ...environments[name], CUSTODY_BASE_URL: 'http://custody-mock:4010' }
    expect(() => custodyFromEnv(env)).toThrow(TypeError)
    const custody = custodyFromEnv({ ...env, CUSTODY_INSECURE_HOSTS: 'custody-mock' })
    expectTypeOf(custody).toEqualTypeOf<Custody>()
  })
})

test.each([
  ['modern', 'CUSTODY_OWN_SIGNATURE_KEY_ID'],
  ['classic', 'CUSTODY_OWN_KEY_ID'],
] as const)(
  'under %s, keys that are named as those of demo merchants stay on loopback: %s',
  (name, variable) => {
    const env = { ...environments[name], [variable]: 'test-shop' }
    expect(() => custodyFromEnv(env)).toThrow('the keys of a demo merchant are public')
    expect(() => custodyFromEnv({ ...env, [variable]: 'shop-2027' })).not.toThrow()
  },
)

test('what the environment says is not said again in code', () => {
  // @ts-expect-error the addresses come from the environment
  expectTypeOf(custodyFromEnv).toBeCallableWith({}, { urls: {} })
})
