/**
 * Colors of the docs, the page of the mock and the console of the sandbox, for light and dark mode.
 *
 * @example
 * ```ts
 * import { palettes } from '@custody-wallet/server/palette'
 *
 * console.log(palettes.day.ink, palettes.night.ink)
 * ```
 *
 * @module
 */

const day = {
  ground: '#ffffff',
  raised: '#f5f7f9',
  sunken: '#eaeef2',
  ink: '#1d2530',
  quiet: '#55606e',
  line: '#d9dfe6',
  edge: '#7d8896',
  accent: '#0a5a83',
  'on-accent': '#ffffff',
  soft: '#e3f0f7',
  good: '#14663c',
  wait: '#7a4d00',
  stop: '#a32424',
  text: '#0b6144',
  word: '#7b3a9c',
} as const

/** Name of a color by its use. */
export type Color = keyof typeof day

const night: Readonly<Record<Color, string>> = {
  ground: '#12171e',
  raised: '#1a212a',
  sunken: '#242d38',
  ink: '#e3e8ee',
  quiet: '#a3afbd',
  line: '#2d3743',
  edge: '#748191',
  accent: '#82c8f0',
  'on-accent': '#0d1a24',
  soft: '#1b3242',
  good: '#7fd6a4',
  wait: '#ecc06c',
  stop: '#ff9d94',
  text: '#8fd6b4',
  word: '#d5a6f2',
}

export const palettes: { readonly [Mode in 'day' | 'night']: Readonly<Record<Color, string>> } = {
  day,
  night,
}

const writeVariables = (colors: Readonly<Record<Color, string>>): string =>
  Object.entries(colors)
    .map(([name, value]) => `--d-${name}: ${value};`)
    .join(' ')

/** The colors as CSS variables. The class of the root overrides the system's mode. */
export const paletteStyle: string = `:root { color-scheme: light; ${writeVariables(day)} }
@media (prefers-color-scheme: dark) { :root:not(.light) { color-scheme: dark; ${writeVariables(night)} } }
:root.dark { color-scheme: dark; ${writeVariables(night)} }
`
