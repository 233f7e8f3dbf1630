// The life of a record: values that may still change on one side, those that are assumed to stay on the other. The
// interface shows no transitions, so no arrow leads from one value to another.
import type { KnownValue } from '@custody-wallet/types'

import { html, type Markup } from '../html.ts'
import { box, lineHeight, lines, picture, wrapped } from './draw.ts'

export interface Value extends KnownValue {
  readonly value: string
}

const styles: Readonly<Record<KnownValue['source'], string>> = {
  interface: '',
  documented: 'documented',
  open: 'unknown',
}

const lane = { width: 152, gap: 36, top: 30, left: [0, 188] } as const

/** Picture of the values of a state, those that end on the right. */
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
