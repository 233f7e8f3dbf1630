import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

import { gzippedSize, median, ratio, rounds, secondsOf } from '../measure.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Variants that take the given milliseconds on a clock of their own, and note when they run. */
function variantsOf(clock: Readonly<Record<string, number>>) {
  const noted: string[] = []
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const variants = Object.entries(clock).map(([name, milliseconds]) => () => {
    noted.push(name)
    now += milliseconds
  })
  return { noted, variants }
}

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
  [[1, 1, 1000], 1],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('nothing has no median', () => {
  expect(() => median([])).toThrow('A median needs numbers.')
})

test('a median does not hide what is no number', () => {
  expect(() => median([1, Number.NaN, 2])).toThrow('A median needs numbers.')
})

test('as many values lie below a median as above it, in whatever order they come', () => {
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(values, (list) => {
      const middle = median(list)
      const half = list.length / 2
      expect(list.filter((value) => value < middle).length).toBeLessThanOrEqual(half)
      expect(list.filter((value) => value > middle).length).toBeLessThanOrEqual(half)
      expect(median(list.toReversed())).toBe(middle)
    }),
  )
})

test('a median leaves the values as they were', () => {
  const values = [3, 1, 2]
  median(values)
  expect(values).toEqual([3, 1, 2])
})

test('variants take turns in every round', () => {
  const { noted, variants } = variantsOf({ a: 30, b: 60 })
  expect(rounds(7, ...variants)).toEqual(
    Array.from({ length: 7 }, () => [expect.closeTo(0.03), expect.closeTo(0.06)]),
  )
  // One call each to learn how long they take, one round that does not count, and seven that do.
  expect(noted.join('')).toBe('ab'.repeat(9))
})

test('a quick variant is called often enough to be timed', () => {
  const { noted, variants } = variantsOf({ a: 6 })
  expect(rounds(7, ...variants)).toEqual(Array.from({ length: 7 }, () => [expect.closeTo(0.006)]))
  expect(noted).toHaveLength(1 + 2 + 4 + 8 * 4)
})

test('a ratio is that of one round, not of two machines', () => {
  const [measured = vi.fn<() => void>(), yardstick = vi.fn<() => void>()] = variantsOf({
    a: 30,
    b: 120,
  }).variants
  expect(ratio(9, measured, yardstick)).toBeCloseTo(0.25)
})

test.each([0, 1, 6])('%d rounds are too few', (n) => {
  expect(() => rounds(n, () => 0)).toThrow('A median needs at least 7 rounds.')
})

test('a command that fails has no time, and says why', async () => {
  const program = 'console.log("lint"); console.error("one error"); process.exit(1)'
  await expect(secondsOf(process.execPath, ['-e', program], 3)).rejects.toThrow(
    /failed: [^]*lint\none error$/,
  )
})

test('a command that is not there has no time', async () => {
  await expect(secondsOf('no-such-command', [], 3)).rejects.toThrow('This command failed: no-such-command')
})

test('a command that works is timed', async () => {
  expect(await secondsOf(process.execPath, ['--version'], 3)).toBeGreaterThan(0)
})

test('a bundle that leaves an import to others has no size', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await expect(gzippedSize(`export * from 'node:fs'`)).rejects.toThrow('The bundle leaves out node:fs')
})

test('code that nobody reaches weighs nothing', async () => {
  const lean = await gzippedSize('export const kept = () => 1')
  expect(await gzippedSize('export const kept = () => 1; const lost = () => "lost"')).toBe(lean)
})

test('code that somebody reaches weighs something', async () => {
  const lean = await gzippedSize('export const kept = () => 1')
  expect(await gzippedSize('export const kept = () => 1; export const more = () => "more"')).toBeGreaterThan(
    lean,
  )
})

test('an entry finds the packages of the workspace', async () => {
  expect(await gzippedSize(`export { isUser } from '@custody-wallet/types/validate'`)).toBeGreaterThan(0)
})
