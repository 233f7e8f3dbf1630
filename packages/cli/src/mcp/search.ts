// Finds documents by words.
import type { Document } from './documents.ts'

/** A document that was found, with the lines where most of the words are. */
export interface Found {
  readonly id: string
  readonly title: string
  readonly excerpt: string
}

const most = 8
const titleWeight = 5
const excerptLength = 300

/** The documents that have the most of the words, best first. */
export function searched(documents: readonly Document[], query: string): readonly Found[] {
  const words = wordsIn(query)
  return documents
    .map((document) => ({ document, score: scoreOf(document, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ document: { id, title, text } }) => ({ id, title, excerpt: excerptOf(text, words) }))
}

// Long words count by their beginning, so that `pagination` finds `paging`.
const wordsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_.]+/gu)
      ?.map((word) => (/^\p{L}{6,}$/u.test(word) ? word.slice(0, 5) : word)),
  ),
]

/** A word counts more in the title, and less with each time that it is repeated. */
const scoreOf = ({ id, title, text }: Document, words: readonly string[]): number =>
  sum(
    words.map(
      (word) => Math.log2(1 + timesIn(text, word)) + (timesIn(`${id} ${title}`, word) > 0 ? titleWeight : 0),
    ),
  )

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const timesIn = (text: string, word: string): number => text.toLowerCase().split(word).length - 1

function excerptOf(text: string, words: readonly string[]): string {
  const paragraphs = text.split('\n\n')
  const scores = paragraphs.map((paragraph) => words.filter((word) => timesIn(paragraph, word) > 0).length)
  return paragraphs[scores.indexOf(Math.max(...scores))]?.slice(0, excerptLength) ?? ''
}
