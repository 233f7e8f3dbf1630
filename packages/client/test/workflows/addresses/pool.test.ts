import { describe, expect, test } from 'vitest'

import { watchPool } from '../../../src/workflows/index.ts'
import { createAddressService } from '../../support/address-service.ts'
import { collect, createInstantTimer, catchRejection } from '../../support/workflow-service.ts'

const broken = new Error('of the service')

/** A service that knows some coins. */
const createService = (counts: Readonly<Record<string, number>>) => ({
  available: async ({ symbol }: { readonly symbol: string }) => {
    const count = counts[symbol]
    if (count === undefined) throw broken
    return { symbol, count }
  },
})

describe('the pool', () => {
  test('is low below the limit, and not at the limit', async () => {
    const watch = watchPool(createService({ BTC: 1000, LTC: 999 }), {
      symbols: ['BTC', 'LTC'],
      below: 1000,
      once: true,
    })
    expect(await collect(watch)).toEqual([
      { symbol: 'BTC', below: 1000, kind: 'enough', count: 1000 },
      { symbol: 'LTC', below: 1000, kind: 'low', count: 999 },
    ])
  })

  test('is unknown if the call fails, while the others are still checked', async () => {
    const watch = watchPool(createService({ LTC: 5 }), { symbols: ['BTC', 'LTC'], below: 5, once: true })
    expect(await collect(watch)).toMatchObject([{ kind: 'unknown', error: broken }, { kind: 'enough' }])
  })

  test('ends with the error of a check, even if a consumer changes its event', async () => {
    const watch = watchPool(createService({}), { symbols: ['BTC'], below: 10 })
    const first = await watch.next()
    Object.assign(first.value ?? {}, { kind: 'enough', count: 50 })
    expect(await catchRejection(watch.next())).toBe(broken)
  })

  test('is checked for all coins, even if the list of the caller changes', async () => {
    const symbols = ['BTC', 'LTC']
    const watch = watchPool(createService({ BTC: 10, LTC: 10 }), { symbols, below: 10, once: true })
    const seen: string[] = []
    for await (const { symbol } of watch) {
      seen.push(symbol)
      symbols.pop()
    }
    expect(seen).toEqual(['BTC', 'LTC'])
  })

  test('is watched until the signal fires, with the interval between two checks', async () => {
    const controller = new AbortController()
    const { setTimer, waits } = createInstantTimer((rings) => rings === 3 && controller.abort())
    const { signal } = controller
    const watch = watchPool(createService({ BTC: 1 }), {
      symbols: ['BTC'],
      below: 1,
      interval: 900,
      setTimer,
      signal,
    })
    expect(await catchRejection(collect(watch))).toMatchObject({ code: 'ABORTED' })
    expect(waits).toEqual([900, 900, 900])
  })

  test('is not unknown when its check was aborted', async () => {
    const controller = new AbortController()
    const service = {
      available: () => {
        controller.abort()
        return Promise.reject(broken)
      },
    }
    const watch = watchPool(service, { symbols: ['BTC'], below: 1, signal: controller.signal })
    expect(await catchRejection(watch[Symbol.asyncIterator]().next())).toMatchObject({ code: 'ABORTED' })
  })

  test.each([0, -1, 1.5])('rejects a limit of %s', (below) => {
    expect(() => watchPool(createService({}), { symbols: [], below })).toThrow(TypeError)
  })
})

/** A value that the types forbid. */
const toUntyped = <T>(value: unknown, _like: T): T => JSON.parse(JSON.stringify(value))

test('is low if the count is NaN', async () => {
  const watch = watchPool(
    { available: async ({ symbol }) => ({ symbol, count: Number.NaN }) },
    { symbols: ['BTC'], below: 1, once: true },
  )
  expect(await collect(watch)).toMatchObject([{ kind: 'low' }])
})

test.each([[[]], ['BTC'], [['']]])('symbols of %j are rejected', (symbols) => {
  expect(() => watchPool(createAddressService(), { symbols: toUntyped(symbols, ['BTC']), below: 1 })).toThrow(TypeError)
})
