// Every client rejects JSON that two parsers may read differently, in every family.
import { describe, expect, test } from 'vitest'

import { createPlainClient } from '../../src/plain.ts'
import { catchFailure } from '../support/failures.ts'
import { address, createClient } from '../support/service.ts'

const createResponder = (body: string) => async (): Promise<Response> =>
  new Response(body, { headers: { 'content-type': 'application/json' } })

// Under `modern`, responses to v2 and MPC calls are plain JSON.
const clients = {
  plain: {
    of: (body: string) => createPlainClient({ url: address, fetch: createResponder(body) }),
    code: 'RESPONSE_UNREADABLE',
  },
  sealed: {
    of: (body: string) => createClient('modern', { fetch: createResponder(body) }),
    code: 'ENVELOPE_REJECTED',
  },
} as const

const deep = '['.repeat(17) + ']'.repeat(17)
const network = '"open_main_chain":[],"support_main_chain":[]'

describe.each(Object.entries(clients))('the %s client', (_name, { of, code }) => {
  test.each([
    ['a field twice', '"x":1,"x":2'],
    ['a field __proto__', '"__proto__":{}'],
    ['a lone surrogate', '"x":"\\ud83d"'],
    ['-0', '"x":-0'],
    ['17 levels', `"x":${deep}`],
  ])('rejects %s, with and without a fraction and at every size', async (_what, fields) => {
    for (const filler of ['', '"y":0.5,', `"y":"${'x'.repeat(60_000)}",`]) {
      const account = `{"code":"0","msg":"","data":{"normal_balance":"1","lock_balance":"0","deposit_address":"","z":{${filler}${fields}}}}`
      const { accounts } = of(account)
      const { networks } = of(`{${network},"z":{${filler}${fields}}}`)
      expect(await catchFailure(accounts.get({ uid: 1, symbol: 'BTC' }))).toMatchObject({ code })
      expect(await catchFailure(networks.list())).toMatchObject({ code })
    }
  })

  test('accepts the same response without it', async () => {
    const { networks } = of(`{${network},"z":{"x":1,"y":0.5}}`)
    expect(await networks.list()).toMatchObject({ open_main_chain: [], support_main_chain: [] })
  })

  test('rejects a megabyte of empty records without listing its issues', async () => {
    const body = `{"code":"0","msg":"","data":[${Array.from({ length: 349_000 }, () => '{}').join()}]}`
    expect(await catchFailure(of(body).withdrawals.list({ ids: ['order-1'] }))).toMatchObject({ code })
  })

  test('lists the first hundred issues of a page', async () => {
    const body = `{"code":"0","msg":"","data":[${Array.from({ length: 20_000 }, () => '{}').join()}]}`
    const error = await catchFailure(of(body).withdrawals.list({ ids: ['order-1'] }))
    expect(error).toMatchObject({ code: 'RESPONSE_INVALID' })
    expect(Reflect.get(error.context, 'issues')).toHaveLength(100)
  })
})
