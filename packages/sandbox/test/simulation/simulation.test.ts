import { expect, inject, test } from 'vitest'

import { freshDatabase } from '../support/sandbox.ts'
import type { View } from './clients.ts'
import { simulate } from './simulate.ts'

const directory = inject('keys')

// The long tests run more.
const seeds = [1]

test.each(seeds)('after 1,000 days, the books of both sides agree: seed %i', async (seed) => {
  const database = await freshDatabase()
  // On PostgreSQL, each unit of work takes several times as long.
  const days = database === undefined ? 1000 : 100
  const { postings, requests } = await simulate({ seed, days, directory, database })
  expect(postings).toBeGreaterThan(0)
  expect(requests.none).toBeGreaterThan(0)
})

test('equal seeds do the same, and other seeds do something else', async () => {
  const digestOf = async (seed: number, view: View) =>
    (await simulate({ seed, days: 10, directory, view })).digest
  for (const view of ['plain', 'sealed, modern', 'sealed, classic'] as const)
    expect(await digestOf(1, view)).toBe(await digestOf(1, view))
  expect(await digestOf(2, 'plain')).not.toBe(await digestOf(1, 'plain'))
})
