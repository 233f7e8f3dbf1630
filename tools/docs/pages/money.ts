// The diagram of the home page: money moves through the sandbox. The style sheet animates it; without motion, it shows
// the end.
import { renderPicture } from '../figures.ts'
import { type Markup, html } from '../html.ts'

interface Station {
  readonly title: string
  readonly says: string
  /** Draws the change at the right of a box whose top is at `y`. */
  readonly change: (y: number) => Markup
}

const [width, tall, gap, left] = [340, 72, 16, 44] as const
const right = width - 14

type Change = Station['change']

/** A text that appears at a time that the style sheet defines by name. */
const renderText =
  (words: string, time: string): Change =>
  (y) =>
    html`<text x="${right}" y="${y + 42}" text-anchor="end" class="mono strong ${time}">${words}</text>`

const renderSquare = (x: number, y: number, style: string): Markup =>
  html`<rect x="${x}" y="${y}" width="18" height="18" rx="3" class="${style}" />`

const renderBlocks: Change = (y) =>
  html`${[0, 1, 2].map((index) => {
    const x = right - 66 + index * 24
    return html`${renderSquare(x, y + 27, 'left-open')}${renderSquare(x, y + 27, `at-block-${index + 1}`)}`
  })}`

const renderBalance: Change = (y) => html`${renderText('0', 'before')(y)}${renderText('0.5', 'at-credit')(y)}`

const stations: readonly Station[] = [
  { title: 'A customer pays', says: 'to an address of your pool', change: renderText('0.5 BTC', 'at-pays') },
  { title: 'The chain confirms', says: 'three blocks', change: renderBlocks },
  { title: 'The ledger credits', says: 'the balance of the user', change: renderBalance },
  {
    title: 'The merchant is notified',
    says: 'signed, and credited once',
    change: renderText('✓', 'at-notice'),
  },
  {
    title: 'A withdrawal leaves',
    says: 'pulled, then paid or cancelled',
    change: renderText('−0.1 BTC', 'at-leaves'),
  },
]

const computeTop = (index: number): number => 1 + index * (tall + gap)

const renderBox = (y: number, style: string): Markup =>
  html`<rect x="${left}" y="${y}" width="${width - left - 1}" height="${tall}" rx="9" class="${style}" />`

function renderStation({ title, says, change }: Station, index: number): Markup {
  const y = computeTop(index)
  return html`${renderBox(y, 'box')}${renderBox(y, `lit lit-${index + 1}`)}
    <text x="${left + 14}" y="${y + 31}" class="strong">${title}</text>
    <text x="${left + 14}" y="${y + 51}" class="small">${says}</text>
    ${change(y)}`
}

const height = computeTop(stations.length - 1) + tall + 1
const [start, end] = [computeTop(0) + tall / 2, computeTop(stations.length - 1) + tall / 2]

export const moneyInWords = `Money moves through the sandbox: ${stations
  .map(({ title, says }) => `${title.toLowerCase()} (${says})`)
  .join(', then ')}.`

export const renderMoneyPicture = (): Markup =>
  html`<div class="money">
    <figure role="img" aria-label="${moneyInWords}">
      ${renderPicture(
        width,
        height,
        html`<path class="way" d="M18 ${start}V${end}" />`,
        ...stations.map(
          (_, index) => html`<circle class="stop-at" cx="18" cy="${computeTop(index) + tall / 2}" r="4" />`,
        ),
        ...stations.map(renderStation),
        html`<circle class="coin" cx="18" cy="${start}" r="10" />`,
      )}
    </figure>
    <label class="pause"><input type="checkbox" /><span>Pause</span></label>
  </div>`
