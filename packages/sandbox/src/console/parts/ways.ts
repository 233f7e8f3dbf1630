// Where the picture of a life cycle has its boxes and its ways. No way crosses a box: ways between neighbouring columns
// and within a column stay between the columns, and longer ones also run between two rows.
import { namesOf, type StateTable } from '../../states/table.ts'

/** A box of the picture. */
export interface Place {
  readonly name: string
  readonly column: number
  readonly row: number
  readonly x: number
  readonly y: number
}

/** A way between two states, with all its events and the path of its line. */
interface Way extends Edge {
  readonly path: string
}

interface Edge {
  readonly from: string
  readonly to: string
  readonly events: readonly string[]
}

/** The places of a picture, and its size. */
interface Plan {
  readonly width: number
  readonly height: number
  readonly places: readonly Place[]
  readonly ways: readonly Way[]
}

/** Sizes of every box, and the space around it. */
export const box = { width: 120, height: 38, gapX: 64, gapY: 22, edge: 8 } as const

const [stepX, stepY] = [box.width + box.gapX, box.height + box.gapY]

/** The plan of a state table. */
export function planOf(table: StateTable): Plan {
  const columns = columnsOf(table)
  const rows = Math.max(...columns.map(({ length }) => length))
  const places = placesOf(columns)
  const lines = edgesOf(table).flatMap((edge) => lineOf(edge, places))
  return {
    // A way within the last column is beside it.
    width: columns.length * stepX + 2 * box.edge,
    height: rows * stepY + 2 * box.edge,
    places,
    ways: pathsOf(lines, rows),
  }
}

/** The ways between two states, with all their events. */
function edgesOf({ transitions }: StateTable): readonly Edge[] {
  const edges = new Map<string, Edge>()
  for (const [event, { from: sources, to }] of Object.entries(transitions))
    for (const from of sources) {
      if (from === to) continue
      const key = `${from} ${to}`
      edges.set(key, { from, to, events: [...(edges.get(key)?.events ?? []), event] })
    }
  return [...edges.values()]
}

/** States by the number of steps from the first one. */
function columnsOf(table: StateTable): readonly (readonly string[])[] {
  const left = new Set(namesOf(table.states))
  const columns: (readonly string[])[] = []
  let next: readonly string[] = [table.initial]
  while (next.length > 0) {
    columns.push(next)
    for (const name of next) left.delete(name)
    const reached = edgesOf(table).filter(({ from, to }) => next.includes(from) && left.has(to))
    next = [...new Set(reached.map(({ to }) => to))]
  }
  return left.size > 0 ? [...columns, [...left]] : columns
}

const placesOf = (columns: readonly (readonly string[])[]): readonly Place[] =>
  columns.flatMap((names, column) =>
    names.map((name, row) => ({
      name,
      column,
      row,
      x: box.edge + column * stepX,
      y: box.edge + row * stepY,
    })),
  )

/** An edge between two places. */
interface Line {
  readonly edge: Edge
  readonly from: Place
  readonly to: Place
}

function lineOf(edge: Edge, places: readonly Place[]): readonly Line[] {
  const [from, to] = [edge.from, edge.to].map((name) => places.find((place) => place.name === name))
  return from && to ? [{ edge, from, to }] : []
}

/** Columns that a line goes to the right; to the left, the number is negative. */
const columnsTo = ({ from, to }: Line): number => to.column - from.column

function pathsOf(lines: readonly Line[], rows: number): readonly Way[] {
  const ports = portsOf(lines)
  const lanes = lanesOf(lines, rows)
  return lines.map((line) => ({
    ...line.edge,
    path: pathOf(line, { start: ports(line, line.from), end: ports(line, line.to), lane: lanes.get(line) }),
  }))
}

interface At {
  readonly x: number
  readonly y: number
}

/**
 * Where a line touches a box. On one side of it, all lines that arrive share a place, and the places are in the order of
 * the boxes at the other ends.
 */
function portsOf(lines: readonly Line[]): (line: Line, place: Place) => At {
  return (line, place) => {
    const side = sideOf(line, place)
    const beside = lines.filter(({ from, to }) => from === place || to === place)
    const [arriving, leaving] = [
      beside.filter((each) => each.to === place && sideOf(each, place) === side),
      beside.filter((each) => each.from === place && sideOf(each, place) === side),
    ]
    const ports = [arriving, ...leaving.map((each) => [each])]
      .filter((port) => port.length > 0)
      .toSorted((a, b) => meanHeight(a, place) - meanHeight(b, place))
    const part = (ports.findIndex((port) => port.includes(line)) + 1) / (ports.length + 1)
    return { x: side === 'left' ? place.x : place.x + box.width, y: place.y + box.height * part }
  }
}

const meanHeight = (lines: readonly Line[], place: Place): number =>
  lines.reduce((sum, line) => sum + otherEnd(line, place).y, 0) / lines.length

const otherEnd = ({ from, to }: Line, place: Place): Place => (from === place ? to : from)

const sideOf = (line: Line, place: Place): 'left' | 'right' => {
  const away = otherEnd(line, place).column - place.column
  return away < 0 ? 'left' : 'right'
}

const between = 5

/** The heights at which long lines run between two rows, or below the last one. */
function lanesOf(lines: readonly Line[], rows: number): ReadonlyMap<Line, number> {
  const long = lines.filter((line) => Math.abs(columnsTo(line)) > 1)
  const rowOf = ({ from, to }: Line): number => Math.min(rows, Math.round((from.row + to.row + 1) / 2))
  return new Map(
    long.map((line) => {
      const beside = long.filter((other) => rowOf(other) === rowOf(line))
      const middle = box.edge + rowOf(line) * stepY - box.gapY / 2
      return [line, middle + (beside.indexOf(line) - (beside.length - 1) / 2) * between] as const
    }),
  )
}

function pathOf(
  line: Line,
  { start, end, lane }: { readonly start: At; readonly end: At; readonly lane: number | undefined },
): string {
  const from = `M${start.x} ${start.y}`
  if (columnsTo(line) === 0) return `${from}${around(start, end)}`
  if (lane === undefined) return `${from}${curve(start, end)}`
  const step = Math.sign(columnsTo(line)) * box.gapX
  const [enter, leave] = [
    { x: start.x + step, y: lane },
    { x: end.x - step, y: lane },
  ]
  return `${from}${curve(start, enter)}H${leave.x}${curve(leave, end)}`
}

/** A curve between two columns, which begins and ends horizontally. */
function curve(start: At, end: At): string {
  const middle = (start.x + end.x) / 2
  return `C${middle} ${start.y} ${middle} ${end.y} ${end.x} ${end.y}`
}

/** A curve beside a column. Longer ones are farther away. */
function around(start: At, end: At): string {
  const x = start.x + Math.min(box.gapX - box.edge, 16 + Math.abs(end.y - start.y) / 4)
  return `C${x} ${start.y} ${x} ${end.y} ${end.x} ${end.y}`
}
