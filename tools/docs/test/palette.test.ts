import { type Color, palettes } from '@custody-wallet/pages/tokens'
import { describe, expect, test } from 'vitest'

import { colors } from '../output/styles.ts'
import { readSiteFile } from './site.ts'

const texts = ['ink', 'quiet', 'accent', 'good', 'wait', 'stop', 'text', 'word'] as const

// Pairs of colors on a page, and their contrast for AA: 4.5 for text, 3 for meaningful lines.
const meetings: readonly (readonly [front: Color, back: Color, contrast: number])[] = [
  ...texts.flatMap((front) => [[front, 'ground', 4.5] as const, [front, 'raised', 4.5] as const]),
  ['ink', 'sunken', 4.5],
  ['quiet', 'sunken', 4.5],
  ['accent', 'sunken', 4.5],
  ['ink', 'soft', 4.5],
  ['accent', 'soft', 4.5],
  ['on-accent', 'accent', 4.5],
  ['edge', 'ground', 3],
  ['edge', 'raised', 3],
]

/** Computes the relative luminance of a color (WCAG 2). */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function computeContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('black on white has the contrast of WCAG', () => {
  expect(computeContrast('#000000', '#ffffff')).toBeCloseTo(21)
})

describe.each(['day', 'night'] as const)('by %s', (mode) => {
  test.each(meetings)('%s on %s has a contrast of at least %s', (front, back, least) => {
    expect(computeContrast(palettes[mode][front], palettes[mode][back])).toBeGreaterThanOrEqual(least)
  })
})

const foreign = /#[0-9a-f]{3,8}(?=[;\s])|rgba?\((?!0 0 0)|url\(|@import/gi

test('the style sheet uses only colors of the palette, and loads nothing', () => {
  const own = readSiteFile('assets/style.css').replace(colors, '')
  expect(own.length).toBe(readSiteFile('assets/style.css').length - colors.length)
  expect((own + readSiteFile('assets/home.css')).match(foreign) ?? []).toEqual([])
})

test('the palette contains every color of the style sheet', () => {
  const style = readSiteFile('assets/style.css') + readSiteFile('assets/home.css')
  const names = [...style.matchAll(/var\(--d-([a-z-]+)\)/g)].map(([, name = '']) => name)
  expect([...new Set(names)].filter((name) => !Object.hasOwn(palettes.day, name))).toEqual([])
})
