import { readFileSync } from 'node:fs'

import { palettes, paletteStyle } from '@custody-wallet/server/palette'

/** Files in `styles/`, in cascade order. */
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

// Prints with light colors in every mode.
const ink: string = Object.entries(palettes.day)
  .map(([name, value]) => `--d-${name}: ${value};`)
  .join(' ')

export const colors = `${paletteStyle}@media print { :root:root { color-scheme: light; ${ink} } }\n`

export const createStyleSheet = (): string =>
  colors + parts.map((part) => readFileSync(new URL(`${part}.css`, folder), 'utf8')).join('')
