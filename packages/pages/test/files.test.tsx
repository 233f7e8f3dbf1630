import { describe, expect, test } from 'vitest'

import { readFont, readScript, readStyleSheet } from '../src/files.ts'
import { Gallery } from '../src/gallery/gallery.tsx'
import { render } from './render.ts'

const style = await readStyleSheet()
const gallery = await render(<Gallery styles="/pages.css" script="/pages.js" />)

const listMatches = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
]

describe('the style sheet', () => {
  test('defines every variable that it uses', () => {
    const defined = new Set(listMatches(style, /(?:^|[ ;{])(--[\w-]+):/g))
    expect(listMatches(style, /var\((--[\w-]+)/g).filter((name) => !defined.has(name))).toEqual([])
  })

  test('styles every class of the gallery, and no other', () => {
    const used = listMatches(gallery, / class="([^"]*)"/g).flatMap((names) => names.split(' '))
    const styled = new Set(listMatches(style, /\.(ui-[\w-]+)/g))
    const unstyled = [...new Set(used)].filter((name) => name.startsWith('ui-') && !styled.has(name))
    const unused = [...styled].filter((name) => !used.includes(name))
    expect({ unstyled, unused }).toEqual({ unstyled: [], unused: [] })
  })

  test('takes colors only from the tokens', () => {
    const own = style.slice(style.indexOf('@font-face'))
    expect(own.match(/#[0-9a-f]{3,8}(?=[;\s])|rgba?\((?!0 0 0)/gi) ?? []).toEqual([])
  })

  test('loads nothing but the font beside it', () => {
    expect(listMatches(style, /url\('?([^')]+)/g)).toEqual(['inter.woff2'])
    expect(style).not.toContain('@import')
  })
})

test('the font is a WOFF2 of at most 50 kB', async () => {
  const font = await readFont()
  expect(font.subarray(0, 4).toString()).toBe('wOF2')
  expect(font.length).toBeLessThan(50_000)
})

test('the script has at most 2 kB without its comments', async () => {
  const code = (await readScript()).replaceAll(/^\s*\/\/.*$|^\s+/gm, '')
  expect(code.length).toBeLessThanOrEqual(2048)
})

test('the gallery has no inline styles, scripts and handlers', () => {
  expect(gallery.match(/ style="| on\w+="|<style|<script(?! src=)/g) ?? []).toEqual([])
})
