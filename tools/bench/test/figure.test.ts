import { expect, test } from 'vitest'

import { type Figure, formatFigure, isGoalMet } from '../figure.ts'

const pipeline: Figure = { name: 'contract.pipeline', value: 2.4137, unit: 's', goal: { op: '<', value: 5 } }

test('prints a figure and its goal in one line, with three digits or as an integer from 100', () => {
  expect(formatFigure(pipeline)).toBe('figure contract.pipeline 2.41 s goal < 5')
  expect(formatFigure({ name: 'codec.open', value: 0.5, unit: 'ms' })).toBe('figure codec.open 0.5 ms')
  expect(formatFigure({ name: 'size', value: 1023, unit: 'B' })).toBe('figure size 1023 B')
})

test.each([
  ['<', [4.99], [4.999, 5, Number.NaN]],
  ['<=', [0.15, 5], [5.1, Number.NaN]],
  ['>=', [5], [4.9, Number.NaN]],
] as const)('a figure meets the goal %s 5 by its printed value', (op, met, missed) => {
  const createFigureAgainst = (value: number): Figure => ({ ...pipeline, value, goal: { op, value: 5 } })
  expect(met.map((value) => isGoalMet(createFigureAgainst(value)))).not.toContain(false)
  expect(missed.map((value) => isGoalMet(createFigureAgainst(value)))).not.toContain(true)
})
