// Lays out the diagram of a life cycle. Arrows never cross a box: short ones stay between two columns, and longer ones
// also run between two rows.
import { listNames, type StateTable } from '../../states/table.ts'

export interface StatePosition {
  readonly name: string
  readonly column: number
  readonly row: number
  readonly x: number
  readonly y: number
}

/** An edge with the path of its line. */
interface Arrow extends Edge {
  readonly path: string
}

interface Edge {
  readonly from: string
  readonly to: string
  readonly events: readonly string[]
}

interface LifeCyclePlan {
  readonly width: number
  readonly height: number
  readonly positions: readonly StatePosition[]
  readonly arrows: readonly Arrow[]
}

/** Size of every box, and the space around it. */
export const box = { width: 120, height: 38, gapX: 64, gapY: 22, edge: 8 } as const

const [stepX, stepY] = [box.width + box.gapX, box.height + box.gapY]

export function computePlan(table: StateTable): LifeCyclePlan {
  const columns = computeColumns(table)
  const rows = Math.max(...columns.map(({ length }) => length))
  const positions = computePositions(columns)
  const lines = listEdges(table).flatMap((edge) => findLine(edge, positions))
  return {
    // Arrows within the last column are drawn beside it.
    width: columns.length * stepX + 2 * box.edge,
    height: rows * stepY + 2 * box.edge,
    positions,
    arrows: computeArrows(lines, rows),
  }
}

/** Lists the pairs of states with a transition, with all their events. */
function listEdges({ transitions }: StateTable): readonly Edge[] {
  const edges = new Map<string, Edge>()
  for (const [event, { from: sources, to }] of Object.entries(transitions))
    for (const from of sources) {
      if (from === to) continue
      const key = `${from} ${to}`
      edges.set(key, { from, to, events: [...(edges.get(key)?.events ?? []), event] })
    }
  return [...edges.values()]
}

/** Groups states by their number of steps from the first one. */
function computeColumns(table: StateTable): readonly (readonly string[])[] {
  const remaining = new Set(listNames(table.states))
  const columns: (readonly string[])[] = []
  let next: readonly string[] = [table.initial]
  while (next.length > 0) {
    columns.push(next)
    for (const name of next) remaining.delete(name)
    const nextEdges = listEdges(table).filter(({ from, to }) => next.includes(from) && remaining.has(to))
    next = [...new Set(nextEdges.map(({ to }) => to))]
  }
  return remaining.size > 0 ? [...columns, [...remaining]] : columns
}

const computePositions = (columns: readonly (readonly string[])[]): readonly StatePosition[] =>
  columns.flatMap((names, column) =>
    names.map((name, row) => ({
      name,
      column,
      row,
      x: box.edge + column * stepX,
      y: box.edge + row * stepY,
    })),
  )

interface Line {
  readonly edge: Edge
  readonly from: StatePosition
  readonly to: StatePosition
}

function findLine(edge: Edge, positions: readonly StatePosition[]): readonly Line[] {
  const [from, to] = [edge.from, edge.to].map((name) => positions.find((position) => position.name === name))
  return from && to ? [{ edge, from, to }] : []
}

/** Counts the columns that a line crosses to the right; negative to the left. */
const countColumns = ({ from, to }: Line): number => to.column - from.column

function computeArrows(lines: readonly Line[], rows: number): readonly Arrow[] {
  const ports = createPortFinder(lines)
  const lanes = computeLanes(lines, rows)
  return lines.map((line) => ({
    ...line.edge,
    path: formatPath(line, {
      start: ports(line, line.from),
      end: ports(line, line.to),
      lane: lanes.get(line),
    }),
  }))
}

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Finds the point where a line touches a box. All lines that arrive at one side share a point. The points of a side are
 * in the order of the boxes at the other ends.
 */
function createPortFinder(lines: readonly Line[]): (line: Line, position: StatePosition) => Point {
  return (line, position) => {
    const side = getSide(line, position)
    const neighbors = lines.filter(({ from, to }) => from === position || to === position)
    const [arrivingLines, leavingLines] = [
      neighbors.filter((each) => each.to === position && getSide(each, position) === side),
      neighbors.filter((each) => each.from === position && getSide(each, position) === side),
    ]
    const ports = [arrivingLines, ...leavingLines.map((each) => [each])]
      .filter((port) => port.length > 0)
      .toSorted((a, b) => computeMeanHeight(a, position) - computeMeanHeight(b, position))
    const fraction = (ports.findIndex((port) => port.includes(line)) + 1) / (ports.length + 1)
    return { x: side === 'left' ? position.x : position.x + box.width, y: position.y + box.height * fraction }
  }
}

const computeMeanHeight = (lines: readonly Line[], position: StatePosition): number =>
  lines.reduce((sum, line) => sum + getOtherEnd(line, position).y, 0) / lines.length

const getOtherEnd = ({ from, to }: Line, position: StatePosition): StatePosition => (from === position ? to : from)

const getSide = (line: Line, position: StatePosition): 'left' | 'right' => {
  const columnDistance = getOtherEnd(line, position).column - position.column
  return columnDistance < 0 ? 'left' : 'right'
}

const laneGap = 5

/** Computes the heights at which long lines run between two rows, or below the last one. */
function computeLanes(lines: readonly Line[], rows: number): ReadonlyMap<Line, number> {
  const long = lines.filter((line) => Math.abs(countColumns(line)) > 1)
  const computeRow = ({ from, to }: Line): number => Math.min(rows, Math.round((from.row + to.row + 1) / 2))
  return new Map(
    long.map((line) => {
      const neighbors = long.filter((other) => computeRow(other) === computeRow(line))
      const middle = box.edge + computeRow(line) * stepY - box.gapY / 2
      return [line, middle + (neighbors.indexOf(line) - (neighbors.length - 1) / 2) * laneGap] as const
    }),
  )
}

function formatPath(
  line: Line,
  { start, end, lane }: { readonly start: Point; readonly end: Point; readonly lane: number | undefined },
): string {
  const from = `M${start.x} ${start.y}`
  if (countColumns(line) === 0) return `${from}${formatDetour(start, end)}`
  if (lane === undefined) return `${from}${formatCurve(start, end)}`
  const step = Math.sign(countColumns(line)) * box.gapX
  const [enter, leave] = [
    { x: start.x + step, y: lane },
    { x: end.x - step, y: lane },
  ]
  return `${from}${formatCurve(start, enter)}H${leave.x}${formatCurve(leave, end)}`
}

/** Draws a curve between two columns that starts and ends horizontally. */
function formatCurve(start: Point, end: Point): string {
  const middle = (start.x + end.x) / 2
  return `C${middle} ${start.y} ${middle} ${end.y} ${end.x} ${end.y}`
}

/** Draws a curve beside a column; longer curves are farther away. */
function formatDetour(start: Point, end: Point): string {
  const x = start.x + Math.min(box.gapX - box.edge, 16 + Math.abs(end.y - start.y) / 4)
  return `C${x} ${start.y} ${x} ${end.y} ${end.x} ${end.y}`
}
