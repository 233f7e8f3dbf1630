// SVG diagrams. Their width of 340 units fits a phone without scaling.
import { type Markup, html } from './html.ts'

/** Wraps text at a number of characters. */
export function wrapText(text: string, signs: number): readonly string[] {
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

interface Point {
  readonly x: number
  readonly y: number
}

/** Renders lines of text; `y` is the baseline of the first. */
export const renderLines = (texts: readonly string[], { x, y }: Point, style = ''): Markup =>
  html`${texts.map((text, index) => html`<text x="${x}" y="${y + index * lineHeight}" class="${style}">${text}</text>`)}`

interface Box extends Point {
  readonly width: number
  readonly height: number
}

export const renderBox = ({ x, y, width, height }: Box, style: string): Markup =>
  html`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" class="${style}" />`

/** A picture of a width and height. */
export const renderPicture = (width: number, height: number, ...parts: readonly Markup[]): Markup =>
  html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    aria-hidden="true"
  >
    ${parts}
  </svg>`
