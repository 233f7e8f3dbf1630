import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createService, type Handlers, listen, type Servers } from '../../../src/index.ts'
import { createHandlers } from '../../support/handlers.ts'
import { getApiKey, createMerchant, type ProfileName, createShopParty } from '../../support/merchants.ts'

const settings = { token: { attach: 'Access-Token' } } as const
const rounds = 3
const callsPerRound = 7

const shops = Array.from({ length: 200 }, (_, index) => {
  const name: ProfileName = index % 2 === 0 ? 'classic' : 'modern'
  const appId = `shop-${index}`
  return {
    appId,
    party: createShopParty(name, appId),
    merchant: createMerchant(name, { appId, settings }),
    calls: 0,
  }
})
type Shop = (typeof shops)[number]

// All merchants have a user with the same id, whose balance counts the calls of its merchant.
const balances = new Map<string, number>()
const getAccount: Handlers['getAccount'] = async ({ uid }, { appId }) => {
  const before = balances.get(appId) ?? 0
  // Waits, so that calls of several merchants run at the same time.
  await new Promise((resolve) => setImmediate(resolve))
  balances.set(appId, before + 1)
  return { normal_balance: String(before + 1), lock_balance: '0', deposit_address: `${appId}/${uid}` }
}

let servers: Servers<'wire'>
beforeAll(async () => {
  const { wire } = createService({
    merchants: new Map(shops.map(({ appId, merchant }) => [appId, merchant])),
    handlers: { ...createHandlers().handlers, getAccount },
  })
  servers = await listen({ wire })
})
afterAll(() => servers.close())

async function fetchToken({ appId }: Shop): Promise<string> {
  const headers = { 'Api-Key': getApiKey(appId), Timestamp: String(Date.now()) }
  const response = await fetch(`${servers.wire.url}/open-api/v1/merchant/token`, { headers })
  const { data }: { readonly data: { readonly access_token: string } } = await response.json()
  return data.access_token
}

async function fetchAccount({ party }: Shop, token: string): Promise<unknown> {
  const sealed = await party.sealRequest('getAccount', { uid: 1, symbol: 'BTC' })
  const response = await fetch(`${servers.wire.url}${sealed.path}?${sealed.query}`, {
    headers: { 'Access-Token': token },
  })
  const opened = await party.openResponse(sealed, await response.bytes())
  return opened.response
}

/** Each merchant makes its calls one after the other. */
async function load(tokens: ReadonlyMap<Shop, string>): Promise<void> {
  const lane = async (shop: Shop): Promise<void> => {
    for (let call = 0; call < callsPerRound; call += 1) {
      shop.calls += 1
      const data = {
        normal_balance: String(shop.calls),
        lock_balance: '0',
        deposit_address: `${shop.appId}/1`,
      }
      expect(await fetchAccount(shop, tokens.get(shop) ?? '')).toMatchObject({ code: '0', data })
    }
  }
  await Promise.all(shops.map(lane))
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function measureHeap(): Promise<number> {
  for (let run = 0; run < 3; run += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    collectGarbage()
  }
  return process.memoryUsage().heapUsed
}

describe('200 merchants of both profiles', () => {
  test('see only their own records under load, and memory stays flat', async () => {
    const tokens = new Map(await Promise.all(shops.map(async (shop) => [shop, await fetchToken(shop)] as const)))
    const heaps: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await load(tokens)
      heaps.push(await measureHeap())
    }
    const megabytes = heaps.map((bytes) => (bytes / 1_048_576).toFixed(1)).join(', ')
    console.log(`200 merchants: heap after each round ${megabytes} MB`)
    // The first round warms up. A leak of 2 KB for each call would exceed the limit.
    expect((heaps.at(-1) ?? 0) - (heaps[0] ?? 0)).toBeLessThan(4 * 1_048_576)
  })

  test('are rejected with the token of another merchant, without changes to records', async () => {
    const before = new Map(balances)
    const tokens = await Promise.all(shops.map(fetchToken))
    const responses = await Promise.all(
      shops.map((shop, index) => fetchAccount(shop, tokens[(index + 1) % tokens.length] ?? '')),
    )
    for (const response of responses) expect(response).toMatchObject({ code: '1007' })
    expect(balances).toEqual(before)
  })
})
