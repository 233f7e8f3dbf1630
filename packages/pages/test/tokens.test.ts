import { describe, expect, test } from 'vitest'

import { type Color, palettes, tokenStyle } from '../src/tokens.ts'

const texts = ['ink', 'quiet', 'accent', 'good', 'wait', 'stop', 'text', 'word'] as const
const grounds = ['ground', 'raised', 'canvas', 'surface'] as const

// Pairs of colors on a page, and their contrast for AA: 4.5 for text, 3 for borders and bars that carry meaning.
const meetings: readonly (readonly [front: Color, back: Color, contrast: number])[] = [
  ...texts.flatMap((front) => grounds.map((back) => [front, back, 4.5] as const)),
  ...(['good', 'wait', 'stop'] as const).map((tone) => [tone, `${tone}-soft`, 4.5] as const),
  ...(['good-soft', 'wait-soft', 'stop-soft', 'soft', 'sunken'] as const).map((back) => ['ink', back, 4.5] as const),
  ['quiet', 'sunken', 4.5],
  ['accent', 'soft', 4.5],
  ['on-accent', 'accent', 4.5],
  ...(['primary', 'danger'] as const).flatMap(
    (fill) =>
      [
        [`on-${fill}`, fill, 4.5],
        [`on-${fill}`, `${fill}-strong`, 4.5],
        [fill, 'surface', 3],
      ] as const,
  ),
  ...grounds.map((back) => ['edge', back, 3] as const),
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

  test('every color is a variable of the style sheet', () => {
    const missing = Object.entries(palettes[mode]).filter(
      ([name, value]) => !tokenStyle.includes(`--d-${name}: ${value};`),
    )
    expect(missing).toEqual([])
  })
})
