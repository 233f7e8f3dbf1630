import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { brokenExamples, examplesIn } from '../examples.ts'

const packages = join(import.meta.dirname, '../../../packages')
const types = join(packages, 'types')

// Examples of all others make keys or open ports, so their runs are among the long tests.
describe.each([
  ['types', 'run'],
  ['encryption', 'compiled'],
  ['client', 'compiled'],
  ['mock', 'compiled'],
] as const)('the examples of %s', (name, how) => {
  const folder = join(packages, name)
  const examples = examplesIn(folder)

  test('are there, in the README and beside the code', () => {
    expect(examples.some(({ place }) => place.startsWith('README.md'))).toBe(true)
    expect(examples.some(({ place }) => place.startsWith('src'))).toBe(true)
  })

  test('compile, and run where that is quick', async () => {
    expect(await brokenExamples(folder, examples, how)).toEqual([])
  })
})

describe('a broken example', () => {
  test('is named by its place when it does not compile', async () => {
    const wrong = [
      { place: 'README.md:7', code: `import { isDecimal } from '@custody-wallet/types'\nisDecimal()\n` },
    ]
    expect((await brokenExamples(types, wrong)).join('')).toMatch(/README\.md:7.*error TS/)
  })

  test('is named by its place when it throws', async () => {
    const wrong = [{ place: 'README.md:9', code: `throw new TypeError('as written')\n` }]
    expect((await brokenExamples(types, wrong)).join('')).toMatch(/README\.md:9[\s\S]*as written/)
  })
})
