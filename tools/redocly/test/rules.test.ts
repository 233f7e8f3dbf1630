import { expect, test } from 'vitest'

import { builtin } from './breaks/builtin.ts'
import { examples } from './breaks/examples.ts'
import { extensions } from './breaks/extensions.ts'
import { marks } from './breaks/marks.ts'
import { operations } from './breaks/operations.ts'
import { paging } from './breaks/paging.ts'
import { requests } from './breaks/requests.ts'
import { root } from './breaks/root.ts'
import { schemas } from './breaks/schemas.ts'
import { values } from './breaks/values.ts'
import { lint } from './lint.ts'

const breaks = [
  operations,
  examples,
  paging,
  requests,
  schemas,
  values,
  marks,
  extensions,
  root,
  builtin,
].flat()
const [sound, ...broken] = lint(breaks)

test('accepts the small description', () => {
  expect(sound).toEqual([])
})

for (const [
  index,
  { breaks: what, rule, says, file, pointsTo = file, line, besides = [] },
] of breaks.entries())
  test(`refuses ${what}`, () => {
    const problems = broken[index] ?? []
    expect(problems.map((problem) => problem.rule).toSorted()).toEqual([rule, ...besides].toSorted())
    const own = problems.filter((problem) => problem.rule === rule)
    expect(own).toContainEqual({ rule, file: pointsTo, line, message: expect.stringMatching(says) })
  })

test('says in one sentence what to do', () => {
  const ours = broken.flat().filter(({ rule }) => rule.startsWith('custody/') || rule.startsWith('rule/'))
  expect(ours.length).toBeGreaterThanOrEqual(breaks.length - builtin.length)
  for (const { message } of ours) expect(message).toMatch(/^[A-Z][^\n]*[^.]\.$/)
})
