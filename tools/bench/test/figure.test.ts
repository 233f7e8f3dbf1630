import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Figure, type Goal, line, meets } from '../figure.ts'

const pipeline: Figure = { name: 'contract.pipeline', value: 2.4137, unit: 's', goal: { op: '<', value: 5 } }

const against = (value: number, op: Goal['op'], bound: number): Figure => ({
  ...pipeline,
  value,
  goal: { op, value: bound },
})

test('a figure is one line with its goal', () => {
  expect(line(pipeline)).toBe('figure contract.pipeline 2.41 s goal < 5')
})

test('a figure without a goal ends after its unit', () => {
  expect(line({ name: 'codec.open', value: 0.5, unit: 'ms' })).toBe('figure codec.open 0.5 ms')
})

test('bytes are not rounded to three digits', () => {
  expect(line({ name: 'size', value: 1023, unit: 'B' })).toBe('figure size 1023 B')
})

test.each([
  [5, '<', 5],
  [4.999, '<', 5],
  [0.151, '<=', 0.15],
  [1024, '<', 1024],
  [5, '>', 5],
  [4.9, '>=', 5],
] as const)('%d misses the goal %s %d', (value, op, bound) => {
  expect(meets(against(value, op, bound))).toBe(false)
})

test.each([
  [4.99, '<', 5],
  [0.15, '<=', 0.15],
  [5.01, '>', 5],
  [5, '>=', 5],
] as const)('%d meets the goal %s %d', (value, op, bound) => {
  expect(meets(against(value, op, bound))).toBe(true)
})

test.each(['<', '<=', '>', '>='] as const)('what is no number misses the goal %s', (op) => {
  expect(meets(against(Number.NaN, op, 5))).toBe(false)
})

test('whoever reads a line comes to the same verdict', () => {
  const read: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
    '<': (value, bound) => value < bound,
    '<=': (value, bound) => value <= bound,
    '>': (value, bound) => value > bound,
    '>=': (value, bound) => value >= bound,
  }
  const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
  const ops = fc.constantFrom<Goal['op'][]>('<', '<=', '>', '>=')
  fc.assert(
    fc.property(numbers, ops, numbers, (value, op, bound) => {
      const figure = against(value, op, bound)
      const [, , printed, , , sign = '', aim] = line(figure).split(' ')
      expect(read[sign]?.(Number(printed), Number(aim))).toBe(meets(figure))
    }),
  )
})
