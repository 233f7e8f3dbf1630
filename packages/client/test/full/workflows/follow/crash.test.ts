import { describe, expect, test } from 'vitest'

import { crash } from '../../../support/follow-crash.ts'

describe('a follower that is killed', () => {
  test('at 500 random points yields every change, and its checkpoint is never ahead', async () => {
    const halves = await Promise.all([crash(250), crash(250)])
    for (const { kills, changes, lost, ahead } of halves) {
      expect([kills, lost, ahead]).toEqual([250, [], []])
      expect(changes).toBeGreaterThan(500)
    }
  })
})
