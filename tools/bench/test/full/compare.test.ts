import { expect, test } from 'vitest'

import { calm, type Method, paired, speed, steady } from '../../compare.ts'

/** A clock that moves by what each work takes, in seconds, and the names of the works that were called. */
function clockwork() {
  const called: string[] = []
  let now = 0
  const work = (name: string, seconds: number | ((call: number) => number)) => () => {
    called.push(name)
    now += typeof seconds === 'number' ? seconds : seconds(called.length)
  }
  const on = (method: Method): Method => ({ ...method, clock: () => now })
  return { called, work, on }
}

test.each([
  ['steady', steady],
  ['calm', calm],
  ['paired', paired(3)],
])('a work of half the time is twice as fast: %s', async (_name, method) => {
  const { work, on } = clockwork()
  expect(await speed(work('own', 0.02), work('other', 0.04), on(method))).toBeCloseTo(2)
})

test('awaited time counts', async () => {
  const { work, on } = clockwork()
  const slowLater = async (): Promise<void> => {
    await Promise.resolve()
    work('own', 0.03)()
  }
  expect(await speed(slowLater, work('other', 0.01), on(steady))).toBeCloseTo(1 / 3)
})

test('both take turns, also within a round', async () => {
  const { called, work, on } = clockwork()
  await speed(work('a', 0.5), work('b', 0.5), on(steady))
  // One call each to warm up and one to count; then sixteen rounds of four turns.
  expect(called.join('')).toBe('aabb' + 'ab'.repeat(64))
})

test('a quick work is called often enough to be timed', async () => {
  const { called, work, on } = clockwork()
  await speed(work('a', 0.003), work('b', 0.5), on(steady))
  expect(called.join('')).toMatch(/(baaaa){60}b$/)
})

test('one slow round does not change the speed', async () => {
  const { work, on } = clockwork()
  let calls = 0
  const own = work('own', () => ((calls += 1) === 20 ? 50 : 0.5))
  expect(await speed(own, work('other', 0.5), on(steady))).toBeCloseTo(1)
})

test('disturbances of most turns do not count for calm work', async () => {
  const { work, on } = clockwork()
  const disturbed = work('own', (call) => (call % 3 === 0 ? 2 : 50 + call))
  expect(await speed(disturbed, work('other', 2), on(calm))).toBe(1)
})

test.each([
  ['calm', calm, 105],
  ['paired', paired(3), 2],
])('the order changes from round to round: %s', async (_name, method, twice) => {
  const { called, work, on } = clockwork()
  await speed(work('a', 1), work('b', 1), on(method))
  expect(called.join('')).toBe('abba'.repeat(twice))
})
