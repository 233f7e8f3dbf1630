import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { rolldown } from 'rolldown'

/** Root of the repository, where child processes run. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url))

/** Middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0 || values.some(Number.isNaN)) throw new RangeError('A median needs numbers.')
  const sorted = values.toSorted((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(half), Math.ceil(half) + 1)
  return low + (high - low) / 2
}

type Variant = () => unknown

const fewestRounds = 7
const shortestStretch = 0.02

/**
 * Seconds that one call of each variant takes, a row for each round. The variants take turns in every round, so that
 * whatever slows the machine down slows all of them.
 */
export function rounds(n: number, ...variants: readonly Variant[]): readonly (readonly number[])[] {
  if (n < fewestRounds) throw new RangeError(`A median needs at least ${fewestRounds} rounds.`)
  const counted = variants.map((variant) => ({ variant, calls: callsOf(variant) }))
  const round = (): number[] => counted.map(({ variant, calls }) => secondsOfCalls(variant, calls) / calls)
  round()
  return Array.from({ length: n }, round)
}

/** Time of a variant as a part of the time of another, as the median over the rounds. */
export function ratio(n: number, measured: Variant, yardstick: Variant): number {
  return median(rounds(n, measured, yardstick).map(([a = Number.NaN, b = Number.NaN]) => a / b))
}

// A clock says little about microseconds: so many calls that they fill a stretch, which warms the variant up as well.
function callsOf(variant: Variant): number {
  let calls = 1
  while (secondsOfCalls(variant, calls) < shortestStretch) calls *= 2
  return calls
}

function secondsOfCalls(variant: Variant, calls: number): number {
  const start = performance.now()
  for (let call = 0; call < calls; call += 1) variant()
  return (performance.now() - start) / 1000
}

/** Median seconds of `n` runs of a command. */
export async function secondsOf(command: string, args: readonly string[], n: number): Promise<number> {
  return medianOf(n, () => secondsOfRun(command, args))
}

/** Median of `n` measurements, one after another. */
export async function medianOf(n: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  while (values.length < n) values.push(await measure())
  return median(values)
}

/** Seconds of one run of a command. A command that fails has no time. */
export function secondsOfRun(command: string, args: readonly string[]): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: root }, (error, out, err) => {
      if (error)
        reject(new Error(`This command failed: ${[command, ...args].join(' ')}\n${out}${err}`.trim()))
      else resolve((performance.now() - start) / 1000)
    })
  })
}

/** Bytes of what reaches a browser that imports as the entry does: bundled, shaken, minified and zipped. */
export async function gzippedSize(entryCode: string): Promise<number> {
  const input = fileURLToPath(new URL('entry.js', import.meta.url))
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === input ? id : undefined),
    load: (id: string) => (id === input ? entryCode : undefined),
  }
  await using bundle = await rolldown({ input, plugins: [entry], platform: 'neutral', treeshake: true })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const [{ code, imports, dynamicImports }] = output
  const left = [...imports, ...dynamicImports]
  if (left.length > 0) throw new Error(`The bundle leaves out ${left.join(', ')}, so its size says nothing.`)
  return gzipSync(code, { level: 9 }).length
}
