import { describe, expect, expectTypeOf, test } from 'vitest'

import { type Mark, type ServerClock, serverClock } from '../src/clock/offset.ts'
import { noon, simulate } from './clock-world.ts'

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

  test('a call succeeds within two attempts, and no stamp is in the future once a Date was seen', () => {
    for (const world of worlds) {
      expect(world.call().at(-1)).toMatchObject({ accepted: true })
      const later = [world.call(), world.call()].flat()
      expect(later.every(({ accepted, behind }) => accepted && behind >= 2000)).toBe(true)
      expect(later).toHaveLength(2)
    }
  })
})

describe('before any answer', () => {
  test('a stamp is the local time less two seconds', () => {
    const { clock } = simulate({ offset: 0, there: 0, back: 0 })
    expect(clock.stamp()).toBe(noon - 2000)
    expect(clock.learned).toBe(false)
  })

  test('a clock that is right, or slow by less than a minute, succeeds at once', () => {
    for (const offset of [-57_000, -30_000, 0, 1900])
      expect(simulate({ offset, there: 500, back: 500 }).call()).toHaveLength(1)
  })
})

describe('an answer teaches nothing', () => {
  const dates = {
    'that has no Date': null,
    'whose Date is empty': '',
    'whose Date is a number': '1767225600',
    'whose Date is a year': '2026',
    'whose Date has the form of a log': '2026-01-01T00:00:00Z',
    'whose Date is of the oldest form': 'Thu Jan  1 00:00:00 2026',
    'whose Date is of the old form': 'Thursday, 01-Jan-26 00:00:00 GMT',
    'whose Date has the wrong weekday': 'Wed, 01 Jan 2026 00:00:00 GMT',
    'whose Date is of another zone': 'Thu, 01 Jan 2026 00:00:00 CET',
    'whose Date is no day': 'Sat, 31 Feb 2026 00:00:00 GMT',
    'that has two Dates': 'Thu, 01 Jan 2026 00:00:00 GMT, Thu, 01 Jan 2026 00:00:00 GMT',
  }

  test.each(Object.entries(dates))('%s', (_, date) => {
    const clock = serverClock({ clock: () => noon, monotonic: () => 0 })
    clock.learn(clock.sent(), date, { cached: false, redirected: false })
    expect(clock.learned).toBe(false)
    expect(clock.stamp()).toBe(noon - 2000)
  })

  test.each([
    ['comes out of a cache', { cached: true, redirected: false }],
    ['comes from another address', { cached: false, redirected: true }],
  ])('that %s', (_, facts) => {
    const world = simulate({ offset: 90_000, there: 10, back: 10 })
    world.attempt(facts)
    expect(world.clock.learned).toBe(false)
  })

  test('that came while the local clock was set', () => {
    const { clock, set, pass } = simulate({ offset: 0, there: 10, back: 10 })
    const mark = clock.sent()
    set(90_000)
    pass(10)
    clock.learn(mark, new Date(noon).toUTCString(), { cached: false, redirected: false })
    expect(clock.learned).toBe(false)
  })

  test('that came before its request left', () => {
    const clock = serverClock({ clock: () => noon, monotonic: () => 100 })
    const mark = { wall: noon + 50, monotonic: 150 }
    clock.learn(mark, new Date(noon).toUTCString(), { cached: false, redirected: false })
    expect(clock.learned).toBe(false)
  })
})

describe('of several answers', () => {
  test('the one of the smallest round trip counts', () => {
    const answers = [2000, 10, 8000].map((roundTrip) => ({ cached: false, redirected: false, roundTrip }))
    let monotonic = 0
    const clock = serverClock({ clock: () => noon + monotonic, monotonic: () => monotonic })
    for (const { roundTrip, ...facts } of answers) {
      const mark = clock.sent()
      monotonic += roundTrip
      // Written at once, so that all of the round trip is delay of the answer.
      clock.learn(mark, new Date(Math.floor((noon + mark.monotonic) / 1000) * 1000).toUTCString(), facts)
    }
    expect(noon + monotonic - clock.stamp()).toBeGreaterThanOrEqual(2000)
    expect(noon + monotonic - clock.stamp()).toBeLessThan(2000 + 1000 + 10 + 10)
  })

  test('a new one outdoes old ones that cannot be true beside it', () => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    world.setService(-3_600_000)
    world.network(500, 500)
    expect(world.call().map(({ accepted }) => accepted)).toEqual([false, true])
    world.setService(3_600_000)
    world.network(900, 900)
    expect(world.call().map(({ accepted }) => accepted)).toEqual([false, true])
  })

  test('those before `forget` count no more', () => {
    const world = simulate({ offset: 90_000, there: 10, back: 10 })
    world.call()
    world.clock.forget()
    expect(world.clock.learned).toBe(false)
    expect(world.clock.stamp()).toBe(noon + 90_000 + 40 - 2000)
  })
})

test('a clock needs two clocks at most, and hands out whole milliseconds', () => {
  expectTypeOf(serverClock).returns.toEqualTypeOf<ServerClock>()
  expectTypeOf<ServerClock['sent']>().returns.toEqualTypeOf<Mark>()
  expect(serverClock({ clock: () => noon + 0.9 }).stamp()).toBe(noon - 2000)
  // @ts-expect-error `learned` is what was seen, not a switch
  expect(() => (serverClock({ clock: () => noon }).learned = true)).toThrow(TypeError)
})
