// Diagram of a record's states and transitions in the sandbox: states that change on the left, final ones on the right.
import { renderBox, renderLines, lineHeight, renderPicture, wrapText } from './figures.ts'
import { type Markup, html } from './html.ts'

export interface Stage {
  readonly value: number
  /** Its name in the sandbox. */
  readonly name: string
  readonly meaning: string
  readonly final: boolean
  readonly source: 'interface' | 'documented' | 'open' | 'model'
}

export interface Step {
  readonly from: number
  readonly to: number
}

/** Sizes of a diagram, for wide screens and for phones. */
interface Sizes {
  readonly margin: number
  readonly box: number
  readonly middle: number
  /** Characters in a line. */
  readonly signs: number
}

const sizes: Readonly<Record<'wide' | 'narrow', Sizes>> = {
  wide: { margin: 46, box: 242, middle: 164, signs: 40 },
  narrow: { margin: 24, box: 120, middle: 52, signs: 18 },
}

/** Renders the diagram in both widths. The style sheet shows one of them. */
export const renderLifeCycle = (stages: readonly Stage[], steps: readonly Step[]): Markup =>
  html`${Object.entries(sizes).map(
    ([name, size]) => html`<div class="${name}">${renderDiagram(stages, steps, size)}</div>`,
  )}`

function renderDiagram(stages: readonly Stage[], steps: readonly Step[], size: Sizes): Markup {
  const right = size.margin + size.box + size.middle
  const offset = createColumn(
    stages.filter(({ final }) => !final),
    size.margin,
    size,
  )
  const ends = createColumn(
    stages.filter(({ final }) => final),
    right,
    size,
  )
  const boxes = new Map([...offset.boxes, ...ends.boxes])
  const height = Math.max(offset.height, ends.height)
  return renderPicture(
    right + size.box + size.margin,
    height,
    renderLines(['model: can still change'], { x: size.margin, y: 16 }, 'small'),
    renderLines(['model: final'], { x: right, y: 16 }, 'small'),
    renderArrows(steps, boxes, size),
    html`${[...boxes.values()].map((place) => renderStageBox(place, size))}`,
  )
}

/** A state with its position. */
interface StageBox {
  readonly stage: Stage
  /** Its meaning, in lines. */
  readonly texts: readonly string[]
  readonly x: number
  readonly y: number
  readonly height: number
}

const [top, space, firstLine] = [28, 14, 20]

function createColumn(stages: readonly Stage[], x: number, { signs }: Sizes) {
  let y = top
  const boxes = stages.map((stage) => {
    const texts = stage.meaning === '' ? [] : wrapText(stage.meaning, signs)
    const height = firstLine + texts.length * lineHeight + 8
    const place: StageBox = { stage, texts, x, y, height }
    y += height + space
    return [stage.value, place] as const
  })
  return { boxes: new Map(boxes), height: y }
}

const styles: Readonly<Record<Stage['source'], string>> = {
  interface: '',
  documented: 'documented',
  open: 'unknown',
  model: 'unknown',
}

const bad = /fail|reject|turned|cancel|discard|not given/i
const getTone = ({ final, meaning, name }: Stage): string => {
  if (!final) return 'wait'
  return bad.test(`${name} ${meaning}`) ? 'stop' : 'good'
}

function renderStageBox({ stage, texts, x, y, height }: StageBox, { box: width }: Sizes): Markup {
  const { value, name, source } = stage
  const style = `box ${getTone(stage)} ${styles[source]}`
  const first = html`<tspan class="mono strong">${value}</tspan> <tspan class="small">${name}</tspan>`
  return html`${renderBox({ x, y, width, height }, style)}<text x="${x + 8}" y="${y + 17}">${first}</text
    >${renderLines(texts, { x: x + 8, y: y + firstLine + 13 }, 'small')}`
}

/**
 * Computes the arrows between boxes. On each side of a box, leaving arrows start at separate points, and arriving arrows
 * share one.
 */
function renderArrows(steps: readonly Step[], boxes: ReadonlyMap<number, StageBox>, size: Sizes): Markup {
  const ends = steps.flatMap(({ from, to }) => {
    const [start, end] = [boxes.get(from), boxes.get(to)]
    return start && end && from !== to ? [{ start, end }] : []
  })
  const ports = new Map<string, number>()
  for (const all of Map.groupBy(ends.flatMap(createPorts), ({ side }) => side).values()) {
    const apart = [...Map.groupBy(all, ({ name }) => name)].toSorted(([, a], [, b]) => computeMean(a) - computeMean(b))
    for (const [index, [name, [port]]] of apart.entries())
      if (port) ports.set(name, port.at.y + (port.at.height * (index + 1)) / (apart.length + 1))
  }
  return html`${ends.map((each) => renderArrow(each, ports, size))}`
}

interface ArrowEnds {
  readonly start: StageBox
  readonly end: StageBox
}

/** The side of a box that an arrow touches: the outer side within a column, otherwise the inner side. */
const getSide = ({ stage }: StageBox, other: StageBox): 'left' | 'right' => {
  const isWithin = stage.final === other.stage.final
  return stage.final === isWithin ? 'right' : 'left'
}

interface Port {
  readonly side: string
  readonly name: string
  readonly at: StageBox
  readonly other: StageBox
}

function createPorts({ start, end }: ArrowEnds): readonly [leaves: Port, arrives: Port] {
  const [from, to] = [`${start.stage.value} ${getSide(start, end)}`, `${end.stage.value} ${getSide(end, start)}`]
  return [
    { side: from, name: `${from} to ${end.stage.value}`, at: start, other: end },
    { side: to, name: to, at: end, other: start },
  ]
}

const computeMean = (ports: readonly Port[]): number =>
  ports.reduce((sum, { other }) => sum + other.y, 0) / ports.length

const tip = 7

function renderArrow(
  ends: ArrowEnds,
  ports: ReadonlyMap<string, number>,
  { box: width, margin, middle }: Sizes,
): Markup {
  const computePoint = ({ name, at, other }: Port) => {
    const y = ports.get(name) ?? at.y
    return getSide(at, other) === 'left' ? { x: at.x, y, out: -1 } : { x: at.x + width, y, out: 1 }
  }
  const [leaves, arrives] = createPorts(ends)
  const [a, b] = [computePoint(leaves), computePoint(arrives)]
  const isInside = ends.start.stage.final !== ends.end.stage.final
  const bend = isInside ? middle / 2 : Math.min((margin - tip) * 1.2, 14 + Math.abs(a.y - b.y) / 5)
  const foot = b.x + b.out * tip
  const tone = getTone(ends.end.stage)
  return html`<path
      class="way ${tone}"
      d="M${a.x} ${a.y}C${a.x + a.out * bend} ${a.y} ${foot + b.out * bend} ${b.y} ${foot} ${b.y}"
    /><path class="tip ${tone}" d="M${foot} ${b.y - 4}v8l${-b.out * tip}-4z" />`
}
