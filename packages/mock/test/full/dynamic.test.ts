import { isOperation } from '@custody-wallet/server/core'
import { answers } from '@custody-wallet/types/validate'
import { expect, test } from 'vitest'

import { ownDescription } from '../../src/description/description.ts'
import { engineOf } from '../../src/prism/engine.ts'
import { described } from '../support.ts'

test.each(described)('300 answers of $id that are made up fit the contract', async (operation) => {
  const engine = await engineOf(ownDescription())
  const { id } = operation
  const fits = isOperation(id) ? answers[id] : () => false
  for (let seed = 0; seed < 300; seed += 1) {
    const { value } = await engine.generated(operation, String(seed))
    expect(fits(value)).toBe(true)
  }
})
