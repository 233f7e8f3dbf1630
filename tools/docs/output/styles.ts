// The style of the site: the palette, one file for each part of a page, and the colours of paper.
import { readFileSync } from 'node:fs'

import { palettes, paletteStyle } from '@custody-wallet/server/palette'

/** Files in `styles/`, in the order in which they apply. */
const parts = [
  'base',
  'forms',
  'top',
  'frame',
  'text',
  'code',
  'tables',
  'filter',
  'fields',
  'tabs',
  'folds',
  'try',
  'pictures',
  'home',
  'reference',
  'print',
] as const

const folder = new URL('../styles/', import.meta.url)

// Paper is white, whatever colours the reader chose for the screen.
const ink: string = Object.entries(palettes.day)
  .map(([name, value]) => `--d-${name}: ${value};`)
  .join(' ')

/** The colours for screen and paper. */
export const colours = `${paletteStyle}@media print { :root:root { color-scheme: light; ${ink} } }\n`

/** The whole style sheet. */
export const createStyleSheet = (): string =>
  colours + parts.map((part) => readFileSync(new URL(`${part}.css`, folder), 'utf8')).join('')
