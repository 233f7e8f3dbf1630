import { palettes } from '@custody-wallet/pages/tokens'
import { expect, test } from 'vitest'

import { colors } from '../output/styles.ts'
import { readSiteFile } from './site.ts'

const foreign = /#[0-9a-f]{3,8}(?=[;\s])|rgba?\((?!0 0 0)|url\((?!'inter\.woff2'\))|@import/gi

test('the style sheet uses only colors of the palette, and loads only the font', () => {
  const own = readSiteFile('assets/style.css').replace(colors, '')
  expect(own.length).toBe(readSiteFile('assets/style.css').length - colors.length)
  expect((own + readSiteFile('assets/home.css')).match(foreign) ?? []).toEqual([])
})

test('the palette contains every color of the style sheet', () => {
  const style = readSiteFile('assets/style.css') + readSiteFile('assets/home.css')
  const names = [...style.matchAll(/var\(--d-([a-z-]+)\)/g)].map(([, name = '']) => name)
  expect([...new Set(names)].filter((name) => !Object.hasOwn(palettes.day, name))).toEqual([])
})
