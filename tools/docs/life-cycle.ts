// Picture of a record's states and of what may follow in the sandbox: states that change on the left, final ones on the right.
import { box, lines, lineHeight, picture, wrapped } from './figures.ts'
import { type Markup, html } from './html.ts'

/** A state in the picture. */
export interface Stage {
  readonly value: number
  /** Its name in the sandbox. */
  readonly name: string
  readonly meaning: string
  readonly final: boolean
  readonly source: 'interface' | 'documented' | 'open' | 'model'
}

/** One state may follow another. */
export interface Step {
  readonly from: number
  readonly to: number
}

/** Sizes of a picture: it exists for wide screens and for phones. */
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

/** The picture in both widths. The style of the site shows one of them. */
export const lifeCycle = (stages: readonly Stage[], steps: readonly Step[]): Markup =>
  html`${Object.entries(sizes).map(
    ([name, size]) => html`<div class="${name}">${drawn(stages, steps, size)}</div>`,
  )}`

function drawn(stages: readonly Stage[], steps: readonly Step[], size: Sizes): Markup {
  const right = size.margin + size.box + size.middle
  const moving = column(
    stages.filter(({ final }) => !final),
    size.margin,
    size,
  )
  const ended = column(
    stages.filter(({ final }) => final),
    right,
    size,
  )
  const places = new Map([...moving.places, ...ended.places])
  const height = Math.max(moving.height, ended.height)
  return picture(
    right + size.box + size.margin,
    height,
    lines(['model: can still change'], { x: size.margin, y: 16 }, 'small'),
    lines(['model: final'], { x: right, y: 16 }, 'small'),
    arrows(steps, places, size),
    html`${[...places.values()].map((place) => boxOf(place, size))}`,
  )
}

/** A state with its place. */
interface Place {
  readonly stage: Stage
  /** Its meaning, in lines. */
  readonly texts: readonly string[]
  readonly x: number
  readonly y: number
  readonly height: number
}

const [top, space, firstLine] = [28, 14, 20]

function column(stages: readonly Stage[], x: number, { signs }: Sizes) {
  let y = top
  const places = stages.map((stage) => {
    const texts = stage.meaning === '' ? [] : wrapped(stage.meaning, signs)
    const height = firstLine + texts.length * lineHeight + 8
    const place: Place = { stage, texts, x, y, height }
    y += height + space
    return [stage.value, place] as const
  })
  return { places: new Map(places), height: y }
}

const styles: Readonly<Record<Stage['source'], string>> = {
  interface: '',
  documented: 'documented',
  open: 'unknown',
  model: 'unknown',
}

const bad = /fail|reject|turned|cancel|discard|not given/i
const toneOf = ({ final, meaning, name }: Stage): string => {
  if (!final) return 'wait'
  return bad.test(`${name} ${meaning}`) ? 'stop' : 'good'
}

function boxOf({ stage, texts, x, y, height }: Place, { box: width }: Sizes): Markup {
  const { value, name, source } = stage
  const style = `box ${toneOf(stage)} ${styles[source]}`
  const first = html`<tspan class="mono strong">${value}</tspan> <tspan class="small">${name}</tspan>`
  return html`${box({ x, y, width, height }, style)}<text x="${x + 8}" y="${y + 17}">${first}</text
    >${lines(texts, { x: x + 8, y: y + firstLine + 13 }, 'small')}`
}

/**
 * Arrows between the boxes, around them within a column. On one side of a box, those that leave it start apart, and those
 * that arrive end at one place.
 */
function arrows(steps: readonly Step[], places: ReadonlyMap<number, Place>, size: Sizes): Markup {
  const ends = steps.flatMap(({ from, to }) => {
    const [start, end] = [places.get(from), places.get(to)]
    return start && end && from !== to ? [{ start, end }] : []
  })
  const ports = new Map<string, number>()
  for (const all of Map.groupBy(ends.flatMap(portsOf), ({ side }) => side).values()) {
    const apart = [...Map.groupBy(all, ({ name }) => name)].toSorted(([, a], [, b]) => meanOf(a) - meanOf(b))
    for (const [index, [name, [port]]] of apart.entries())
      if (port) ports.set(name, port.at.y + (port.at.height * (index + 1)) / (apart.length + 1))
  }
  return html`${ends.map((each) => arrow(each, ports, size))}`
}

interface Ends {
  readonly start: Place
  readonly end: Place
}

/** Which side of a box an arrow touches: the outer one within a column, and else the inner one. */
const sideOf = ({ stage }: Place, other: Place): 'left' | 'right' => {
  const within = stage.final === other.stage.final
  return stage.final === within ? 'right' : 'left'
}

/** Where an arrow touches a box. */
interface Port {
  readonly side: string
  readonly name: string
  readonly at: Place
  readonly other: Place
}

function portsOf({ start, end }: Ends): readonly [leaves: Port, arrives: Port] {
  const [from, to] = [
    `${start.stage.value} ${sideOf(start, end)}`,
    `${end.stage.value} ${sideOf(end, start)}`,
  ]
  return [
    { side: from, name: `${from} to ${end.stage.value}`, at: start, other: end },
    { side: to, name: to, at: end, other: start },
  ]
}

const meanOf = (ports: readonly Port[]): number =>
  ports.reduce((sum, { other }) => sum + other.y, 0) / ports.length

const tip = 7

function arrow(
  ends: Ends,
  ports: ReadonlyMap<string, number>,
  { box: width, margin, middle }: Sizes,
): Markup {
  const point = ({ name, at, other }: Port) => {
    const y = ports.get(name) ?? at.y
    return sideOf(at, other) === 'left' ? { x: at.x, y, out: -1 } : { x: at.x + width, y, out: 1 }
  }
  const [leaves, arrives] = portsOf(ends)
  const [a, b] = [point(leaves), point(arrives)]
  const inside = ends.start.stage.final !== ends.end.stage.final
  const bend = inside ? middle / 2 : Math.min((margin - tip) * 1.2, 14 + Math.abs(a.y - b.y) / 5)
  const foot = b.x + b.out * tip
  const tone = toneOf(ends.end.stage)
  return html`<path
      class="way ${tone}"
      d="M${a.x} ${a.y}C${a.x + a.out * bend} ${a.y} ${foot + b.out * bend} ${b.y} ${foot} ${b.y}"
    /><path class="tip ${tone}" d="M${foot} ${b.y - 4}v8l${-b.out * tip}-4z" />`
}
