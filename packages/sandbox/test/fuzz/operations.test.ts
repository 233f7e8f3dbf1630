import { expect, test } from 'vitest'

import { fuzzPlain, fuzzSealed, operationIds, sealedIds } from '../support/fuzz.ts'

test.each(operationIds)('%s answers any parameters as the contract says', async (id) => {
  expect(await fuzzPlain(id, { numRuns: 6 })).not.toEqual({})
})

test.each(sealedIds)('%s answers any sealed parameters as the contract says', async (id) => {
  expect(await fuzzSealed(id, { numRuns: 2 })).not.toEqual({})
})
