import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { type Mark, type ServerClock, createServerClock } from '../src/clock.ts'
import { noon, simulate } from './support/clocks.ts'

const offsets = Array.from({ length: 37 }, (_, index) => (index - 18) * 5)
const latencies = [
  [0, 0],
  [20, 30],
  [900, 100],
  [100, 900],
  [4000, 4000],
  [25_000, 25_000],
] as const
const phases = [0, 1, 499, 999]

describe.each(offsets)('with a local clock %i s ahead', (seconds) => {
  const worlds = latencies.flatMap(([there, back]) =>
    phases.map((phase) => simulate({ offset: seconds * 1000, there, back, start: noon + phase })),
  )

  test('a call succeeds within two attempts, and after the first Date no stamp is in the future', () => {
    for (const world of worlds) {
      expect(world.call().at(-1)).toMatchObject({ isAccepted: true })
      const later = [world.call(), world.call()].flat()
      expect(later.every(({ isAccepted, behind }) => isAccepted && behind >= 2000)).toBe(true)
      expect(later).toHaveLength(2)
    }
  })
})

describe('before any response', () => {
  test('a stamp is two seconds before the local time', () => {
    const { clock } = simulate({ offset: 0, there: 0, back: 0 })
    expect(clock.stamp()).toBe(noon - 2000)
    expect(clock.hasLearned).toBe(false)
  })

  test('a clock that is correct, or less than a minute slow, succeeds with one attempt', () => {
    for (const offset of [-57_000, -30_000, 0, 1900])
      expect(simulate({ offset, there: 500, back: 500 }).call()).toHaveLength(1)
  })
})

describe('a response is ignored', () => {
  const dates = {
    'without a Date': null,
    'with an empty Date': '',
    'with a number as Date': '1767225600',
    'with a year as Date': '2026',
    'with a Date in ISO 8601': '2026-01-01T00:00:00Z',
    'with a Date in asctime form': 'Thu Jan  1 00:00:00 2026',
    'with a Date in RFC 850 form': 'Thursday, 01-Jan-26 00:00:00 GMT',
    'with a wrong weekday': 'Wed, 01 Jan 2026 00:00:00 GMT',
    'with another time zone': 'Thu, 01 Jan 2026 00:00:00 CET',
    'with a day that does not exist': 'Sat, 31 Feb 2026 00:00:00 GMT',
    'with two Dates': 'Thu, 01 Jan 2026 00:00:00 GMT, Thu, 01 Jan 2026 00:00:00 GMT',
  }

  test.each(Object.entries(dates))('%s', (_, date) => {
    const clock = createServerClock({ clock: () => noon, monotonic: () => 0 })
    clock.learn(clock.markSent(), date, { isCached: false, isRedirected: false })
    expect(clock.hasLearned).toBe(false)
    expect(clock.stamp()).toBe(noon - 2000)
  })

  test.each([
    ['comes from a cache', { isCached: true, isRedirected: false }],
    ['comes from another address', { isCached: false, isRedirected: true }],
  ])('that %s', (_, facts) => {
    const world = simulate({ offset: 90_000, there: 10, back: 10 })
    world.tryCall(facts)
    expect(world.clock.hasLearned).toBe(false)
  })

  test('if the local clock was set meanwhile', () => {
    const { clock, set, passTime: pass } = simulate({ offset: 0, there: 10, back: 10 })
    const mark = clock.markSent()
    set(90_000)
    pass(10)
    clock.learn(mark, new Date(noon).toUTCString(), { isCached: false, isRedirected: false })
    expect(clock.hasLearned).toBe(false)
  })

  test('if it arrived before its request was sent', () => {
    const clock = createServerClock({ clock: () => noon, monotonic: () => 100 })
    const mark = { wall: noon + 50, monotonic: 150 }
    clock.learn(mark, new Date(noon).toUTCString(), { isCached: false, isRedirected: false })
    expect(clock.hasLearned).toBe(false)
  })
})

describe('with several responses', () => {
  test('the smallest round trip counts', () => {
    const responses = [2000, 10, 8000].map((roundTrip) => ({
      isCached: false,
      isRedirected: false,
      roundTrip,
    }))
    let monotonic = 0
    const clock = createServerClock({ clock: () => noon + monotonic, monotonic: () => monotonic })
    for (const { roundTrip, ...facts } of responses) {
      const mark = clock.markSent()
      monotonic += roundTrip
      // The service responds immediately, so the response takes the whole round trip.
      clock.learn(mark, new Date(Math.floor((noon + mark.monotonic) / 1000) * 1000).toUTCString(), facts)
    }
    expect(noon + monotonic - clock.stamp()).toBeGreaterThanOrEqual(2000)
    expect(noon + monotonic - clock.stamp()).toBeLessThan(2000 + 1000 + 10 + 10)
  })

  test('a new one replaces old ones that contradict it', () => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    world.setService(-3_600_000)
    world.network(500, 500)
    expect(world.call().map(({ isAccepted }) => isAccepted)).toEqual([false, true])
    world.setService(3_600_000)
    world.network(900, 900)
    expect(world.call().map(({ isAccepted }) => isAccepted)).toEqual([false, true])
  })
})

