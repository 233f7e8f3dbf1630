import { join } from 'node:path'

import { expect, test } from 'vitest'

import { brokenExamples, examplesIn } from '../../examples.ts'

test.each(['types', 'encryption', 'client', 'mock'])('every example of %s runs', async (name) => {
  const folder = join(import.meta.dirname, '../../../../packages', name)
  expect(await brokenExamples(folder, examplesIn(folder), 'run')).toEqual([])
})
