import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { Figure } from '../../figure.ts'
import { medianOf } from '../../measure.ts'

const program = fileURLToPath(new URL('iterating.ts', import.meta.url))
const run = promisify(execFile)

/**
 * Measures the memory of an iteration over a million deposits. The yardstick iterates ten times over a tenth of them:
 * then the engine has the same work on both sides, with as much to compile and as much garbage.
 */
export async function* memory(): AsyncGenerator<Figure> {
  const value = await medianOf(3, async () => {
    const short = await peakOf(10, 100_000)
    return (await peakOf(1, 1_000_000)) / short
  })
  yield { name: 'workflows.memory', value, unit: 'ratio', goal: { op: '<=', value: 1.1 } }
}

/** Most memory of a process that iterates so many times over so many deposits. */
export async function peakOf(times: number, count: number): Promise<number> {
  const { stdout } = await run(process.execPath, [program, String(times), String(count)])
  return Number(stdout)
}
