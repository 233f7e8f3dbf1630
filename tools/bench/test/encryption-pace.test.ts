import { afterEach, expect, test, vi } from 'vitest'

import { speed } from '../suites/encryption/pace.ts'
import { stretch, watchTimers } from '../suites/encryption/stretch.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A clock that moves by what each work takes, in seconds, and what was called. */
function clockwork() {
  const called: string[] = []
  let now = 0
  const work = (name: string, seconds: number) => () => {
    called.push(name)
    now += seconds
  }
  return { called, work, clock: () => now }
}

test('what takes half the time is twice as fast', async () => {
  const { work, clock } = clockwork()
  expect(await speed(work('own', 0.02), work('other', 0.04), clock)).toBeCloseTo(2)
})

test('what is awaited counts', async () => {
  const { work, clock } = clockwork()
  const slowLater = async (): Promise<void> => {
    await Promise.resolve()
    work('own', 0.03)()
  }
  expect(await speed(slowLater, work('other', 0.01), clock)).toBeCloseTo(1 / 3)
})

test('both take turns, also within a round', async () => {
  const { called, work, clock } = clockwork()
  await speed(work('a', 0.5), work('b', 0.5), clock)
  // One call each to warm up and one to count; then sixteen rounds of four turns.
  expect(called.join('')).toBe('aabb' + 'ab'.repeat(64))
})

test('a quick work is called often enough to be timed', async () => {
  const { called, work, clock } = clockwork()
  await speed(work('a', 0.003), work('b', 0.5), clock)
  expect(called.join('')).toMatch(/(baaaa){60}b$/)
})

test('one slow round does not change the speed', async () => {
  const { work, clock } = clockwork()
  const steady = work('own', 0.5)
  const hiccup = work('own', 50)
  let calls = 0
  const own = (): void => ((calls += 1) === 20 ? hiccup : steady)()
  expect(await speed(own, work('other', 0.5), clock)).toBeCloseTo(1)
})

test('a stretch keeps as many operations under way as it is told', async () => {
  let [underWay, most] = [0, 0]
  const work = async (): Promise<void> => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setTimeout(resolve, 1))
    underWay -= 1
    now += 1
  }
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { rate, cpu } = await stretch(work, { atOnce: 16, seconds: 0.032 })
  expect({ most, underWay }).toEqual({ most: 16, underWay: 0 })
  expect(rate).toBeGreaterThan(0)
  expect(cpu).toBeGreaterThan(0)
})

test('a stretch counts what was done by the clock on the wall', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { rate } = await stretch(() => (now += 10), { atOnce: 1, seconds: 0.1 })
  expect(rate).toBe(100)
})

test('a timer that nothing lets run is late by all that time', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const stop = watchTimers()
  now = 51
  expect(stop()).toBe(50)
})

test('the latest timer counts, not the last', () => {
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
