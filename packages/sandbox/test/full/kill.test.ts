import { describe, expect, test } from 'vitest'

import { counts, fractions, seed } from '../../../../vitest.random.ts'
import { killed } from '../support/kills.ts'

const sandboxes = 4
const times = counts.kills / sandboxes

describe('of sandboxes that are killed repeatedly', () => {
  test.concurrent.for(Array.from({ length: sandboxes }, (_, index) => index + 1))(
    'number %i loses and repeats no acknowledged notification',
    async (number, { expect }) => {
      const report = await killed(times, fractions(seed + number))
      expect(report.faults).toEqual([])
      expect(report.acknowledged).toBeGreaterThanOrEqual(times)
      expect(report.deposits).toBe(report.acknowledged)
      expect(report.balance).toBe(String(report.acknowledged))
    },
  )
})

test('a sandbox that is killed twice loses and repeats no acknowledged notification', async () => {
  const report = await killed(2, fractions(seed))
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.deposits).toBe(report.acknowledged)
  expect(report.balance).toBe(String(report.acknowledged))
})
