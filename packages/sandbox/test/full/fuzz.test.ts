// Every call with many generated parameters: a third of them the same each time, whose counts show that all kinds of
// responses were reached, and others that are those of the tree.
import { describe, expect, test } from 'vitest'

import { counts } from '../../../../vitest.random.ts'
import { type ControlId, controlIds, fuzzControl } from '../support/fuzz-control.ts'
import { fuzzPlain, fuzzSealed, operationIds, sealedIds } from '../support/fuzz.ts'

const [seed, fixed] = [1, 100]

describe('a call of the interface', () => {
  test.each(operationIds)('%s returns a response of the contract for any parameters', async (id) => {
    expect(await fuzzPlain(id, { numRuns: fixed, seed })).toMatchObject({
      success: expect.any(Number),
      'HTTP 422': expect.any(Number),
    })
    await fuzzPlain(id, { numRuns: counts.calls - fixed })
  })

  test.each(sealedIds)('%s returns a response of the contract for any sealed parameters', async (id) => {
    expect(await fuzzSealed(id, { numRuns: fixed / 5, seed })).toMatchObject({
      success: expect.any(Number),
      refusal: expect.any(Number),
    })
    await fuzzSealed(id, { numRuns: (counts.calls - fixed) / 5 })
  })
})

// Keys of a merchant take most of a second.
const runs: { readonly [Id in ControlId]?: number } = { 'merchants.create': 10 }

test.each(controlIds)('the control call %s returns a described response for any parameters', async (id) => {
  const statuses = await fuzzControl(id, { numRuns: runs[id] ?? fixed, seed })
  // 409 says that the record exists, in a state that does not allow the call.
  expect(Object.keys(statuses)).toContainEqual(expect.stringMatching(/^(20[04]|409)$/))
  await fuzzControl(id, { numRuns: runs[id] ?? (counts.calls - fixed) / 4 })
})
