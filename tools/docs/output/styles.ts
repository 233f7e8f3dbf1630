import { readFileSync } from 'node:fs'

import { tokenStyle, writeMode } from '@custody-wallet/pages/tokens'

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
  'call',
  'pictures',
  'home',
  'reference',
  'print',
] as const

const folder = new URL('../styles/', import.meta.url)

/** The part of the design system that the docs share with the console. */
const lifeCycles = new URL('../../../packages/pages/styles/life-cycle.css', import.meta.url)

// Prints with light colors in every mode.
export const colors = `${tokenStyle}@media print { :root:root { color-scheme: light; ${writeMode('day')} } }\n`

export const createStyleSheet = (): string =>
  colors +
  [...parts.map((part) => new URL(`${part}.css`, folder)), lifeCycles]
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
