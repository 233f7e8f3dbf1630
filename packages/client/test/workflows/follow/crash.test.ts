import { describe, expect, test } from 'vitest'

import { crash } from '../../support/follow-crash.ts'

describe('a follower that is killed', () => {
  test('at 8 random points yields every change, and its checkpoint is never ahead', async () => {
    const { kills, changes, lost, ahead } = await crash(8)
    expect(changes).toBeGreaterThan(10)
    expect([kills, lost, ahead]).toEqual([8, [], []])
  })
})
