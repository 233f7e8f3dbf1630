import { describe, expect, test } from 'vitest'

import { root } from '../../workspace/root.ts'
import { filesOf } from '../repository.ts'
import { namesIn, unknownNames } from './guides.ts'

const names = namesIn(filesOf(root, ['spec/**/*.yaml']))

describe('the guides', () => {
  test('name operations and knobs of the contract only', () => {
    const guides = filesOf(root, ['spec/guides/*.md'])
    expect(guides.length).toBeGreaterThan(9)
    expect(names.operations.size).toBeGreaterThan(16)
    expect([...names.knobs]).toEqual(expect.arrayContaining(['batch', 'batch.maximum']))
    expect(unknownNames(guides, names)).toEqual([])
  })

  test.each([
    ['an operation', 'Call `listWithdrawal` first.', 'operation listWithdrawal'],
    ['a knob with a dot', 'See `cursors.first`.', 'knob cursors.first'],
    ['a knob after a source', 'We assume so (our guess;\n`final`).', 'knob final'],
    ['a knob by that word', 'The knob is `pool`.', 'knob pool'],
  ])('are refused when they name %s that is not there', (_name, text, problem) => {
    expect(unknownNames([{ path: 'guide.md', text }], names)).toEqual([
      `guide.md names the unknown ${problem}`,
    ])
  })
})
