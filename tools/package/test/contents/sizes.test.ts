import { expect, test } from 'vitest'

import { findSizeProblems } from '../../contents/sizes.ts'

const files = new Map([
  ['dist/a.js', 'a'.repeat(9)],
  ['dist/b.js', crypto.getRandomValues(Buffer.alloc(1500)).toString('hex')],
])

test('parts of a package have limits, and files', () => {
  expect(findSizeProblems(files, { 'dist/a.js': 1, 'dist/*.js': 2 })).toEqual([])
  expect(findSizeProblems(files, { 'dist/*.js': 1, 'dist/c.js': 1 })).toEqual([
    expect.stringMatching(/^dist\/\*\.js has 1\.\d kB, and its limit is 1 kB\.$/),
    expect.stringContaining('no file fits dist/c.js'),
  ])
})
