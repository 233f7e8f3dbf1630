import { expect, test } from 'vitest'

import type { Break } from './breaks/break.ts'
import { lint } from './lint.ts'

/** Tests that the small description is accepted, and each break of it is rejected in a sentence. */
export function testRejections(breaks: readonly Break[]): void {
  const [sound, ...broken] = lint(breaks)

  test('accepts the small description', () => {
    expect(sound).toEqual([])
  })

  for (const [index, { breaks: what, rule, says, file, pointsTo = file, line, besides = [] }] of breaks.entries())
    test(`rejects ${what}`, () => {
      const problems = broken[index] ?? []
      expect(problems.map((problem) => problem.rule).toSorted()).toEqual([rule, ...besides].toSorted())
      const own = problems.filter((problem) => problem.rule === rule)
      expect(own).toContainEqual({ rule, file: pointsTo, line, message: expect.stringMatching(says) })
    })

  test('says in one sentence what to do', () => {
    const messages = broken.flat().flatMap(({ rule, message }) => (/^(custody|rule)\//.test(rule) ? [message] : []))
    expect(messages.filter((message) => !/^[A-Z][^\n]*[^.]\.$/.test(message))).toEqual([])
  })
}
