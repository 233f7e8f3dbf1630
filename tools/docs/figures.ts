import { type Markup, html } from './html.ts'

/** An SVG picture of a width and height. */
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
