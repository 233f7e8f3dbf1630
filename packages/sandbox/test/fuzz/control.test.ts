import { expect, test } from 'vitest'

import { controlIds, fuzzControl } from '../support/fuzz-control.ts'

test.each(controlIds)('%s returns a described response for any parameters', async (id) => {
  expect(await fuzzControl(id, { numRuns: 3 })).not.toEqual({})
})
