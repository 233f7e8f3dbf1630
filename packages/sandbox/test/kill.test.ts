import { expect, test } from 'vitest'

import { killed } from './support/kills.ts'

test('a sandbox that is killed twice loses and repeats no acknowledged notification', async () => {
  const report = await killed(2, Math.random)
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.deposits).toBe(report.acknowledged)
  expect(report.balance).toBe(String(report.acknowledged))
})
