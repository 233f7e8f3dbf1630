// A message on its way: what it is at each step, and what is done to it in between.
import { html, type Markup } from '../html.ts'
import { arrowDown, box, lines, picture } from './draw.ts'

/** Something that a message is, and what was done to make it so. */
export interface Step {
  readonly name: string
  /** What it looks like; one line of it is shown. */
  readonly code: string
  /** What makes it out of the step before. */
  readonly made?: string
}

const [tall, gap] = [42, 34]

/** Picture of steps from top to bottom. */
export function stepsPicture(steps: readonly Step[]): Markup {
  const height = steps.length * tall + (steps.length - 1) * gap + 2
  return picture(
    340,
    height,
    html`${steps.map((step, index) => drawn(step, index * (tall + gap) + 1, index > 0))}`,
  )
}

const signs = 44

function glimpse(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length <= signs ? line : `${line.slice(0, signs - 1)}…`
}

function drawn({ name, code, made }: Step, y: number, below: boolean): Markup {
  const arrow =
    below && html`${arrowDown(40, y - gap, y)}${lines([made ?? ''], { x: 54, y: y - gap / 2 + 4 }, 'small')}`
  return html`${arrow}${box({ x: 1, y, width: 338, height: tall }, 'box')}${lines([name], { x: 12, y: y + 18 }, 'strong')}${lines([glimpse(code)], { x: 12, y: y + 34 }, 'mono')}`
}
