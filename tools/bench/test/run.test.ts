import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Figure, Suite } from '../figure.ts'
import { run } from '../main.ts'

let said: string[] = []
let complained: string[] = []

beforeEach(() => {
  said = []
  complained = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void complained.push(text))
})

afterEach(() => {
  vi.restoreAllMocks()
})

function suiteOf(figures: readonly Figure[], failure?: unknown): Suite {
  return {
    measures: {},
    figures: async function* () {
      yield* figures
      if (failure !== undefined) throw failure
    },
  }
}

const met: Figure = { name: 'codec.seal', value: 1, unit: 'ms', goal: { op: '<', value: 2 } }
const missed: Figure = { name: 'codec.open', value: 3, unit: 'ms', goal: { op: '<', value: 2 } }
const aimless: Figure = { name: 'codec.keys', value: 9, unit: 'ms' }

test('a suite that meets its goals ends with 0', async () => {
  expect(await run('codec', suiteOf([met, aimless]))).toBe(0)
  expect(said).toEqual(['figure codec.seal 1 ms goal < 2', 'figure codec.keys 9 ms', '1 of 1 goals met.'])
})

test('one missed goal ends it with 1, after all figures', async () => {
  expect(await run('codec', suiteOf([missed, met]))).toBe(1)
  expect(said).toEqual([
    'figure codec.open 3 ms goal < 2',
    'figure codec.seal 1 ms goal < 2',
    '1 of 2 goals met. Missed: codec.open.',
  ])
})

test.each([new Error('no such key'), 'no such key'])(
  'a suite that fails ends with 1 and no verdict',
  async (failure) => {
    expect(await run('codec', suiteOf([met], failure))).toBe(1)
    expect(said).toEqual(['figure codec.seal 1 ms goal < 2'])
    expect(complained).toEqual(['The suite codec stopped after 1 figures: no such key'])
  },
)
