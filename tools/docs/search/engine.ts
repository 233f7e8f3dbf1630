// The search engine, for the browser and for tests.
import { type Piece, highlightWords } from './highlight.ts'
import { type Entry, type PackedIndex, unpackIndex, listWords } from './packed.ts'
import { types } from './types.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** A result, with the words of the query marked. */
export interface Hit {
  readonly path: string
  /** Title of its group of results. */
  readonly group: string
  /** Title of the page, and heading of the section. */
  readonly name: readonly Piece[]
  readonly lead: readonly Piece[]
}

/** Returns the best entries for a query, grouped by type. The first one is the best of all. */
export type Search = (text: string) => readonly Hit[]

interface IndexedEntry extends Entry {
  /** Rank of each word by the place where it occurs. */
  readonly places: ReadonlyMap<string, number>
}

const most = 9
const mostOfPage = 3

/** Creates the search of an index. */
export function createSearch(index: PackedIndex): Search {
  const entries = unpackIndex(index).map((entry) => ({ ...entry, places: rankPlaces(entry) }))
  const vocabulary = createVocabulary(entries.map(({ places }) => [...places.keys()]))
  return (text) => {
    const words = [...new Set(listWords(text))].map((word) => vocabulary.expand(word)).filter(({ size }) => size > 0)
    const scored = entries.map((entry) => ({ entry, score: computeScore(entry, words, vocabulary) }))
    const found = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
    const best = found[0]?.score ?? 0
    const shown = found.filter(({ score }) => score > best * weakest).map(({ entry }) => entry)
    const marked = new Set(words.flatMap((forms) => [...forms.keys()]))
    return groupByType(selectBest(shown)).map((entry) => createHit(entry, marked))
  }
}

// Weaker results than this share of the best one only distract.
const weakest = 0.2

function rankPlaces({ path, title, heading, text }: Entry): ReadonlyMap<string, number> {
  // The start of a page is also found by its title.
  const head = [...new Set(listWords(path.includes('#') ? heading : `${title} ${heading}`))]
  return new Map([
    ...text.split(' ').map((word) => [word, 1] as const),
    ...listWords(title).map((word) => [word, titleRank] as const),
    ...head.map((word) => [word, 1 + headingRank / Math.sqrt(head.length)] as const),
  ])
}

const titleRank = 1.5
// A word says more in a short heading.
const headingRank = 3

/** Ranks entries with several words of the query far above entries with one. */
function computeScore(
  { places, type }: IndexedEntry,
  words: readonly ReadonlyMap<string, number>[],
  vocabulary: Vocabulary,
): number {
  const scores = words.map((forms) =>
    Math.max(...[...forms].map(([form, rank]) => rank * (places.get(form) ?? 0) * vocabulary.weigh(form))),
  )
  const sum = scores.reduce((total, score) => total + score, 0)
  const length = 1 + places.size / longText
  return (sum * scores.filter(Boolean).length ** 2 * types[type].rank) / length
}

// A long text contains many words by chance.
const longText = 200

// Limits the entries of one page.
function selectBest(entries: readonly Entry[]): readonly Entry[] {
  const counts = new Map<string, number>()
  return entries
    .filter(({ title }) => {
      const count = (counts.get(title) ?? 0) + 1
      counts.set(title, count)
      return count <= mostOfPage
    })
    .slice(0, most)
}

const groupByType = (entries: readonly Entry[]): readonly Entry[] =>
  [...Map.groupBy(entries, ({ type }) => type).values()].flat()

const createHit = ({ path, type, title, heading, lead }: Entry, words: ReadonlySet<string>): Hit => ({
  path,
  group: types[type].title,
  name: highlightWords(heading ? `${title} › ${heading}` : title, words),
  lead: highlightWords(lead, words),
})
