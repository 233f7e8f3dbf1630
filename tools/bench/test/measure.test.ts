import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

import { median, medianOf, runNode, secondsOf, zippedSize } from '../measure.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

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

test('a program that fails rejects with its output', async () => {
  const program = 'console.log("lint"); console.error("one error"); process.exit(1)'
  await expect(runNode('-e', program)).rejects.toThrow(/failed: [^]*lint\none error$/)
})

test('a program that does not exist rejects', async () => {
  await expect(runNode('no-such-program.ts')).rejects.toThrow('This command failed: node no-such-program.ts')
})

test('a work is timed, and one that fails has no time', async () => {
  expect(await medianOf(3, () => secondsOf(() => runNode('--version')))).toBeGreaterThan(0)
  await expect(secondsOf(() => Promise.reject(new Error('no key')))).rejects.toThrow('no key')
})

const page = { platform: 'neutral' } as const

test('a bundle that leaves an import to others has no size', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await expect(zippedSize(`export * from 'node:fs'`, page)).rejects.toThrow('The bundle leaves out node:fs')
})

test('only reachable code weighs something', async () => {
  const lean = await zippedSize('export const kept = () => 1', page)
  expect(await zippedSize('export const kept = () => 1; const lost = () => "lost"', page)).toBe(lean)
  const more = 'export const kept = () => 1; export const more = () => "more"'
  expect(await zippedSize(more, page)).toBeGreaterThan(lean)
})

test('an entry finds the packages of the workspace', async () => {
  expect(await zippedSize(`export { isUser } from '@custody-wallet/types/validate'`, page)).toBeGreaterThan(0)
})

test('modules of Node weigh nothing', async () => {
  const call = `export const size = () => hash('md5', '')`
  const free = await zippedSize(`import { hash } from 'node:crypto'; ${call}`)
  expect(free).toBeLessThan(120)
})

test('what is set apart weighs nothing', async () => {
  const entry = `export { isUser } from '@custody-wallet/types/validate'`
  const whole = await zippedSize(entry)
  expect(await zippedSize(entry, { apart: [/^@custody-wallet\/types/] })).toBeLessThan(whole / 2)
})

test('a bundle that leaves out anything else has no size', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await expect(zippedSize(`export * from 'no-such-package'`)).rejects.toThrow(
    'The bundle leaves out no-such-package',
  )
})
