import { describe, expect, test } from 'vitest'

import { createDatabaseClock } from '../../src/clock/clock.ts'
import { start } from '../support/sandbox.ts'

/** A database clock, and a query that takes some time before and after the database reads its time. */
function createFollowedClock() {
  const passed = { here: 0, there: 0 }
  const clock = createDatabaseClock(() => passed.here)
  const passTime = (milliseconds: number): void => {
    passed.here += milliseconds
    passed.there += milliseconds
  }
  const follow = (before: number, after: number) =>
    clock.follow(async () => {
      passTime(before)
      const time = start + passed.there
      passTime(after)
      return { time }
    })
  return { clock, passed, pass: passTime, follow, time: () => start + passed.there }
}

describe('the clock of a database', () => {
  test('runs between two queries', async () => {
    const { clock, pass: passTime, follow, time } = createFollowedClock()
    await follow(0, 0)
    passTime(250.7)
    expect(clock.now()).toBe(Math.floor(time()))
  })

  test('is behind by the duration of a response, until a faster one', async () => {
    const { clock, follow, time } = createFollowedClock()
    await follow(1, 40)
    expect(clock.now()).toBe(time() - 40)
    await follow(300, 2)
    expect(clock.now()).toBe(time() - 2)
    await follow(5, 900)
    expect(clock.now()).toBe(time() - 2)
  })

  test.each([
    ['slower', -1],
    ['faster', 1],
  ])('follows a database whose clock is %s, and never goes back', async (_, drift) => {
    const { clock, passed, pass: passTime, follow, time } = createFollowedClock()
    await follow(0, 0)
    for (let query = 0; query < 20; query += 1) {
      const before = clock.now()
      passTime(10)
      passed.there += drift
      await follow(1, 1)
      expect(clock.now()).toBeGreaterThanOrEqual(before)
      expect(time() - clock.now()).toBeLessThanOrEqual(1)
    }
    expect(Math.abs(time() - clock.now())).toBeLessThanOrEqual(1)
  })
})
