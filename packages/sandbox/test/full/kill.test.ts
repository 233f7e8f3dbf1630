import { describe, expect, test } from 'vitest'

import { counts, createFractions, seed } from '../../../../vitest.random.ts'
import { killRepeatedly } from '../support/kills.ts'

const sandboxes = 4
const times = counts.kills / sandboxes

describe('of sandboxes that are killed repeatedly', () => {
  test.concurrent.for(Array.from({ length: sandboxes }, (_, index) => index + 1))(
    'number %i loses and repeats no acknowledged notification',
    async (number, { expect }) => {
      const report = await killRepeatedly(times, createFractions(seed + number))
      expect(report.faults).toEqual([])
      expect(report.acknowledged).toBeGreaterThanOrEqual(times)
      expect(report.deposits).toBe(report.acknowledged)
      expect(report.balance).toBe(String(report.acknowledged))
    },
  )
})

test('a sandbox that is killed twice loses and repeats no acknowledged notification', async () => {
  const report = await killRepeatedly(2, createFractions(seed))
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.deposits).toBe(report.acknowledged)
  expect(report.balance).toBe(String(report.acknowledged))
})
