import { type Markup, html } from '../html.ts'

/** A picture of the console in the mode of the page. `root` leads to the root of the site. */
export const renderConsolePicture = (name: string, text: string, root: string): Markup =>
  html`${['light', 'dark'].map(
    (mode) =>
      html`<img
        class="in-${mode}"
        src="${root}assets/${name}-${mode}.webp"
        alt="${text}"
        width="1280"
        height="800"
        loading="lazy"
      />`,
  )}`
