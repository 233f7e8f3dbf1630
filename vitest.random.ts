// Random cases of the tests. The same tree draws the same numbers everywhere, and another tree draws others.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = import.meta.dirname

/** The hash of the tree. `git archive` writes it into `.tree`, for copies without git. */
function hashTree(): string {
  const archived = readFileSync(join(root, '.tree'), 'utf8')
  if (!archived.startsWith('$')) return archived
  try {
    const args = ['rev-parse', 'HEAD^{tree}']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return '0'
  }
}

/** The seed of this run. `FC_SEED` repeats another one. */
export const seed = Number(process.env['FC_SEED'] ?? Number.parseInt(hashTree().slice(0, 7), 16))

const full = { simulations: 300, mutants: 40_000, kills: 60, commands: 20, calls: 300, restarts: 2 }
const night = { simulations: 2_000, mutants: 200_000, kills: 500, commands: 100, calls: 1_000, restarts: 20 }

/** How many cases the long tests of this mode try. */
export const counts: typeof full = process.env['TEST_MODE'] === 'night' ? night : full

/** Numbers from 0 to below 1 that only a seed decides (mulberry32: one 32-bit state). */
export function createFractions(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
