import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const seeds = 2000
const program = fileURLToPath(new URL('../simulation/replay.ts', import.meta.url))

/** Runs some seeds in a process of their own, and returns a line for each. */
async function linesOf(first: number, last: number): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(first), String(last)])
  return stdout.trim().split('\n')
}

test('after 1,000 days, the books of both sides agree for 2,000 seeds', async () => {
  const share = Math.ceil(seeds / availableParallelism())
  const firsts = Array.from({ length: Math.ceil(seeds / share) }, (_, at) => at * share + 1)
  const runs = await Promise.all(firsts.map((first) => linesOf(first, Math.min(first + share - 1, seeds))))
  const lines = runs.flat()
  expect(lines).toHaveLength(seeds)
  const totals = ['requests', 'crashes', 'postings'].map((what) => {
    const counts = lines.map((line) => Number(new RegExp(`(\\d+) ${what}`).exec(line)?.[1]))
    return `${counts.reduce((sum, count) => sum + count, 0)} ${what}`
  })
  console.log(`${seeds} seeds: ${totals.join(', ')}`)
})
