// The life of a record as a picture: its states in the order in which they can be reached.
import type { JSX } from 'hono/jsx/jsx-runtime'

import { namesOf, type StateTable } from '../../states/table.ts'

interface LifeCycleProps {
  readonly table: StateTable
  readonly present: string
  /** States that it entered, the present one included. */
  readonly entered: readonly string[]
}

const box = { width: 120, height: 34, gapX: 56, gapY: 22, edge: 8 } as const

interface Place {
  readonly x: number
  readonly y: number
}

/** A picture of a state table. Signs and a list of the states say the same without colours. */
export function LifeCycle({ table, present, entered }: LifeCycleProps): JSX.Element {
  const columns = columnsOf(table)
  const places = placesOf(columns)
  const width = columns.length * (box.width + box.gapX) - box.gapX + 2 * box.edge
  const rows = Math.max(...columns.map((column) => column.length))
  const height = rows * (box.height + box.gapY) + 2 * box.edge
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Picture of the life cycle">
      <svg
        class="life"
        role="img"
        aria-label={`It was ${entered.join(', then ')}. It is ${present} now.`}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
      >
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="11"
            markerHeight="11"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {edgesOf(table).map(({ from, to, events }) => (
          <path
            class={follows(entered, from, to) ? 'edge taken' : 'edge'}
            d={curve(places.get(from), places.get(to))}
            marker-end="url(#arrow)"
          >
            <title>{`${from} to ${to}: ${events.join(', ')}`}</title>
          </path>
        ))}
        {[...places].map(([name, place]) => (
          <StateBox name={name} place={place} present={present} isEntered={entered.includes(name)} />
        ))}
      </svg>
    </div>
  )
}

interface StateBoxProps {
  readonly name: string
  readonly place: Place
  readonly present: string
  readonly isEntered: boolean
}

function StateBox({ name, place: { x, y }, present, isEntered }: StateBoxProps): JSX.Element {
  const kind = name === present ? 'present' : isEntered ? 'past' : 'possible'
  return (
    <g class={kind}>
      <rect x={x} y={y} width={box.width} height={box.height} rx="6" />
      <text x={x + box.width / 2} y={y + box.height / 2 + 5} text-anchor="middle">
        {`${boxSigns[kind]}${name}`}
      </text>
    </g>
  )
}

const boxSigns = { present: '● ', past: '✓ ', possible: '' } as const

interface Edge {
  readonly from: string
  readonly to: string
  readonly events: readonly string[]
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

const placesOf = (columns: readonly (readonly string[])[]): ReadonlyMap<string, Place> =>
  new Map(
    columns.flatMap((column, x) =>
      column.map((name, y) => [
        name,
        {
          x: box.edge + x * (box.width + box.gapX),
          y: box.edge + y * (box.height + box.gapY),
        },
      ]),
    ),
  )

/** A curve from one box to another: forwards between their sides, and backwards or inside a column around them. */
function curve(from: Place = { x: 0, y: 0 }, to: Place = { x: 0, y: 0 }): string {
  const [fromY, toY] = [from.y + box.height / 2, to.y + box.height / 2]
  const right = from.x + box.width
  if (to.x > from.x) {
    const bend = (to.x - right) / 2
    return `M${right} ${fromY}C${right + bend} ${fromY} ${to.x - bend} ${toY} ${to.x} ${toY}`
  }
  const outside = to.x === from.x ? right : to.x + box.width
  return `M${to.x === from.x ? right : from.x} ${fromY + 6}C${right + 34} ${fromY} ${outside + 34} ${toY} ${outside} ${toY + 6}`
}

const follows = (entered: readonly string[], from: string, to: string): boolean =>
  entered.some((name, at) => name === from && entered[at + 1] === to)
