// Pictures as SVG. Their width is 340 units, which fits a phone without scaling.
import { type Markup, html } from './html.ts'

/** Lines of at most so many characters. */
export function wrapped(text: string, signs: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= signs) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Height of a line of text. */
export const lineHeight = 15

interface At {
  readonly x: number
  readonly y: number
}

/** Lines of text below each other; `y` is the foot of the first. */
export const lines = (texts: readonly string[], { x, y }: At, style = ''): Markup =>
  html`${texts.map((text, index) => html`<text x="${x}" y="${y + index * lineHeight}" class="${style}">${text}</text>`)}`

interface Box extends At {
  readonly width: number
  readonly height: number
}

export const box = ({ x, y, width, height }: Box, style: string): Markup =>
  html`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" class="${style}" />`

/** An arrow downwards. */
const arrowDown = (x: number, from: number, to: number): Markup =>
  html`<path class="way" d="M${x} ${from}V${to - 5}" /><path class="tip" d="M${x - 4} ${to - 6}h8l-4 6z" />`

/** A picture of a width and height. */
export const picture = (width: number, height: number, ...parts: readonly Markup[]): Markup =>
  html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    aria-hidden="true"
  >
    ${parts}
  </svg>`

/** A form of a message. */
export interface Step {
  readonly name: string
  /** Its text; the picture shows one line. */
  readonly code: string
  /** How it is made from the step before. */
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

/** A part of a message. */
export interface Part {
  readonly name: string
  /** How the signature covers it, if it does. */
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
      : lines(['nothing: only the connection protects it'], { x: 54, y: 18 }, 'small'),
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
