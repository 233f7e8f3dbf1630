import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

import { type ServerClock, createServerClock } from '../src/clock.ts'
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
    const { clock, set } = simulate({ offset: 0, there: 0, back: 0 })
    expect([clock.now(), clock.createStamp().time]).toEqual([noon - 2000, noon - 2000])
    set(90_000)
    expect([clock.now(), clock.createStamp().time]).toEqual([noon + 88_000, noon + 88_000])
  })

  test('a clock that is correct, or less than a minute slow, succeeds with one attempt', () => {
    for (const offset of [-57_000, -30_000, 0, 1900])
      expect(simulate({ offset, there: 500, back: 500 }).call()).toHaveLength(1)
  })
})

describe('a response is ignored', () => {
  const dates = {
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
  const responses = {
    'without a Date': new Headers(),
    ...Object.fromEntries(Object.entries(dates).map(([name, date]) => [name, new Headers({ date })])),
  }

  test.each(Object.entries(responses))('%s', (_, headers) => {
    const clock = createServerClock({ clock: () => noon + 90_000 })
    const stamp = clock.createStamp()
    clock.learn({ headers, redirected: false })
    expect([clock.now(), stamp.isWrong()]).toEqual([noon + 88_000, false])
  })

  test.each([
    ['comes from a cache', { headers: { age: '0' } }],
    ['comes from another address', { redirected: true }],
  ])('that %s', (_, facts) => {
    const world = simulate({ offset: 90_000, there: 10, back: 10 })
    expect([world.tryCall(facts).isWrong, world.clock.now()]).toEqual([false, noon + 90_000 + 20 - 2000])
  })
})

describe('with several responses', () => {
  test('the newest counts', () => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    world.setService(-3_600_000)
    expect(world.call().map(({ isAccepted }) => isAccepted)).toEqual([false, true])
    world.setService(3_600_000)
    expect(world.call().map(({ isAccepted }) => isAccepted)).toEqual([false, true])
  })

  test('a stamp falls behind by 200 millionths of the time since the last one', () => {
    const world = simulate({ offset: 0, there: 0, back: 0 })
    world.call()
    world.passTime(1_000_000)
    expect(world.clock.now()).toBe(noon + 1_000_000 - 200 - 2000)
  })
})

describe('a stamp is wrong', () => {
  test.each([
    [-90_000, true],
    [-3000, true],
    [-900, false],
    [0, false],
    [2000, true],
    [90_000, true],
  ])('if the local clock is %i ms ahead: %s', (offset, isWrong) => {
    expect(simulate({ offset, there: 10, back: 10 }).tryCall().isWrong).toBe(isWrong)
  })

  test('only if a response says so', () => {
    const { clock, passTime } = simulate({ offset: 90_000, there: 10, back: 10 })
    const stamp = clock.createStamp()
    passTime(20_000)
    expect(stamp.isWrong()).toBe(false)
  })
})

test('a stamp is an integer of milliseconds', () => {
  expectTypeOf(createServerClock).returns.toEqualTypeOf<ServerClock>()
  expect(createServerClock({ clock: () => noon + 0.9 }).createStamp().time).toBe(noon - 2000)
})

describe('after the local clock was set', () => {
  test.each([-3_600_000, -90_000, -1500, 400, 1500, 90_000, 3_600_000])('by %i ms, stamps do not change', (ms) => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    const before = world.clock.now()
    world.set(ms)
    expect(world.clock.now()).toBe(before)
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
      happens: fc.constantFrom('nothing', 'nothing', 'set', 'sleep', 'service'),
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
          if (happens === 'service') world.setService(by)
          const attempts = world.call()
          expect(attempts.at(-1)).toMatchObject({ isAccepted: true })
          // Only a response shows that the service's clock was set back.
          const later = happens === 'service' ? [...attempts.slice(1), ...world.call()] : attempts
          expect(later.every(({ behind }) => behind >= 2000)).toBe(true)
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
          expect(Number.isSafeInteger(world.clock.now())).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the comparison with the clock of the service', () => {
  const compareAfterCall = (offset: number, latency = 0) => {
    const world = simulate({ offset, there: latency, back: latency })
    world.tryCall()
    return world
  }

  test.each([
    [0, undefined],
    [2000, undefined],
    [2001, 'ahead'],
    [-60_000, undefined],
    [-60_001, 'behind'],
  ])('with a local clock %i ms ahead is %s', (offset, difference) => {
    expect(compareAfterCall(offset).clock.compare()).toBe(difference)
  })

  test('is undefined before a response, and after one without a Date', () => {
    const world = simulate({ offset: 3_600_000, there: 0, back: 0 })
    expect(world.clock.compare()).toBeUndefined()
    world.tryCall({ headers: { date: '' } })
    expect(world.clock.compare()).toBeUndefined()
  })

  test('counts a slow response as no difference', () => {
    expect(compareAfterCall(0, 50_000).clock.compare()).toBeUndefined()
  })

  test('counts a sleep of the machine as no difference', () => {
    const world = compareAfterCall(0)
    world.sleep(3_600_000)
    expect(world.clock.compare()).toBeUndefined()
  })

  test('ends when the local clock is corrected', () => {
    const world = compareAfterCall(3_600_000)
    world.passTime(60_000)
    expect(world.clock.compare()).toBe('ahead')
    world.set(-3_600_000)
    expect(world.clock.compare()).toBeUndefined()
  })
})
