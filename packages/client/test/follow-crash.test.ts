import { describe, expect, test } from 'vitest'

import { crash } from './follow-crash.ts'

describe('a follower that is killed', () => {
  test('at 25 random points hands over every change, and its checkpoint is never ahead', async () => {
    for (const { changes, lost, ahead } of await Promise.all([crash(13), crash(12)])) {
      expect(changes).toBeGreaterThan(5)
      expect([lost, ahead]).toEqual([[], []])
    }
  })
})
