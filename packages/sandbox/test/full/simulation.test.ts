import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, inject, test } from 'vitest'

import { counts, seed } from '../../../../vitest.random.ts'
import { simulate } from '../simulation/simulate.ts'

const fixed = 100
const seeds = Array.from({ length: counts.simulations }, (_, at) => (at < fixed ? at + 1 : seed + at))
const program = fileURLToPath(new URL('../simulation/replay.ts', import.meta.url))

/** Runs some seeds in a process of their own, and returns a line for each. */
async function runSeeds(seedList: readonly number[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...seedList.map(String)])
  return stdout.trim().split('\n')
}

test('after 1,000 days, the books of both sides agree for fixed seeds and for those of this tree', async () => {
  const processes = availableParallelism()
  const shares = Array.from({ length: processes }, (_, one) => seeds.filter((_seed, at) => at % processes === one))
  const lines = (await Promise.all(shares.map(runSeeds))).flat()
  expect(lines).toHaveLength(seeds.length)
  const totals = ['requests', 'crashes', 'postings'].map((what) => {
    const each = lines.map((line) => Number(new RegExp(`(\\d+) ${what}`).exec(line)?.[1]))
    return `${each.reduce((sum, count) => sum + count, 0)} ${what}`
  })
  console.log(`${seeds.length} seeds: ${totals.join(', ')}`)
})

test('equal seeds lead to equal runs in the views of both profiles', async () => {
  for (const view of ['sealed, modern', 'sealed, classic'] as const) {
    const computeDigest = async () => (await simulate({ seed, days: 100, directory: inject('keys'), view })).digest
    expect(await computeDigest()).toBe(await computeDigest())
  }
})
