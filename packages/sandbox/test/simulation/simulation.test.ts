import { expect, inject, test } from 'vitest'

import { createTestDatabase } from '../support/sandbox.ts'
import type { View } from './clients.ts'
import { simulate } from './simulate.ts'

const directory = inject('keys')

// The long tests run more seeds, for more days.
test('after 200 days, the books of both sides agree', async () => {
  const database = await createTestDatabase()
  const { postings, requests } = await simulate({ seed: 1, days: 200, directory, database })
  expect(postings).toBeGreaterThan(0)
  expect(requests.none).toBeGreaterThan(0)
})

test('equal seeds lead to equal runs, and other seeds to other runs', async () => {
  const computeDigest = async (seed: number, view: View) => (await simulate({ seed, days: 10, directory, view })).digest
  for (const view of ['plain', 'sealed, modern'] as const)
    expect(await computeDigest(1, view)).toBe(await computeDigest(1, view))
  expect(await computeDigest(2, 'plain')).not.toBe(await computeDigest(1, 'plain'))
})
