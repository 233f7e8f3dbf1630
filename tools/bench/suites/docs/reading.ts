// Reading ease of the prose on pages.
import { createDocumentPages } from '../../../docs/pages/documents.ts'
import { createGuidePages } from '../../../docs/pages/guides.ts'
import { type Figure, createFigure } from '../../figure.ts'

/** Reading ease of each guide and each page of `docs/`. */
export function* measureReadingEase(): Generator<Figure> {
  for (const { path, markdown } of [...createGuidePages(), ...createDocumentPages()])
    yield createFigure(
      `docs.reading.${path.replace('guides/', '')}`,
      computeReadingEase(extractProse(markdown)),
      'points',
    )
}

// Names in code say nothing about the language of a page, so each counts as a short word.
const removals: readonly (readonly [RegExp, string])[] = [
  [/^```[^]*?^```$/gm, ''],
  [/^(?:\||#).*$/gm, ''],
  [/\]\([^)]*\)/g, ']'],
  [/`[^`]+`/g, 'code'],
  [/^ *(?:-|\d+\.) /gm, '\n'],
]

/**
 * Returns the prose of a page: without code, tables, headings and the targets of links.
 *
 * @example extractProse('# Title\n\nSee [limits](limits.md).') // '\n\nSee [limits].'
 */
export const extractProse = (markdown: string): string =>
  removals.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), markdown)

/**
 * Returns the Flesch reading ease of English prose: 60 to 70 is plain English, and more is easier.
 *
 * @example computeReadingEase('The cat sat on the mat.') // 116.145
 */
export function computeReadingEase(prose: string): number {
  const sentences = prose.split(/[.!?:](?=\W*\s|\W*$)|\n{2,}/).map(listWords)
  const words = sentences.flat()
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0)
  const { length } = sentences.filter((sentence) => sentence.length > 0)
  return 206.835 - 1.015 * (words.length / length) - 84.6 * (syllables / words.length)
}

const listWords = (text: string): readonly string[] => text.toLowerCase().match(/[a-z][a-z'’]*/g) ?? []

const silent = /(?:[^aeiouyl]|[aeiou]l)e$|[^aeiouytd]ed$|[^aeiouycsxzgh]es$/

function countSyllables(word: string): number {
  const vowels = word.match(/[aeiouy]+?(?=ing$)|[aeiouy]+/g)?.length ?? 0
  return Math.max(1, vowels - Number(silent.test(word)))
}
