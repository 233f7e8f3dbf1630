import { expect, test } from 'vitest'

import { createPlatform, start, createTickingClock } from '../token/platform.ts'

test.each([0, 1, 999])('a clock that differs costs one attempt at most, %i ms after a full second', async (after) => {
  const differences = Array.from({ length: 361 }, (_, step) => (step - 180) * 500)
  const asked = differences.map(async (ahead) => {
    const { custody, state } = createPlatform({
      ahead,
      isAttached: false,
      clock: createTickingClock(start + after),
    })
    await custody.token.get()
    await custody.token.get()
    return state.urls.length
  })
  expect(Math.max(...(await Promise.all(asked)))).toBeLessThanOrEqual(3)
})
