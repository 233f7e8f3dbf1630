import { execFile } from 'node:child_process'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { rolldown } from 'rolldown'

/** Root of the repository, where child processes run. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url))

/** Median. */
export function computeMedian(values: readonly number[]): number {
  if (values.length === 0 || values.some(Number.isNaN)) throw new RangeError('The median requires numbers.')
  const sorted = values.toSorted((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(half), Math.ceil(half) + 1)
  return low + (high - low) / 2
}

/** Median of `n` measurements, one after another. */
export async function measureMedian(n: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  while (values.length < n) values.push(await measure())
  return computeMedian(values)
}

/** Seconds that a task takes. */
export async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Output of a program of Node in the root of the repository. Rejects if it fails. */
export function runNode(...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root }, (error, out, err) => {
      if (error) reject(new Error(`Command failed: node ${args.join(' ')}\n${out}${err}`.trim()))
      else resolve(out)
    })
  })
}

/**
 * Bytes of the bundle of an entry: shaken, minified and gzipped. Imports that match `apart` stay out. For Node, so do
 * its own modules.
 */
export async function measureZippedSize(
  entryCode: string,
  { apart = [], platform = 'node' }: { apart?: readonly RegExp[]; platform?: 'node' | 'neutral' } = {},
): Promise<number> {
  const input = fileURLToPath(new URL('entry.js', import.meta.url))
  const isApart = (id: string): boolean =>
    (platform === 'node' && isBuiltin(id)) || apart.some((pattern) => pattern.test(id))
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === input ? id : undefined),
    load: (id: string) => (id === input ? entryCode : undefined),
  }
  await using bundle = await rolldown({ input, plugins: [entry], platform, external: isApart })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const [{ code, imports, dynamicImports }] = output
  const left = [...imports, ...dynamicImports].filter((id) => !isApart(id))
  if (left.length > 0)
    throw new Error(`The bundle doesn't include ${left.join(', ')}. Check that every package is installed and built.`)
  return gzipSync(code, { level: 9 }).length
}
