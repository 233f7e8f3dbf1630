import { setImmediate } from 'node:timers/promises'

import { afterEach, expect, test, vi } from 'vitest'

import { runStretch, watchTimers } from '../../../suites/encryption/load.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a run keeps the requested number of operations in progress', async () => {
  let [underWay, most] = [0, 0]
  const work = async (): Promise<void> => {
    underWay += 1
    most = Math.max(most, underWay)
    await setImmediate()
    underWay -= 1
    now += 1
  }
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { rate, cpu } = await runStretch(work, { concurrency: 16, seconds: 0.032 })
  expect({ most, underWay }).toEqual({ most: 16, underWay: 0 })
  expect(rate).toBeGreaterThan(0)
  expect(cpu).toBeGreaterThan(0)
})

test('a run counts operations per second of wall time', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { rate } = await runStretch(() => (now += 10), { concurrency: 1, seconds: 0.1 })
  expect(rate).toBe(100)
})

test('a blocked timer is late by the whole blocked time', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const stop = watchTimers()
  now = 51
  expect(stop()).toBe(50)
})

test('the largest delay of a timer counts, not the last', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const stop = watchTimers()
  for (const passed of [1, 31, 1]) {
    now += passed
    vi.advanceTimersByTime(1)
  }
  expect(stop()).toBe(30)
})
