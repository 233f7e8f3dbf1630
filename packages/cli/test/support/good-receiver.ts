// A receiver of the package for two merchants, which the command must accept.
import { buffer } from 'node:stream/consumers'

import { readEnvelope } from '@custody-wallet/encryption'
import { createReceiver } from '@custody-wallet/receiver'
import { createTestPlatform } from '@custody-wallet/receiver/testing'
import { memoryForTests } from '@custody-wallet/store/sqlite'
import { add, type Decimal, sum } from '@custody-wallet/types/arithmetic'
import { expect } from 'vitest'

import { cases } from '../../src/verify/cases.ts'
import type { Probe } from '../../src/verify/observer.ts'
import { verifyReceiver } from '../../src/verify/verify.ts'
import { memoAccount, otherAppId, type platform, serve } from './broken-receivers.ts'

interface Good {
  readonly url: string
  readonly probe: Probe
}

/** A receiver of `createReceiver` on a port, for two merchants with one store. */
async function startGoodReceiver(
  profile: 'classic' | 'modern',
): Promise<Good & { readonly sender: typeof platform.sender }> {
  const sums = new Map<string, Decimal>()
  const count = (key: string, amount: Decimal): void => void sums.set(key, add(sums.get(key) ?? sum([]), amount))
  const store = memoryForTests()
  const receivers = new Map(
    ['demo-shop', otherAppId].map((appId) => [
      appId,
      createReceiver({
        profile: createTestPlatform({ profile, appId }).receiver,
        store,
        onDeposit: async ({ credit, symbol, address_to, memo }) =>
          count(`credited ${appId} ${symbol} ${address_to} ${memo}`, credit),
        onInternal: async ({ fee, symbol, address_to, memo }) =>
          count(`deducted ${appId} ${symbol} ${address_to} ${memo}`, fee),
        onConflict: async () => undefined,
      }),
    ]),
  )
  const url = await serve(async (request, response) => {
    const body = await buffer(request)
    const receiver = receivers.get(readEnvelope(body).appId) ?? receivers.get('demo-shop')
    const message = new Request(`http://localhost${request.url}`, { method: 'POST', body })
    const reply = await receiver?.fetch(message)
    response.statusCode = reply?.status ?? 500
    response.end(await reply?.text())
  })
  return {
    url,
    probe: (what, { symbol, address: to, memo }) => sums.get(`${what} demo-shop ${symbol} ${to} ${memo}`) ?? '0',
    sender: createTestPlatform({ profile }).sender,
  }
}

/** Verifies a receiver of `createReceiver`, which must pass all cases. */
export async function expectGoodReceiver(profile: 'classic' | 'modern'): Promise<void> {
  const { url, probe, sender } = await startGoodReceiver(profile)
  // The tests of kills restart a receiver with a store that lasts.
  const restart = async (): Promise<undefined> => undefined
  const options = { url, probe, profile: sender, memoAccount, otherAppId, restart, isStrict: true }
  const sheet = await verifyReceiver(options)
  expect(sheet.results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
  expect(sheet.passed).toBe(true)
  expect(sheet.results).toHaveLength(cases.length)
}
