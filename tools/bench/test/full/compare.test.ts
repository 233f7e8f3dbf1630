import { expect, test } from 'vitest'

import { calm, type Method, createPairedMethod, compareSpeed, steady } from '../../compare.ts'

/** A clock that moves by what each work takes, in seconds, and the names of the works that were called. */
function createClockwork() {
  const called: string[] = []
  let now = 0
  const createWork = (name: string, seconds: number | ((call: number) => number)) => () => {
    called.push(name)
    now += typeof seconds === 'number' ? seconds : seconds(called.length)
  }
  const useClock = (method: Method): Method => ({ ...method, clock: () => now })
  return { called, work: createWork, on: useClock }
}

test.each([
  ['steady', steady],
  ['calm', calm],
  ['paired', createPairedMethod(3)],
])('a work of half the time is twice as fast: %s', async (_name, method) => {
  const { work: createWork, on: useClock } = createClockwork()
  expect(await compareSpeed(createWork('own', 0.02), createWork('other', 0.04), useClock(method))).toBeCloseTo(2)
})

test('awaited time counts', async () => {
  const { work: createWork, on: useClock } = createClockwork()
  const runSlowLater = async (): Promise<void> => {
    await Promise.resolve()
    createWork('own', 0.03)()
  }
  expect(await compareSpeed(runSlowLater, createWork('other', 0.01), useClock(steady))).toBeCloseTo(1 / 3)
})

test('both take turns, also within a round', async () => {
  const { called, work: createWork, on: useClock } = createClockwork()
  await compareSpeed(createWork('a', 0.5), createWork('b', 0.5), useClock(steady))
  // One call each to warm up and one to count; then sixteen rounds of four turns.
  expect(called.join('')).toBe('aabb' + 'ab'.repeat(64))
})

test('a quick task is repeated until it can be timed', async () => {
  const { called, work: createWork, on: useClock } = createClockwork()
  await compareSpeed(createWork('a', 0.003), createWork('b', 0.5), useClock(steady))
  expect(called.join('')).toMatch(/(baaaa){60}b$/)
})

test('one slow round does not change the speed', async () => {
  const { work: createWork, on: useClock } = createClockwork()
  let calls = 0
  const runOwn = createWork('own', () => ((calls += 1) === 20 ? 50 : 0.5))
  expect(await compareSpeed(runOwn, createWork('other', 0.5), useClock(steady))).toBeCloseTo(1)
})

test('disturbances of most turns do not change the speed of steady work', async () => {
  const { work: createWork, on: useClock } = createClockwork()
  const runDisturbed = createWork('own', (call) => (call % 3 === 0 ? 2 : 50 + call))
  expect(await compareSpeed(runDisturbed, createWork('other', 2), useClock(calm))).toBe(1)
})

test.each([
  ['calm', calm, 105],
  ['paired', createPairedMethod(3), 2],
])('the order changes from round to round: %s', async (_name, method, twice) => {
  const { called, work: createWork, on: useClock } = createClockwork()
  await compareSpeed(createWork('a', 1), createWork('b', 1), useClock(method))
  expect(called.join('')).toBe('abba'.repeat(twice))
})
