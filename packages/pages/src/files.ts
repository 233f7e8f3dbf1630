import { readFile } from 'node:fs/promises'

import { tokenStyle } from './tokens.ts'

/** Parts of the style sheet in `styles`, in cascade order. */
const parts = [
  'base',
  'shell',
  'header',
  'card',
  'badge',
  'button',
  'table',
  'facts',
  'field',
  'notice',
  'code',
  'tabs',
  'dialog',
  'menu',
  'feed',
  'steps',
  'life-cycle',
] as const

const read = (path: string): Promise<string> => readFile(new URL(`../${path}`, import.meta.url), 'utf8')

/** Reads the style sheet with all tokens. It loads the font from `inter.woff2` in its own folder. */
export async function readStyleSheet(): Promise<string> {
  const texts = await Promise.all(parts.map((part) => read(`styles/${part}.css`)))
  return tokenStyle + texts.join('')
}

/** Reads the script of the pages. Load it in the head without `defer`, so that the theme applies before the first paint. */
export const readScript = (): Promise<string> => read('assets/pages.js')

/** Reads the font Inter (SIL Open Font License) as WOFF2. */
export const readFont = (): Promise<Buffer<ArrayBuffer>> => readFile(new URL('../assets/inter.woff2', import.meta.url))
