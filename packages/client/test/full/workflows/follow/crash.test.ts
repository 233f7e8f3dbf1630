import { describe, expect, test } from 'vitest'

import { counts, createFractions, seed } from '../../../../../../vitest.random.ts'
import { crash } from '../../../support/follow-crash.ts'

describe('a follower that is killed', () => {
  test('at random points yields every change, and its checkpoint is never ahead', async () => {
    const half = counts.kills / 2
    const crashes = [seed, seed + 1].map((own) => crash(half, createFractions(own)))
    for (const { kills, changes, lost, ahead } of await Promise.all(crashes)) {
      expect([kills, lost, ahead]).toEqual([half, [], []])
      expect(changes).toBeGreaterThan(half)
    }
  })
})
