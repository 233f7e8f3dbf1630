// What a signature covers of a message, and what it leaves open.
import { html, type Markup } from '../html.ts'
import { box, lines, picture } from './draw.ts'

/** A part of a message. */
export interface Part {
  readonly name: string
  /** How the signature covers it; nothing where it does not. */
  readonly by?: string | undefined
}

const row = 30

/** Picture of a message: parts inside the frame are signed, the others are not. */
export function coverage(parts: readonly Part[]): Markup {
  const covered = parts.filter(({ by }) => by)
  const open = parts.filter(({ by }) => !by)
  const top = 28
  const signed = covered.length > 0 ? covered.length * row + 8 : 0
  const rest = top + signed + (open.length > 0 ? 28 : 0)
  return picture(
    340,
    rest + open.length * row + 4,
    lines(['signed'], { x: 8, y: 18 }, 'yes'),
    covered.length > 0
      ? box({ x: 1, y: top - 2, width: 338, height: signed }, 'covered')
      : lines(['nothing: the connection alone vouches for it'], { x: 54, y: 18 }, 'small'),
    html`${covered.map((part, index) => rowOf(part, top + 3 + index * row, 'box'))}`,
    open.length > 0 ? lines(['left open'], { x: 8, y: rest - 9 }, 'no strong') : html``,
    html`${open.map((part, index) => rowOf(part, rest + index * row, 'left-open'))}`,
  )
}

const rowOf = ({ name, by = '' }: Part, y: number, style: string): Markup =>
  html`${box({ x: 8, y, width: 324, height: row - 5 }, style)}${lines([name], { x: 18, y: y + 17 })}<text
      x="322"
      y="${y + 17}"
      text-anchor="end"
      class="small"
      >${by}</text
    >`