test('a stamp is an integer of milliseconds', () => {
  expectTypeOf(createServerClock).returns.toEqualTypeOf<ServerClock>()
  expectTypeOf<ServerClock['markSent']>().returns.toEqualTypeOf<Mark>()
  expect(createServerClock({ clock: () => noon + 0.9 }).stamp()).toBe(noon - 2000)
  // @ts-expect-error `learned` is read-only
  expect(() => (createServerClock({ clock: () => noon }).hasLearned = true)).toThrow(TypeError)
})

describe('after the local clock was set', () => {
  test.each([-3_600_000, -90_000, -1500, 1500, 90_000, 3_600_000])('by %i ms, the clock is read again', (ms) => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    world.set(ms)
    expect(world.clock.hasLearned).toBe(false)
    expect(world.call().at(-1)).toMatchObject({ isAccepted: true })
    expect(world.clock.hasLearned).toBe(true)
  })

  test.each([1500, 90_000, 3_600_000])('ahead by %i ms, no stamp is in the future', (ms) => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    world.set(ms)
    world.set(ms)
    expect(world.tryCall()).toMatchObject({ isAccepted: true })
    world.set(-ms)
    expect(world.tryCall().behind).toBeGreaterThanOrEqual(2000)
  })

  test('several times before a response, no stamp is in the future', () => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    for (const ms of [90_000, 90_000, -30_000]) {
      world.set(ms)
      expect(world.clock.hasLearned).toBe(false)
    }
    expect(world.tryCall().behind).toBeGreaterThanOrEqual(2000)
  })

  test('by small corrections, nothing is forgotten', () => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    for (let count = 0; count < 20; count += 1) {
      world.set(400)
      expect(world.tryCall()).toMatchObject({ isAccepted: true })
    }
    expect(world.clock.hasLearned).toBe(true)
  })
})

test('after the machine slept, two attempts are enough', () => {
  const world = simulate({ offset: 0, there: 10, back: 10 })
  world.call()
  world.sleep(8 * 3_600_000)
  expect(world.call().at(-1)).toMatchObject({ isAccepted: true })
  world.sleep(8 * 3_600_000)
  expect(world.call().every(({ behind }) => behind >= 2000)).toBe(true)
})

describe('with any clocks and any network', () => {
  const latency = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 25_000 }))
  const events = fc.array(
    fc.record({
      pause: fc.oneof(fc.nat(5000), fc.nat(3_600_000)),
      happens: fc.constantFrom('nothing', 'nothing', 'set', 'sleep'),
      by: fc.integer({ min: -7_200_000, max: 7_200_000 }),
    }),
    { maxLength: 12 },
  )
  const worlds = fc.record({
    offset: fc.integer({ min: -7_200_000, max: 7_200_000 }),
    there: latency,
    back: latency,
    start: fc.integer({ min: noon, max: noon + 86_400_000 }),
    drift: fc.double({ min: -0.0002, max: 0.0002, noNaN: true }),
  })

  test('after the first Date no stamp is in the future, and two attempts are enough', () => {
    fc.assert(
      fc.property(worlds, events, (given, list) => {
        const world = simulate(given)
        expect(world.call().at(-1)).toMatchObject({ isAccepted: true })
        for (const { pause, happens, by } of list) {
          world.passTime(pause)
          if (happens === 'set') world.set(by)
          if (happens === 'sleep') world.sleep(Math.abs(by))
          const attempts = world.call()
          expect(attempts.at(-1)).toMatchObject({ isAccepted: true })
          expect(attempts.every(({ behind }) => behind >= 2000)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('every stamp is two to 60 seconds old despite jitter', () => {
    const trips = fc.array(fc.tuple(latency, latency, fc.nat(600_000)), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(worlds, trips, (given, list) => {
        const world = simulate(given)
        world.call()
        for (const [there, back, pause] of list) {
          world.network(there, back)
          world.passTime(pause)
          const attempts = world.call()
          expect(attempts).toMatchObject([{ isAccepted: true }])
          expect(attempts.every(({ behind }) => behind >= 2000)).toBe(true)
          expect(Number.isSafeInteger(world.clock.stamp())).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('one fast response among the last few keeps stamps less than four seconds old', () => {
    fc.assert(
      fc.property(worlds, fc.array(fc.tuple(latency, latency), { maxLength: 7 }), (given, list) => {
        const world = simulate({ ...given, there: 10, back: 10 })
        world.call()
        for (const [there, back] of list) {
          world.network(there, back)
          expect(world.tryCall().behind).toBeLessThan(4000)
        }
      }),
    )
  })
})
