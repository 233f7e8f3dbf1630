// The calls of the contract through both views and both profiles, against one set of handlers.
import { operations } from '@custody-wallet/types/operations'
import { describe, expect, test } from 'vitest'

import { createService } from '../../src/index.ts'
import { parametersOf, sealedIds, shownHandlers, valueOf } from '../support/handlers.ts'
import { clientOf, merchantOf, profileNames } from '../support/merchants.ts'

const { handlers, seen } = shownHandlers()
const merchants = new Map(profileNames.map((name) => [`${name}-shop`, merchantOf(name)]))
const service = createService({ merchants, handlers, plainMerchant: 'modern-shop' })

/** A call whose path is one of several, which its types do not take. */
const untyped =
  (call: unknown) =>
  (path: string, init: object): unknown =>
    typeof call === 'function' ? call(path, init) : undefined

const pathOf = (id: keyof typeof operations): string =>
  operations[id].path.replace('{staking_protocol}', 'babylon').replace('{resource_chain}', 'tron')

describe.each(profileNames)('under %s', (name) => {
  const { http } = clientOf(name, service.wire)

  test.each(sealedIds)('%s reaches its handler, and its value the caller', async (id) => {
    const parameters = parametersOf(id)
    const { path, method } = operations[id]
    const call: unknown =
      method === 'GET'
        ? await untyped(http.GET)(path, { params: { query: parameters } })
        : await untyped(http.POST)(path, { body: parameters })
    const { data }: { readonly data: unknown } = Object(call)
    expect(operations[id].family === 'mpc' ? data : Object(data).data).toEqual(valueOf(id))
    expect(seen.at(-1)).toMatchObject({
      parameters,
      call: { operation: id, appId: `${name}-shop`, view: 'wire' },
    })
  })
})

describe('the plain view', () => {
  test.each(sealedIds)('%s reaches its handler, and its value the caller', async (id) => {
    const parameters = parametersOf(id)
    const { method, family } = operations[id]
    const query = Object.entries(parameters).map(
      ([key, value]) => `${key}=${encodeURIComponent(String(value))}`,
    )
    const request =
      method === 'GET'
        ? new Request(`http://service${pathOf(id)}?${query.join('&')}`)
        : new Request(`http://service${pathOf(id)}`, {
            method,
            body: JSON.stringify(parameters),
            headers: { 'content-type': 'application/json' },
          })
    const answer: unknown = await (await service.plain(request, { address: '203.0.113.9' })).json()
    expect(family === 'mpc' ? answer : Object(answer).data).toEqual(valueOf(id))
    expect(seen.at(-1)).toMatchObject({
      parameters,
      call: { operation: id, appId: 'modern-shop', view: 'plain', address: '203.0.113.9' },
    })
  })
})
