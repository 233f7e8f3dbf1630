// The picture of the home page: money moves through the sandbox. The style sheet moves it; without motion, all is done.
import { type Markup, html } from '../html.ts'

interface Station {
  readonly title: string
  readonly says: string
  /** What changes here, drawn at the right. */
  readonly change: Markup
}

const [width, tall, gap, left] = [340, 72, 16, 44] as const
const right = width - 14

/** Something that appears at its moment. The style sheet has the moments by name. */
const text = (words: string, moment: string): Markup =>
  html`<text x="${right}" y="42" text-anchor="end" class="mono strong ${moment}">${words}</text>`

const blocks = html`${[0, 1, 2].map(
  (index) =>
    html`<rect x="${right - 66 + index * 24}" y="27" width="18" height="18" rx="3" class="left-open" /><rect
        x="${right - 66 + index * 24}"
        y="27"
        width="18"
        height="18"
        rx="3"
        class="covered at-block-${index + 1}"
      />`,
)}`

const stations: readonly Station[] = [
  { title: 'A customer pays', says: 'to an address of your pool', change: text('0.5 BTC', 'at-pays') },
  { title: 'The chain confirms', says: 'three blocks', change: blocks },
  {
    title: 'The ledger credits',
    says: 'the balance of the user',
    change: html`${text('0', 'before')}${text('0.5', 'at-credit')}`,
  },
  { title: 'The merchant is notified', says: 'signed, and credited once', change: text('✓', 'at-notice') },
  {
    title: 'A withdrawal leaves',
    says: 'pulled, then paid or cancelled',
    change: text('−0.1 BTC', 'at-leaves'),
  },
]

const top = (index: number): number => 1 + index * (tall + gap)

const drawn = ({ title, says, change }: Station, index: number): Markup =>
  html`<g transform="translate(0 ${top(index)})">
    <rect x="${left}" width="${width - left - 1}" height="${tall}" rx="9" class="box" />
    <rect x="${left}" width="${width - left - 1}" height="${tall}" rx="9" class="lit lit-${index + 1}" />
    <text x="${left + 14}" y="31" class="strong">${title}</text>
    <text x="${left + 14}" y="51" class="small">${says}</text>
    ${change}
  </g>`

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
      <svg
        xmlns="http://www.w3.org/2000/svg"
        viewBox="0 0 ${width} ${height}"
        width="${width}"
        height="${height}"
        aria-hidden="true"
      >
        <path class="way" d="M18 ${start}V${end}" />
        ${stations.map((_, index) => html`<circle class="stop-at" cx="18" cy="${top(index) + tall / 2}" r="4" />`)}
        ${stations.map(drawn)}
        <circle class="coin" cx="18" cy="${start}" r="10" />
      </svg>
    </figure>
    <label class="pause"><input type="checkbox" /> Stop the picture</label>
  </div>`
