import { describe, expect, test } from 'vitest'

import { createService } from '../../src/index.ts'
import { createHandlers } from '../support/handlers.ts'
import { createMerchant, profileNames, createShopParty } from '../support/merchants.ts'

const account = 'http://service/api/v2/account/getByUidAndSymbol?uid=1&symbol=BTC'
const lookup = { uid: 1, symbol: 'BTC' }
const fitting = { normal_balance: '1', lock_balance: '0', deposit_address: 'a' }

class Account {
  readonly normal_balance = '1'
  readonly lock_balance = '0'
  readonly deposit_address = 'a'
}
class Disguised extends Account {
  toJSON(): unknown {
    return { normal_balance: 'canary' }
  }
}

/** Statuses of the plain view and of the wire view with both profiles, and the reported errors. */
async function readOutcomes(getAccount: () => unknown) {
  const errors: unknown[] = []
  const { plain, wire } = createService({
    merchants: new Map(profileNames.map((name) => [`${name}-shop`, createMerchant(name)])),
    plainMerchant: 'modern-shop',
    // Handlers in JavaScript can return anything.
    handlers: { ...createHandlers().handlers, getAccount: () => Object(getAccount()) },
    onError: (error) => errors.push(error),
  })
  const shown = await plain(new Request(account))
  const statuses = [shown.status]
  for (const name of profileNames) {
    const { path, query } = await createShopParty(name).sealRequest('getAccount', lookup)
    statuses.push((await wire(new Request(`http://service${path}?${query}`))).status)
  }
  return { statuses, text: await shown.text(), errors }
}

describe('a response that would be sent differently from what was checked gets HTTP 500 on both views', () => {
  const corruptResponses: readonly (readonly [string, () => unknown, RegExp])[] = [
    ['an own toJSON', () => ({ ...fitting, toJSON: () => 'canary' }), /toJSON/],
    ['an inherited toJSON', () => new Disguised(), /plain object/],
    ['an instance of a class', () => new Account(), /plain object/],
    ['inherited fields', () => Object.create(fitting), /plain object/],
    ['a field __proto__', () => JSON.parse(JSON.stringify(fitting).replace('{', '{"__proto__":{},')), /forbidden/],
    ['a field constructor', () => ({ ...fitting, constructor: 'canary' }), /forbidden/],
    ['a lone surrogate', () => ({ ...fitting, deposit_address: '\ud800' }), /surrogate/],
    ['a text of 2 MB', () => ({ ...fitting, deposit_address: 'a'.repeat(2_097_152) }), /too long/],
    ['a further field with a fraction', () => ({ ...fitting, rate: 0.1 }), /safe integer/],
    ['a further field that is a bigint', () => ({ ...fitting, rate: 1n }), /JSON can express/],
    ['a String object', () => ({ ...fitting, normal_balance: Object('1') }), /normal_balance/],
    ['a response', () => Response.json(fitting), /normal_balance/],
    ['a Map', () => new Map(Object.entries(fitting)), /normal_balance/],
    ['an object that looks like a rejection', () => ({ code: '110065', text: undefined }), /normal_balance/],
  ]

  test.each(corruptResponses)('for %s', async (_name, getAccount, reason) => {
    const { statuses, text, errors } = await readOutcomes(getAccount)
    expect(statuses).toEqual([500, 500, 500])
    expect(text).not.toContain('canary')
    expect(errors).toHaveLength(3)
    for (const error of errors) expect(String(error)).toMatch(reason)
  })

  test('and its hidden toJSON is never called', async () => {
    const value = Object.defineProperty({ ...fitting }, 'toJSON', { value: () => 'canary' })
    const { statuses, text } = await readOutcomes(() => value)
    expect(statuses).toEqual([200, 200, 200])
    expect(JSON.parse(text)).toEqual({ code: '0', msg: 'success', data: fitting })
  })
})

describe('a handler that throws gets HTTP 500 on both views, and its error is only reported', () => {
  const thrown: readonly (readonly [string, unknown])[] = [
    ['an error', new Error('canary')],
    ['a response', new Response('canary')],
    ['a text', 'canary'],
    ['undefined', undefined],
    ['null', null],
    ['an object that pretends to have a response', { response: new Response('canary') }],
    ['an object without a prototype', Object.create(null)],
  ]

  test.each(thrown)('for %s', async (_name, error) => {
    const { statuses, text, errors } = await readOutcomes(() => {
      throw error
    })
    expect(statuses).toEqual([500, 500, 500])
    expect(text).not.toContain('canary')
    expect(errors).toEqual([error, error, error])
  })
})

test('hooks that throw, reject or never end do not change responses', async () => {
  const throwBoom = (): never => {
    throw new Error('canary')
  }
  for (const hook of [throwBoom, async () => throwBoom(), () => new Promise(() => undefined)]) {
    const { plain, wire } = createService({
      merchants: new Map([['modern-shop', createMerchant('modern')]]),
      handlers: { ...createHandlers().handlers, findUser: throwBoom },
      onCall: hook,
      onError: hook,
      onRejected: hook,
    })
    expect((await plain(new Request(account))).status).toBe(200)
    const failed = await plain(new Request('http://service/api/v2/user/info?email=a@shop.example'))
    expect(failed.status).toBe(500)
    expect((await wire(new Request(account))).status).toBe(200)
  }
})
