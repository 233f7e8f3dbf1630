import { expect, test } from 'vitest'

import { creditsInFile } from './support/credits.ts'
import { killed } from './support/kills.ts'

test('a receiver on a file that is killed at each point credits each deposit once', async () => {
  const { place, credits } = await creditsInFile()
  const { acknowledged, kills } = await killed(place, 3, Math.random)
  expect((await credits()).toSorted()).toEqual(acknowledged.toSorted())
  expect(kills).toEqual({ claim: 1, effect: 1, commit: 1 })
})
