// The picture of the home page: money moves through the sandbox. The style sheet moves it; without motion, all is done.
import { picture } from '../figures.ts'
import { type Markup, html } from '../html.ts'

interface Station {
  readonly title: string
  readonly says: string
  /** What changes here, drawn at the right of a box whose top is at `y`. */
  readonly change: (y: number) => Markup
}

const [width, tall, gap, left] = [340, 72, 16, 44] as const
const right = width - 14

type Change = Station['change']

/** A text that appears at its moment. The style sheet has the moments by name. */
const text =
  (words: string, moment: string): Change =>
  (y) =>
    html`<text x="${right}" y="${y + 42}" text-anchor="end" class="mono strong ${moment}">${words}</text>`

const square = (x: number, y: number, style: string): Markup =>
  html`<rect x="${x}" y="${y}" width="18" height="18" rx="3" class="${style}" />`

const blocks: Change = (y) =>
  html`${[0, 1, 2].map((index) => {
    const x = right - 66 + index * 24
    return html`${square(x, y + 27, 'left-open')}${square(x, y + 27, `at-block-${index + 1}`)}`
  })}`

const balance: Change = (y) => html`${text('0', 'before')(y)}${text('0.5', 'at-credit')(y)}`

const stations: readonly Station[] = [
  { title: 'A customer pays', says: 'to an address of your pool', change: text('0.5 BTC', 'at-pays') },
  { title: 'The chain confirms', says: 'three blocks', change: blocks },
  { title: 'The ledger credits', says: 'the balance of the user', change: balance },
  { title: 'The merchant is notified', says: 'signed, and credited once', change: text('✓', 'at-notice') },
  {
    title: 'A withdrawal leaves',
    says: 'pulled, then paid or cancelled',
    change: text('−0.1 BTC', 'at-leaves'),
  },
]

const top = (index: number): number => 1 + index * (tall + gap)

const box = (y: number, style: string): Markup =>
  html`<rect x="${left}" y="${y}" width="${width - left - 1}" height="${tall}" rx="9" class="${style}" />`

function drawn({ title, says, change }: Station, index: number): Markup {
  const y = top(index)
  return html`${box(y, 'box')}${box(y, `lit lit-${index + 1}`)}
    <text x="${left + 14}" y="${y + 31}" class="strong">${title}</text>
    <text x="${left + 14}" y="${y + 51}" class="small">${says}</text>
    ${change(y)}`
}

const height = top(stations.length - 1) + tall + 1
const [start, end] = [top(0) + tall / 2, top(stations.length - 1) + tall / 2]

/** What the picture shows, in words. */
export const moneyInWords = `Money moves through the sandbox: ${stations
  .map(({ title, says }) => `${title.toLowerCase()} (${says})`)
  .join(', then ')}.`

/** The picture, and a switch that stops it. */
export const moneyPicture = (): Markup =>
  html`<div class="money">
    <figure role="img" aria-label="${moneyInWords}">
      ${picture(
        width,
        height,
        html`<path class="way" d="M18 ${start}V${end}" />`,
        ...stations.map(
          (_, index) => html`<circle class="stop-at" cx="18" cy="${top(index) + tall / 2}" r="4" />`,
        ),
        ...stations.map(drawn),
        html`<circle class="coin" cx="18" cy="${start}" r="10" />`,
      )}
    </figure>
    <label class="pause"><input type="checkbox" /> Stop the picture</label>
  </div>`
