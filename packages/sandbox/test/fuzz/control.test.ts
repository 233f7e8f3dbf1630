import { expect, test } from 'vitest'

import { controlIds, fuzzControl } from '../support/fuzz-control.ts'

test.each(controlIds)('%s answers any parameters as its description says', async (id) => {
  expect(await fuzzControl(id, { numRuns: 3 })).not.toEqual({})
})
