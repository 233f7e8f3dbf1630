import { describe, expect, test } from 'vitest'

import { crash } from '../../support/follow-crash.ts'

describe('a follower that is killed', () => {
  test('at 4 random points yields every change, and its checkpoint is never ahead', async () => {
    const { kills, changes, lost, ahead } = await crash(4)
    expect(changes).toBeGreaterThanOrEqual(4)
    expect([kills, lost, ahead]).toEqual([4, [], []])
  })
})
