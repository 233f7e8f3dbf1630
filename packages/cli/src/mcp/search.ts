import type { Document } from './documents.ts'

/** A document that was found, with the paragraph that has the most of the words. */
export interface SearchResult {
  readonly id: string
  readonly title: string
  readonly excerpt: string
}

const most = 8
/** Limits the work, because each word reads every document. */
const mostWords = 32
const titleWeight = 5
const excerptLength = 300

/** Finds the documents that have the most of the words, best first. */
export function searchDocuments(documents: readonly Document[], query: string): readonly SearchResult[] {
  const words = splitWords(query)
  return documents
    .map((document) => ({ document, score: computeScore(document, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ document: { id, title, text } }) => ({ id, title, excerpt: findExcerpt(text, words) }))
}

// Long words are cut to a stem, so that `pagination` finds `paging`.
const splitWords = (text: string): readonly string[] =>
  [
    ...new Set(
      text
        .toLowerCase()
        .match(/[\p{L}\p{N}_.]+/gu)
        ?.map((word) => (/^\p{L}{6,}$/u.test(word) ? word.slice(0, 5) : word)),
    ),
  ].slice(0, mostWords)

/** A word counts more in the title, and each further occurrence in the text counts less. */
function computeScore({ id, title, text }: Document, words: readonly string[]): number {
  const [body, heading] = [text.toLowerCase(), `${id} ${title}`.toLowerCase()]
  const scores = words.map((word) => Math.log2(body.split(word).length) + (heading.includes(word) ? titleWeight : 0))
  return scores.reduce((total, score) => total + score, 0)
}

function findExcerpt(text: string, words: readonly string[]): string {
  const paragraphs = text.split('\n\n')
  const scores = paragraphs.map((paragraph) => {
    const lower = paragraph.toLowerCase()
    return words.filter((word) => lower.includes(word)).length
  })
  return paragraphs[scores.indexOf(Math.max(...scores))]?.slice(0, excerptLength) ?? ''
}
