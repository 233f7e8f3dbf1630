import { afterEach, expect, test, vi } from 'vitest'

import { computeMedian, measureMedian, runNode, measureSeconds, measureZippedSize } from '../measure.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
  [[1, 1, 1000], 1],
])('the median of %j is %d', (values, expected) => {
  expect(computeMedian(values)).toBe(expected)
})

test.each([[[]], [[1, Number.NaN, 2]]])('%j has no median', (values) => {
  expect(() => computeMedian(values)).toThrow('The median requires numbers.')
})

test('a program that fails rejects with its output', async () => {
  const program = 'console.log("lint"); console.error("one error"); process.exit(1)'
  await expect(runNode('-e', program)).rejects.toThrow(/failed: [^]*lint\none error$/)
})

test('a task is timed, and a failed one rejects', async () => {
  expect(await measureMedian(3, () => measureSeconds(() => runNode('--version')))).toBeGreaterThan(0)
  await expect(measureSeconds(() => Promise.reject(new Error('no key')))).rejects.toThrow('no key')
})

const page = { platform: 'neutral' } as const

test('a bundle with an unresolved import rejects', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await expect(measureZippedSize(`export * from 'node:fs'`, page)).rejects.toThrow("The bundle doesn't include node:fs")
  await expect(measureZippedSize(`export * from 'no-such-package'`)).rejects.toThrow("doesn't include no-such-package")
})

test('only reachable code counts', async () => {
  const lean = await measureZippedSize('export const kept = () => 1', page)
  expect(await measureZippedSize('export const kept = () => 1; const lost = () => "lost"', page)).toBe(lean)
  const more = 'export const kept = () => 1; export const more = () => "more"'
  expect(await measureZippedSize(more, page)).toBeGreaterThan(lean)
})

test('modules of Node do not count', async () => {
  const call = `export const size = () => hash('md5', '')`
  const free = await measureZippedSize(`import { hash } from 'node:crypto'; ${call}`)
  expect(free).toBeLessThan(120)
})

test('excluded imports do not count', async () => {
  const entry = `export { isUser } from '@custody-wallet/types/validate'`
  const whole = await measureZippedSize(entry)
  expect(await measureZippedSize(entry, { apart: [/^@custody-wallet\/types/] })).toBeLessThan(whole / 2)
})
