import type { KnownValue } from '@custody-wallet/types'

// Pictures as SVG. Their width is 340 units, which fits a phone without scaling.
import { type Markup, html } from './html.ts'

/** Lines of at most so many characters. */
function wrapped(text: string, signs: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= signs) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Height of a line of text. */
const lineHeight = 15

interface At {
  readonly x: number
  readonly y: number
}

/** Lines of text below each other; `y` is the foot of the first. */
const lines = (texts: readonly string[], { x, y }: At, style = ''): Markup =>
  html`${texts.map((text, index) => html`<text x="${x}" y="${y + index * lineHeight}" class="${style}">${text}</text>`)}`

interface Box extends At {
  readonly width: number
  readonly height: number
}

const box = ({ x, y, width, height }: Box, style: string): Markup =>
  html`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" class="${style}" />`

/** An arrow downwards. */
const arrowDown = (x: number, from: number, to: number): Markup =>
  html`<path class="way" d="M${x} ${from}V${to - 5}" /><path class="tip" d="M${x - 4} ${to - 6}h8l-4 6z" />`

/** A picture of a width and height. */
const picture = (width: number, height: number, ...parts: readonly Markup[]): Markup =>
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

export interface Value extends KnownValue {
  readonly value: string
}

const styles: Readonly<Record<KnownValue['source'], string>> = {
  interface: '',
  documented: 'documented',
  open: 'unknown',
}

const lane = { width: 152, gap: 36, top: 30, left: [0, 188] } as const

/** Picture of the values of a state, with the final ones on the right. The interface shows no transitions. */
export function lifeCycle(values: readonly Value[]): Markup {
  const [moving, ended] = [values.filter(({ final }) => !final), values.filter(({ final }) => final)]
  const [left, right] = [column(moving, lane.left[0], 'wait'), column(ended, lane.left[1], 'good')]
  const height = Math.max(left.height, right.height, 80)
  const middle = height / 2 + 14
  return picture(
    340,
    height,
    lanes(height),
    lines(['may still change'], { x: 10, y: 20 }, 'small'),
    lines(['assumed to stay'], { x: lane.left[1] + 10, y: 20 }, 'small'),
    html`<path class="way documented" d="M156 ${middle}h22" /><path
        class="tip"
        d="M178 ${middle - 4}v8l7-4z"
      />`,
    left.drawn,
    right.drawn,
  )
}

const lanes = (height: number): Markup =>
  html`${lane.left.map((x) => box({ x, y: 0, width: lane.width, height }, 'lane'))}`

function column(values: readonly Value[], x: number, style: string) {
  let y: number = lane.top
  const drawn = values.map(({ value, meaning, source }) => {
    const texts = wrapped(meaning, 17)
    const height = texts.length * lineHeight + 10
    const at = { x: x + 6, y, width: lane.width - 12, height }
    y += height + 6
    return html`${box(at, `box ${toneOf(meaning, style)} ${styles[source]}`)}${lines([value], { x: at.x + 7, y: at.y + 17 }, 'mono strong')}${lines(texts, { x: at.x + (value.length > 2 ? 38 : 22), y: at.y + 17 }, 'small')}`
  })
  const none = lines(['none is known'], { x: x + 10, y: lane.top + 16 }, 'small')
  return { drawn: values.length === 0 ? none : html`${drawn}`, height: y + (values.length === 0 ? 30 : 0) }
}

const bad = /fail|reject|turned|cancel|discard|not given/i
const toneOf = (meaning: string, style: string): string =>
  style === 'good' && bad.test(meaning) ? 'stop' : style
