import { describe, expect, test } from 'vitest'

import { root } from '../../workspace/root.ts'
import { readFiles } from '../repository.ts'
import { listNames, findUnknownNames } from './guides.ts'

const names = listNames(readFiles(root, ['spec/**/*.yaml']))

describe('the guides', () => {
  test('name operations and settings of the contract only', () => {
    const guides = readFiles(root, ['spec/guides/*.md'])
    expect(guides.length).toBeGreaterThan(9)
    expect(names.operations.size).toBeGreaterThan(16)
    expect([...names.settings]).toEqual(expect.arrayContaining(['batch', 'batch.maximum']))
    expect(findUnknownNames(guides, names)).toEqual([])
  })

  test.each([
    ['an operation', 'Call `listWithdrawal` first.', 'operation listWithdrawal'],
    ['a setting with a dot', 'See `cursors.first`.', 'setting cursors.first'],
    ['a setting after a source', 'We assume so (our guess;\n`final`).', 'setting final'],
    ['a setting by that word', 'The setting is `pool`.', 'setting pool'],
  ])('are rejected if they name %s that does not exist', (_name, text, problem) => {
    expect(findUnknownNames([{ path: 'guide.md', text }], names)).toEqual([`guide.md names the unknown ${problem}`])
  })
})
