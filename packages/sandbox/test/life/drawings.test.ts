import { describe, expect, test } from 'vitest'

import { lifeCycles } from '../../src/generated/life-cycles.ts'
import { stateTables } from '../../src/states/all.ts'

type Point = readonly [x: number, y: number]
type Segment = readonly [from: Point, to: Point]

const tables = Object.values(stateTables)
const drawings = Object.entries(lifeCycles)

const listSegments = (points: readonly Point[]): readonly Segment[] =>
  points.slice(1).flatMap((to, at): readonly Segment[] => {
    const from = points[at]
    return from ? [[from, to]] : []
  })

const isBetween = (value: number, a: number, b: number): boolean =>
  value > Math.min(a, b) + 0.5 && value < Math.max(a, b) - 0.5

/** Whether a horizontal and a vertical line cross. */
const isCrossing = ([[x1, y1], [x2, y2]]: Segment, [[x3, y3], [x4, y4]]: Segment): boolean =>
  y1 === y2 && x3 === x4 && isBetween(x3, x1, x2) && isBetween(y1, y3, y4)

test.each(tables)('the happy path of $record follows its transitions from the initial state', (table) => {
  const { happyPath, initial, states, transitions } = table
  expect(happyPath[0]).toBe(initial)
  const isStep = (from: string, to: string | undefined) =>
    to === undefined || Object.values(transitions).some((each) => each.to === to && each.from.includes(from))
  expect(happyPath.filter((name, at) => !isStep(name, happyPath[at + 1]))).toEqual([])
  expect(states[happyPath.at(-1) ?? '']?.tone).toBe('good')
})

describe.each(drawings)('the drawing of %s', (record, { boxes, edges }) => {
  test('has every state, and a line for every pair of states with a transition', () => {
    const table = tables.find((each) => each.record === record)
    const pairs = Object.values(table?.transitions ?? {}).flatMap(({ from, to }) =>
      from.filter((name) => name !== to).map((name) => `${name} ${to}`),
    )
    expect(boxes.map(({ name }) => name).toSorted()).toEqual(Object.keys(table?.states ?? {}).toSorted())
    expect(edges.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual([...new Set(pairs)].toSorted())
  })

  test('has the happy path as one straight line', () => {
    const heights = edges.filter(({ isHappy }) => isHappy).flatMap(({ points }) => points.map(([, y]) => y))
    expect(new Set(heights).size).toBe(1)
  })

  test('has no line through a box', () => {
    const through = edges.flatMap(({ from, to, points }) =>
      boxes
        .filter(({ name }) => name !== from && name !== to)
        .filter(({ x, y, width, height }) =>
          listSegments(points).some(
            ([[x1, y1], [x2, y2]]) =>
              Math.max(x1, x2) > x &&
              Math.min(x1, x2) < x + width &&
              Math.max(y1, y2) > y &&
              Math.min(y1, y2) < y + height,
          ),
        )
        .map(({ name }) => `${from} to ${to} through ${name}`),
    )
    expect(through).toEqual([])
  })

  test('has at most four crossings', () => {
    const segments = edges.flatMap(({ points }) => listSegments(points))
    const crossings = segments.flatMap((one) => segments.filter((other) => isCrossing(one, other)))
    expect(crossings.length).toBeLessThanOrEqual(4)
  })
})
