import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Figure } from '../figure.ts'
import { compare, judge, type Runner } from '../judge.ts'

let said: string[] = []

beforeEach(() => {
  said = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Suites that have these values in their runs, one after the other, and then fail. */
function runnerOf(suites: Readonly<Record<string, readonly number[]>>, goal: Figure['goal']): Runner {
  const left = new Map(Object.entries(suites).map(([name, values]) => [name, [...values]]))
  return async function* (name) {
    const value = left.get(name)?.shift()
    if (value === undefined) throw new Error('no such key\n    at line 1')
    yield { name: `${name}.speed`, value, unit: 'ms', goal }
  }
}

/** The rows of the table that was printed last. */
const rows = (): readonly string[] => {
  const table = said.findLast((text) => text.includes('least')) ?? ''
  return table.split('\n').map((row) => row.replaceAll(/ {2,}/g, ' | '))
}

const goal = { op: '<', value: 10 } as const

test.each([
  ['meets it three times', [1, 2, 3], 0, 'a.speed | 2 | 1 | 3 | ms | < 10 | met'],
  ['misses it once', [1, 20, 3, 4], 0, 'a.speed | 3.5 | 1 | 20 | ms | < 10 | met'],
  ['misses it three times', [11, 1, 12, 2, 13], 1, 'a.speed | 11 | 1 | 13 | ms | < 10 | missed'],
])('a suite that %s ends as soon as the median of five runs is certain', async (_what, values, code, row) => {
  expect(await judge(['a'], runnerOf({ a: values }, goal))).toBe(code)
  expect(rows()).toContain(row)
  expect(said.filter((text) => text.startsWith('figure a.speed'))).toHaveLength(values.length)
})

test('a suite without goals runs once', async () => {
  expect(await judge(['a'], runnerOf({ a: [1, 2] }, undefined))).toBe(0)
  expect(said.filter((text) => text.startsWith('figure'))).toEqual(['figure a.speed 1 ms'])
})

test('a suite that fails is in the table, others run, and the exit code is 1', async () => {
  expect(await judge(['a', 'b'], runnerOf({ a: [1], b: [1, 1, 1] }, goal))).toBe(1)
  expect(rows()).toEqual(
    expect.arrayContaining(['a | not run: no such key', 'b.speed | 1 | 1 | 1 | ms | < 10 | met']),
  )
  expect(said.at(-1)).toBe('1 goals met, 0 missed, 1 suites not run')
})

test('two trees take turns, and the median of the ratios follows', async () => {
  const own = runnerOf({ a: [1, 2, 3, 4, 50] }, goal)
  const other = runnerOf({ a: [2, 4, 6, 8, 10] }, goal)
  expect(await compare(['a'], own, other)).toBe(0)
  expect(said.filter((text) => text.endsWith(':')).map((text) => text.split(' ')[1])).toEqual([
    'own',
    'other',
    'other',
    'own',
    'own',
    'other',
    'other',
    'own',
    'own',
    'other',
  ])
  expect(rows()).toContain('a.speed | 3 | 6 | 0.5 | 0.5 | 5')
})
