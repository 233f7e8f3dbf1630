import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { noon, simulate } from './clock-world.ts'

describe('when the local clock is set', () => {
  test.each([-3_600_000, -90_000, -1500, 1500, 90_000, 3_600_000])('by %i ms, it is learned anew', (ms) => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    world.set(ms)
    expect(world.clock.learned).toBe(false)
    expect(world.call().at(-1)).toMatchObject({ accepted: true })
    expect(world.clock.learned).toBe(true)
  })

  test.each([1500, 90_000, 3_600_000])('ahead by %i ms, no stamp is in the future', (ms) => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    world.set(ms)
    world.set(ms)
    expect(world.attempt()).toMatchObject({ accepted: true })
    world.set(-ms)
    expect(world.attempt().behind).toBeGreaterThanOrEqual(2000)
  })

  test('again before any answer came, no stamp is in the future either', () => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    for (const ms of [90_000, 90_000, -30_000]) {
      world.set(ms)
      expect(world.clock.learned).toBe(false)
    }
    expect(world.attempt().behind).toBeGreaterThanOrEqual(2000)
  })

  test('by so little that it is a correction, nothing is forgotten', () => {
    const world = simulate({ offset: 0, there: 10, back: 10 })
    world.call()
    for (let count = 0; count < 20; count += 1) {
      world.set(400)
      expect(world.attempt()).toMatchObject({ accepted: true })
    }
    expect(world.clock.learned).toBe(true)
  })
})

test('a machine that slept takes two attempts at most', () => {
  const world = simulate({ offset: 0, there: 10, back: 10 })
  world.call()
  world.sleep(8 * 3_600_000)
  expect(world.call().at(-1)).toMatchObject({ accepted: true })
  world.sleep(8 * 3_600_000)
  expect(world.call().every(({ behind }) => behind >= 2000)).toBe(true)
})

describe('whatever the clocks and the network do', () => {
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

  test('no stamp is in the future once a Date was seen, and two attempts are enough', () => {
    fc.assert(
      fc.property(worlds, events, (given, list) => {
        const world = simulate(given)
        expect(world.call().at(-1)).toMatchObject({ accepted: true })
        for (const { pause, happens, by } of list) {
          world.pass(pause)
          if (happens === 'set') world.set(by)
          if (happens === 'sleep') world.sleep(Math.abs(by))
          const attempts = world.call()
          expect(attempts.at(-1)).toMatchObject({ accepted: true })
          expect(attempts.every(({ behind }) => behind >= 2000)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a network that jitters keeps every stamp between two and 60 seconds old', () => {
    const trips = fc.array(fc.tuple(latency, latency, fc.nat(600_000)), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(worlds, trips, (given, list) => {
        const world = simulate(given)
        world.call()
        for (const [there, back, pause] of list) {
          world.network(there, back)
          world.pass(pause)
          const attempts = world.call()
          expect(attempts).toMatchObject([{ accepted: true }])
          expect(attempts.every(({ behind }) => behind >= 2000)).toBe(true)
          expect(Number.isSafeInteger(world.clock.stamp())).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('a quick answer among the last few keeps stamps within four seconds', () => {
    fc.assert(
      fc.property(worlds, fc.array(fc.tuple(latency, latency), { maxLength: 7 }), (given, list) => {
        const world = simulate({ ...given, there: 10, back: 10 })
        world.call()
        for (const [there, back] of list) {
          world.network(there, back)
          expect(world.attempt().behind).toBeLessThan(4000)
        }
      }),
    )
  })
})
