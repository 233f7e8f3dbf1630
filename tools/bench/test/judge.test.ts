import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Figure } from '../figure.ts'
import { compare, judge, type Runner } from '../judge.ts'

let output: string[] = []
let table: unknown

beforeEach(() => {
  output = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void output.push(text))
  vi.spyOn(console, 'table').mockImplementation((rows: unknown) => void (table = rows))
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Suites that have these values in their runs, one after the other, and then fail. */
function createRunner(suites: Readonly<Record<string, readonly number[]>>, goal: Figure['goal']): Runner {
  const left = new Map(Object.entries(suites).map(([name, values]) => [name, [...values]]))
  return async function* (name) {
    const value = left.get(name)?.shift()
    if (value === undefined) throw new Error('no such key')
    yield { name: `${name}.speed`, value, unit: 'ms', goal }
  }
}

const goal = { op: '<', value: 10 } as const

test.each([
  ['meets it three times', [1, 2, 3], 0, { median: 2, least: 1, most: 3, verdict: 'met' }],
  ['misses it once', [1, 20, 3, 4], 0, { median: 3.5, least: 1, most: 20, verdict: 'met' }],
  ['misses it three times', [11, 1, 12, 2, 13], 1, { median: 11, least: 1, most: 13, verdict: 'missed' }],
])('a suite that %s ends as soon as the median of five runs is certain', async (_what, values, code, row) => {
  expect(await judge(['a'], createRunner({ a: [...values, 0] }, goal))).toBe(code)
  expect(table).toEqual({ 'a.speed': { ...row, unit: 'ms', goal: '< 10' } })
  expect(output.filter((text) => text.startsWith('figure a.speed'))).toHaveLength(values.length)
})

test('a suite without goals runs once', async () => {
  expect(await judge(['a'], createRunner({ a: [1, 2] }, undefined))).toBe(0)
  expect(output).toEqual(['a, run 1:', 'figure a.speed 1 ms', '0 goals met, 0 missed, 0 suites not run'])
})

test('after a failed suite, the other suites run, the table lists it, and the exit code is 1', async () => {
  expect(await judge(['a', 'b'], createRunner({ a: [1], b: [1, 1, 1] }, goal))).toBe(1)
  expect(table).toMatchObject({ a: { verdict: 'not run: no such key' }, 'b.speed': { verdict: 'met' } })
  expect(output.at(-1)).toBe('1 goals met, 0 missed, 1 suites not run')
})

test('a suite without figures counts as failed', async () => {
  expect(await judge(['a'], async function* () {})).toBe(1)
  expect(table).toEqual({ a: { verdict: 'not run: it has no figures' } })
})

test('two trees take turns, and the median of the ratios follows', async () => {
  const own = createRunner({ a: [1, 2, 3, 4, 50] }, goal)
  await compare(['a'], own, createRunner({ a: [2, 4, 6, 8, 10] }, goal))
  const turns = output.filter((text) => text.endsWith(':')).map((text) => text.split(' ')[1])
  expect(turns.join(' ')).toBe('own other other own own other other own own other')
  expect(table).toEqual({ 'a.speed': { median: 0.5, least: 0.5, most: 5 } })
})

test('figures of 0 have no ratio, and the others are compared', async () => {
  const own = createRunner({ a: [0, 0, 0, 0, 0], b: [1, 1, 1, 1, 1] }, goal)
  await compare(['a', 'b'], own, createRunner({ a: [0, 0, 0, 0, 0], b: [2, 2, 2, 2, 2] }, goal))
  expect(table).toEqual({ 'b.speed': { median: 0.5, least: 0.5, most: 0.5 } })
})
