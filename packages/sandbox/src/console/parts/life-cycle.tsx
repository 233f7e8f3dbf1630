// The life cycle of a record as a diagram.
import type { JSX } from 'hono/jsx/jsx-runtime'

import type { StateTable } from '../../states/table.ts'
import { box, type StatePosition, computePlan } from './ways.ts'

interface LifeCycleProps {
  readonly table: StateTable
  readonly currentState: string
  /** States that the record has entered, including the current one. */
  readonly enteredStates: readonly string[]
}

/** A diagram of a state table. Signs and a label give the same facts without colors. */
export function LifeCycle({ table, currentState, enteredStates }: LifeCycleProps): JSX.Element {
  const { width, height, positions, arrows } = computePlan(table)
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Diagram of the life cycle">
      <svg
        class="life"
        role="img"
        aria-label={`History: ${enteredStates.join(', then ')}. Current state: ${currentState}.`}
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
        {arrows.map(({ from, to, events, path }) => (
          <path
            class={hasTransition(enteredStates, from, to) ? 'edge taken' : 'edge'}
            d={path}
            marker-end="url(#arrow)"
          >
            <title>{`${from} to ${to}: ${events.join(', ')}`}</title>
          </path>
        ))}
        {positions.map((position) => (
          <StateBox position={position} currentState={currentState} isEntered={enteredStates.includes(position.name)} />
        ))}
      </svg>
    </div>
  )
}

interface StateBoxProps {
  readonly position: StatePosition
  readonly currentState: string
  readonly isEntered: boolean
}

function StateBox({ position: { name, x, y }, currentState, isEntered }: StateBoxProps): JSX.Element {
  const kind = name === currentState ? 'present' : isEntered ? 'past' : 'possible'
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

const hasTransition = (enteredStates: readonly string[], from: string, to: string): boolean =>
  enteredStates.some((name, at) => name === from && enteredStates[at + 1] === to)
