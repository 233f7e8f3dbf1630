/**
 * Design tokens of the docs, the page of the mock and the console of the sandbox, as CSS variables.
 *
 * @example
 * ```ts
 * import { palettes } from '@custody-wallet/pages/tokens'
 *
 * console.log(palettes.day.ink, palettes.night.ink)
 * ```
 *
 * @module
 */

const day = {
  ground: '#ffffff',
  raised: '#f6f7f9',
  sunken: '#ebeef2',
  canvas: '#f7f8fa',
  surface: '#ffffff',
  ink: '#151b24',
  quiet: '#566171',
  line: '#dfe3e9',
  edge: '#7d8896',
  accent: '#0a5a8a',
  primary: '#0a5a8a',
  'primary-strong': '#084a72',
  'on-primary': '#ffffff',
  'on-accent': '#ffffff',
  soft: '#e3f0f8',
  good: '#0f6b3e',
  'good-soft': '#e2f5ea',
  wait: '#7f4f00',
  'wait-soft': '#fdf1d6',
  stop: '#b0212b',
  'stop-soft': '#fdeaea',
  danger: '#b0212b',
  'danger-strong': '#8f1720',
  'on-danger': '#ffffff',
  text: '#0b6144',
  word: '#7b3a9c',
} as const

/** Name of a color by its use. */
export type Color = keyof typeof day

const night: Readonly<Record<Color, string>> = {
  ground: '#12171e',
  raised: '#1a212a',
  sunken: '#242d38',
  canvas: '#0c1015',
  surface: '#141a22',
  ink: '#e6eaf0',
  quiet: '#9da9b8',
  line: '#29323d',
  edge: '#748191',
  accent: '#82c8f0',
  primary: '#1b6fa5',
  'primary-strong': '#2079b2',
  'on-primary': '#ffffff',
  'on-accent': '#0b1a26',
  soft: '#16303f',
  good: '#74d6a0',
  'good-soft': '#10301f',
  wait: '#ecc06c',
  'wait-soft': '#352808',
  stop: '#ff9d94',
  'stop-soft': '#3e1a1b',
  danger: '#bd343c',
  'danger-strong': '#c83c44',
  'on-danger': '#ffffff',
  text: '#8fd6b4',
  word: '#d5a6f2',
}

export const palettes: { readonly [Mode in 'day' | 'night']: Readonly<Record<Color, string>> } = {
  day,
  night,
}

/** Sizes that both modes share: space in steps of 4 px, text, corners, widths and fonts. */
const sizes: Readonly<Record<string, string>> = {
  'space-1': '.25rem',
  'space-2': '.5rem',
  'space-3': '.75rem',
  'space-4': '1rem',
  'space-5': '1.25rem',
  'space-6': '1.5rem',
  'space-8': '2rem',
  'space-12': '3rem',
  'text-xs': '.75rem',
  'text-sm': '.8125rem',
  'text-md': '.875rem',
  'text-lg': '1rem',
  'text-xl': '1.375rem',
  'text-2xl': '1.75rem',
  'radius-sm': '4px',
  'radius-md': '6px',
  'radius-lg': '10px',
  'radius-full': '999px',
  'font-sans': "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  'font-mono': "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
}

const shadows = {
  day: {
    'shadow-sm': '0 1px 2px rgb(0 0 0 / .05)',
    'shadow-md': '0 4px 16px rgb(0 0 0 / .1), 0 1px 3px rgb(0 0 0 / .08)',
    'shadow-lg': '0 16px 48px rgb(0 0 0 / .2), 0 2px 8px rgb(0 0 0 / .1)',
  },
  night: {
    'shadow-sm': '0 1px 2px rgb(0 0 0 / .4)',
    'shadow-md': '0 4px 16px rgb(0 0 0 / .5), 0 1px 3px rgb(0 0 0 / .4)',
    'shadow-lg': '0 16px 48px rgb(0 0 0 / .7), 0 2px 8px rgb(0 0 0 / .5)',
  },
} as const

const writeVariables = (prefix: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${prefix}${name}: ${value};`)
    .join(' ')

/** Writes the variables of a mode, such as the light one for print. */
export const writeMode = (mode: 'day' | 'night'): string =>
  `${writeVariables('d-', palettes[mode])} ${writeVariables('', shadows[mode])}`

/** All tokens as CSS variables: `--d-*` for colors. The class of the root overrides the system's mode. */
export const tokenStyle: string = `:root { color-scheme: light; ${writeVariables('', sizes)} ${writeMode('day')} }
@media (prefers-color-scheme: dark) { :root:not(.light) { color-scheme: dark; ${writeMode('night')} } }
:root.dark { color-scheme: dark; ${writeMode('night')} }
`
