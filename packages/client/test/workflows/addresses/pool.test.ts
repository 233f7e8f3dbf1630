import { describe, expect, test } from 'vitest'

import { available, watchPool } from '../../../src/workflows/index.ts'
import { service } from '../../support/address-service.ts'
import { collect, instantTimer, refusal } from '../../support/workflow-service.ts'

const broken = new Error('of the service')

/** A service that knows some coins. */
const serviceOf = (counts: Readonly<Record<string, number>>) => ({
  available: async ({ symbol }: { readonly symbol: string }) => {
    const count = counts[symbol]
    if (count === undefined) throw broken
    return { symbol, count }
  },
})

describe('the pool', () => {
  test('is requested for a coin', async () => {
    expect(await available(serviceOf({ BTC: 4200 }), 'BTC')).toBe(4200)
  })

  test('is low below the limit, and not at the limit', async () => {
    const watch = watchPool(serviceOf({ BTC: 1000, LTC: 999 }), {
      symbols: ['BTC', 'LTC'],
      below: 1000,
      once: true,
    })
    expect(await collect(watch)).toEqual([
      { symbol: 'BTC', below: 1000, kind: 'enough', count: 1000 },
      { symbol: 'LTC', below: 1000, kind: 'low', count: 999 },
    ])
  })

  test('is unknown if the call fails, and the others are still checked', async () => {
    const watch = watchPool(serviceOf({ LTC: 5 }), { symbols: ['BTC', 'LTC'], below: 5, once: true })
    expect(await collect(watch)).toMatchObject([{ kind: 'unknown', error: broken }, { kind: 'enough' }])
  })

  test.each([
    [0, { BTC: 10, LTC: 10 }],
    [1, { BTC: 10, LTC: 9 }],
    [2, { LTC: 9 }],
  ])('makes the exit code %i of %j', async (code, counts) => {
    const watch = watchPool(serviceOf(counts), { symbols: ['BTC', 'LTC'], below: 10, once: true })
    expect(watch.exitCode()).toBe(2)
    await collect(watch)
    expect(watch.exitCode()).toBe(code)
  })

  test('is not affected when a consumer changes an event', async () => {
    const watch = watchPool(serviceOf({ BTC: 5 }), { symbols: ['BTC'], below: 10, once: true })
    for await (const event of watch) Object.assign(event, { symbol: 'LTC', kind: 'enough', count: 50 })
    expect(watch.exitCode()).toBe(1)
    expect(watch.metrics()).toContain('custody_available_addresses{symbol="BTC"} 5')
  })

  test('covers all given coins, even if the list of the caller changes', async () => {
    const symbols = ['BTC', 'LTC']
    const watch = watchPool(serviceOf({ BTC: 10, LTC: 10 }), { symbols, below: 10, once: true })
    const seen: string[] = []
    for await (const { symbol } of watch) {
      seen.push(symbol)
      symbols.pop()
    }
    expect([seen, watch.exitCode()]).toEqual([['BTC', 'LTC'], 0])
  })

  test('makes text for Prometheus, with any coin name', async () => {
    const watch = watchPool(serviceOf({ 'B"\\\n': 3 }), { symbols: ['B"\\\n', 'X'], below: 10, once: true })
    await collect(watch)
    expect(watch.metrics())
      .toBe(String.raw`# HELP custody_available_addresses Pushed addresses that are not yet given to a user.
# TYPE custody_available_addresses gauge
custody_available_addresses{symbol="B\"\\\n"} 3
custody_available_addresses{symbol="X"} NaN
# HELP custody_available_addresses_low Whether fewer addresses are available than required.
# TYPE custody_available_addresses_low gauge
custody_available_addresses_low{symbol="B\"\\\n"} 1
custody_available_addresses_low{symbol="X"} 0
# HELP custody_available_addresses_known Whether the service answered the last check.
# TYPE custody_available_addresses_known gauge
custody_available_addresses_known{symbol="B\"\\\n"} 1
custody_available_addresses_known{symbol="X"} 0
`)
  })

  test('is watched until the signal fires, with the interval between two checks', async () => {
    const controller = new AbortController()
    const { setTimer, waits } = instantTimer((rings) => rings === 3 && controller.abort())
    const { signal } = controller
    const watch = watchPool(serviceOf({ BTC: 1 }), {
      symbols: ['BTC'],
      below: 1,
      interval: 900,
      setTimer,
      signal,
    })
    expect(await refusal(collect(watch))).toMatchObject({ code: 'ABORTED' })
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
    expect(await refusal(watch[Symbol.asyncIterator]().next())).toMatchObject({ code: 'ABORTED' })
  })

  test.each([0, -1, 1.5])('rejects a limit of %s', (below) => {
    expect(() => watchPool(serviceOf({}), { symbols: [], below })).toThrow(TypeError)
  })
})

/** A value that a caller without types may pass. */
const untyped = <T>(value: unknown, _like: T): T => JSON.parse(JSON.stringify(value))

test('is low if the count is NaN', async () => {
  const watch = watchPool(
    { available: async ({ symbol }) => ({ symbol, count: Number.NaN }) },
    { symbols: ['BTC'], below: 1, once: true },
  )
  await collect(watch)
  expect(watch.exitCode()).toBe(1)
})

test.each([[[]], ['BTC'], [['']]])('symbols of %j are rejected', (symbols) => {
  expect(() => watchPool(service(), { symbols: untyped(symbols, ['BTC']), below: 1 })).toThrow(TypeError)
})
