// Every call with many generated parameters. Their counts show that all kinds of answers were reached.
import { describe, expect, test } from 'vitest'

import { counts } from '../../../../vitest.random.ts'
import { type ControlId, controlIds, fuzzControl } from '../support/fuzz-control.ts'
import { fuzzPlain, fuzzSealed, operationIds, sealedIds } from '../support/fuzz.ts'

describe('a call of the interface', () => {
  test.each(operationIds)('%s answers any parameters as the contract says', async (id) => {
    expect(await fuzzPlain(id, counts.calls)).toMatchObject({
      success: expect.any(Number),
      'HTTP 422': expect.any(Number),
    })
  })

  test.each(sealedIds)('%s answers any sealed parameters as the contract says', async (id) => {
    expect(await fuzzSealed(id, counts.calls / 5)).toMatchObject({
      success: expect.any(Number),
      refusal: expect.any(Number),
    })
  })
})

// Keys of a merchant take most of a second.
const runs: { readonly [Id in ControlId]?: number } = { 'merchants.create': 20 }

test.each(controlIds)('the control call %s answers any parameters as its description says', async (id) => {
  const answered = await fuzzControl(id, runs[id] ?? counts.calls / 3)
  // 409 says that the record exists, in a state that does not allow the call.
  expect(Object.keys(answered)).toContainEqual(expect.stringMatching(/^(20[04]|409)$/))
})
