import { describe, expect, test } from 'vitest'

import { createPlainClient } from '../../src/plain.ts'
import { catchFailure } from '../support/failures.ts'
import { getSampleResponse } from '../support/samples.ts'
import { address, createClient, profileNames, createService } from '../support/service.ts'

interface Lookup {
  uid: number
  symbol: string
}
interface Caller {
  readonly seen: string[]
  readonly get: (lookup: Lookup) => Promise<unknown>
}

const createAccountResponse = (): Response => Response.json(getSampleResponse('getAccount', 'typical'))

/** A plain client, and the users in the requests to its service. */
function createPlainCaller(): Caller {
  const seen: string[] = []
  const { accounts } = createPlainClient({
    url: address,
    concurrency: 1,
    fetch: async (url) => {
      seen.push(new URL(url).searchParams.get('uid') ?? '')
      return createAccountResponse()
    },
  })
  return { seen, get: accounts.get }
}

/** A sealed client, and the users in the requests to its service. */
function createSealedCaller(name: (typeof profileNames)[number]): Caller {
  const seen: string[] = []
  const fetch = createService(name, ({ url }) => {
    seen.push(new URL(url).searchParams.get('uid') ?? '')
    return createAccountResponse()
  })
  const { accounts } = createClient(name, { fetch, concurrency: 1 })
  return { seen, get: accounts.get }
}

const callers = [
  ['the plain client', createPlainCaller],
  ...profileNames.map((name) => [`a call under ${name}`, () => createSealedCaller(name)] as const),
] as const

describe.each(callers)('%s', (_name, make) => {
  test('sends the parameters as they were at the time of the call, even if the call waits', async () => {
    const { seen, get } = make()
    const lookup = { uid: 0, symbol: 'BTC' }
    const calls = [1, 2, 3, 4].map((uid) => get(Object.assign(lookup, { uid })))
    await Promise.all(calls)
    expect(seen).toEqual(['1', '2', '3', '4'])
  })

  test('rejects inherited parameters, because they would not be sent', async () => {
    const { seen, get } = make()
    const inherited: Lookup = Object.create({ uid: 1, symbol: 'BTC' })
    expect(await catchFailure(get(inherited))).toMatchObject({ code: 'PARAMETERS_INVALID' })
    expect(seen).toEqual([])
  })

  test('reads a field once', async () => {
    const { seen, get } = make()
    let read = 0
    const counting = {
      get uid() {
        return (read += 1)
      },
      symbol: 'BTC',
    }
    await get(counting)
    expect([seen, read]).toEqual([['1'], 1])
  })
})

test('a list is also copied at the time of the call', async () => {
  const seen: unknown[] = []
  const { withdrawals } = createPlainClient({
    url: address,
    concurrency: 1,
    fetch: async (url) => {
      seen.push(new URL(url).searchParams.get('ids'))
      return Response.json({ code: '0', msg: 'success', data: [] })
    },
  })
  const ids = ['order-1']
  const calls = [withdrawals.list({ ids }), withdrawals.list({ ids })]
  ids.push('order-2')
  await Promise.all(calls)
  expect(seen).toEqual(['order-1', 'order-1'])
})

test.each(profileNames)(
  'under %s, a response is compared with the parameters at the time of the call',
  async (name) => {
    const ids = ['wd-20260101-0001', 'wd-20260101-0002']
    const call = createClient(name).withdrawals.list({ ids })
    ids.length = 0
    expect(await call).toHaveLength(2)
  },
)

test('circular parameters are rejected', async () => {
  const itself: Record<string, unknown> = { uid: 1 }
  itself['symbol'] = itself
  const { accounts } = createPlainClient({ url: address, fetch: async () => createAccountResponse() })
  // @ts-expect-error A symbol is a string.
  const call = accounts.get(itself)
  expect(await catchFailure(call)).toMatchObject({ code: 'PARAMETERS_INVALID' })
})
