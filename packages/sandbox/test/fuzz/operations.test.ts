import { expect, test } from 'vitest'

import { fuzzPlain, fuzzSealed, operationIds, sealedIds } from '../support/fuzz.ts'

test.each(operationIds)('%s returns a response of the contract for any parameters', async (id) => {
  expect(await fuzzPlain(id, { numRuns: 6 })).not.toEqual({})
})

test.each(sealedIds)('%s returns a response of the contract for any sealed parameters', async (id) => {
  expect(await fuzzSealed(id, { numRuns: 2 })).not.toEqual({})
})
