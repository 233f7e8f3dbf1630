// Reads the diagram of a life cycle from the lines and boxes of the page.
import { expect, test } from 'vitest'

import { recordKinds } from '../../src/records/kinds.ts'
import { listNames } from '../../src/states/table.ts'
import { openVisit } from '../support/console.ts'
import { createPopulatedSandbox } from '../support/populated.ts'

interface Point {
  readonly x: number
  readonly y: number
}

interface Box extends Point {
  readonly width: number
  readonly height: number
}

const parseNumbers = (text: string): readonly number[] => (text.match(/-?[\d.]+/g) ?? []).map(Number)

const parseBoxes = (html: string): readonly Box[] =>
  [...html.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map((found) => {
    const [x = 0, y = 0, width = 0, height = 0] = found.slice(1).map(Number)
    return { x, y, width, height }
  })

const parsePaths = (html: string): readonly string[] =>
  [...html.matchAll(/class="edge(?: taken)?" d="([^"]+)"/g)].map(([, path = '']) => path)

const parts = Array.from({ length: 101 }, (_, at) => at / 100)

/** Points of a path of moves, curves and horizontal lines. */
function parsePoints(path: string): readonly Point[] {
  const points: Point[] = []
  for (const [command = ''] of path.matchAll(/[A-Z][^A-Z]*/g)) {
    const start = points.at(-1) ?? { x: 0, y: 0 }
    const numbers = parseNumbers(command)
    points.push(...(pieces[command.charAt(0)]?.(start, numbers) ?? []))
  }
  return points
}

const pieces: Readonly<Record<string, (start: Point, numbers: readonly number[]) => readonly Point[]>> = {
  M: (_start, [x = 0, y = 0]) => [{ x, y }],
  H: ({ x, y }, [to = 0]) => parts.map((part) => ({ x: x + (to - x) * part, y })),
  C: ({ x, y }, [ax = 0, ay = 0, bx = 0, by = 0, tox = 0, toy = 0]) =>
    parts.map((part) => ({ x: computeCubic(part, x, ax, bx, tox), y: computeCubic(part, y, ay, by, toy) })),
}

const computeCubic = (t: number, a: number, b: number, c: number, d: number): number =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d

const isInside = ({ x, y }: Point, box: Box): boolean =>
  x > box.x + 0.01 && x < box.x + box.width - 0.01 && y > box.y && y < box.y + box.height

// A miner fee has one transition, and this sandbox has none.
const kinds = listNames(recordKinds).filter((kind) => recordKinds[kind].states && kind !== 'miner_fee')

test.each(kinds)('no line in the diagram of %s crosses a box', async (kind) => {
  const { sandbox } = await createPopulatedSandbox()
  const { page } = await openVisit(sandbox)
  const [record] = await sandbox.control.records.list({ kind })
  const html = await page(`/console/records/${kind}/${record?.id}`)
  const [boxes, paths] = [parseBoxes(html), parsePaths(html)]
  expect([boxes.length, paths.length > 0]).toEqual([listNames(recordKinds[kind].states?.states ?? {}).length, true])
  const crossing = paths.filter((path) => parsePoints(path).some((point) => boxes.some((box) => isInside(point, box))))
  expect(crossing).toEqual([])
})
