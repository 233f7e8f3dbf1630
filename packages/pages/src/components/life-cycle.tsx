import type { JSX } from 'hono/jsx/jsx-runtime'

import { joinClasses } from './tone.ts'

/** A life cycle that is laid out: boxes of states, and lines of transitions. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly boxes: readonly DrawnState[]
  readonly edges: readonly DrawnTransition[]
}

interface DrawnState {
  readonly name: string
  /** Value of the status. */
  readonly value: number
  /** Who defines the state, which its frame shows. */
  readonly source: 'documented' | 'interface' | 'model'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface DrawnTransition {
  readonly from: string
  readonly to: string
  readonly events: readonly string[]
  /** Whether it belongs to the straight path to the goal. */
  readonly isHappy: boolean
  readonly points: readonly (readonly [x: number, y: number])[]
}

interface LifeCycleProps {
  /** Unique on the page. */
  readonly id: string
  /** Name of the drawing, such as `Life cycle of a deposit`. */
  readonly title: string
  /** What is drawn, in words. */
  readonly label: string
  readonly drawing: Drawing
  readonly currentState?: string
  /** States that the record has entered, including the current one. */
  readonly enteredStates?: readonly string[]
}

/** A life cycle with the path of a record, if it has one. Signs give the same facts as colors. */
export function LifeCycle({
  id,
  title,
  label,
  drawing,
  currentState,
  enteredStates = [],
}: LifeCycleProps): JSX.Element {
  const { width, height, boxes, edges } = drawing
  const isTaken = ({ from, to }: DrawnTransition): boolean =>
    enteredStates.some((name, at) => name === from && enteredStates[at + 1] === to)
  // The path of a record is strong; without a record, that to the goal.
  const isStrong = (edge: DrawnTransition): boolean => (enteredStates.length > 0 ? isTaken(edge) : edge.isHappy)
  return (
    <div class="ui-life" tabindex={0} role="region" aria-label={title}>
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        <defs>
          {['quiet', 'strong'].map((name) => (
            <marker
              id={`${id}-${name}`}
              class={name}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerUnits="userSpaceOnUse"
              markerWidth="9"
              markerHeight="9"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8z" />
            </marker>
          ))}
        </defs>
        {edges.toReversed().map((edge) => (
          <Line
            className={joinClasses('edge', edge.isHappy && 'happy', isStrong(edge) && 'strong')}
            title={`${edge.from} to ${edge.to}: ${edge.events.join(', ')}`}
            points={edge.points}
            marker={`${id}-${isStrong(edge) ? 'strong' : 'quiet'}`}
          />
        ))}
        {boxes.map((box) => (
          <StateBox box={box} status={getStatus(box.name, currentState, enteredStates)} />
        ))}
      </svg>
    </div>
  )
}

interface LineProps {
  readonly className: string
  readonly title: string
  readonly points: DrawnTransition['points']
  /** Id of the arrow head. */
  readonly marker: string
}

/** A line, with a wide invisible one below it that the mouse finds easily. */
function Line({ className, title, points, marker }: LineProps): JSX.Element {
  const path = `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`
  return (
    <g class={className}>
      <title>{title}</title>
      <path class="near" d={path} />
      <path class="line" d={path} marker-end={`url(#${marker})`} />
    </g>
  )
}

const signs = { present: '● ', past: '✓ ', possible: '' } as const
type Status = keyof typeof signs

const getStatus = (name: string, currentState: string | undefined, enteredStates: readonly string[]): Status =>
  name === currentState ? 'present' : enteredStates.includes(name) ? 'past' : 'possible'

const StateBox = ({ box, status }: { readonly box: DrawnState; readonly status: Status }): JSX.Element => (
  <g class={`state ${status} ${box.source}`}>
    <rect x={box.x} y={box.y} width={box.width} height={box.height} rx="6" />
    <text x={box.x + box.width / 2} y={box.y + 19} text-anchor="middle">
      {`${signs[status]}${box.name}`}
    </text>
    <text class="value" x={box.x + box.width / 2} y={box.y + 35} text-anchor="middle">
      {box.value}
    </text>
  </g>
)
