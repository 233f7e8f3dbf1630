// The life of a record as a picture: its states in the order in which they can be reached.
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { StateTable } from '../../states/table.ts'
import { box, type Place, planOf } from './ways.ts'

interface LifeCycleProps {
  readonly table: StateTable
  readonly present: string
  /** States that it entered, the present one included. */
  readonly entered: readonly string[]
}

/** A picture of a state table. Signs and a list of the states say the same without colours. */
export function LifeCycle({ table, present, entered }: LifeCycleProps): JSX.Element {
  const { width, height, places, ways } = planOf(table)
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
        {ways.map(({ from, to, events, path }) => (
          <path class={follows(entered, from, to) ? 'edge taken' : 'edge'} d={path} marker-end="url(#arrow)">
            <title>{`${from} to ${to}: ${events.join(', ')}`}</title>
          </path>
        ))}
        {places.map((place) => (
          <StateBox place={place} present={present} isEntered={entered.includes(place.name)} />
        ))}
      </svg>
    </div>
  )
}

interface StateBoxProps {
  readonly place: Place
  readonly present: string
  readonly isEntered: boolean
}

function StateBox({ place: { name, x, y }, present, isEntered }: StateBoxProps): JSX.Element {
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

const follows = (entered: readonly string[], from: string, to: string): boolean =>
  entered.some((name, at) => name === from && entered[at + 1] === to)
