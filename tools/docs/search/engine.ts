// The search engine, for the browser and for tests.
import MiniSearch from 'minisearch'

import { findConceptsNear, listConcepts } from './concepts.ts'
import { type Entry, type PackedIndex, unpackIndex, listWords } from './packed.ts'

type Hit = Pick<Entry, 'path' | 'title' | 'heading' | 'lead'>

/** Returns the best entries for a query, best first. */
export type Search = (text: string) => readonly Hit[]

const most = 9
const mostOfPage = 3

/** Creates the search of an index. */
export function createSearch(index: PackedIndex): Search {
  const entries = unpackIndex(index)
  const engine = createEngine(entries)
  return (text) => {
    const words = [...new Set(listWords(text))].map((word) => computeScores(word, engine))
    const totals = entries.map((entry, id) => ({ entry, total: getWeight(entry) * sumScores(words, id) }))
    const found = totals.filter(({ total: sum }) => sum > 0).toSorted((a, b) => b.total - a.total)
    return selectBest(found.map(({ entry }) => entry))
  }
}

function createEngine(entries: readonly Entry[]): MiniSearch {
  const engine = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    tokenize: (text, field) => [...listTerms(field === 'text' ? text.split(' ') : listWords(text))],
    processTerm: (term) => term,
    searchOptions: { tokenize: (term) => [term], boost: { heading: 3 }, bm25 },
  })
  // The first entry of a page uses its title as heading.
  engine.addAll(entries.map((entry, id) => ({ ...entry, id, heading: entry.heading || entry.title })))
  return engine
}

// The first entry of a page ranks above its sections.
const getWeight = ({ heading, weight }: Entry): number => (heading === '' ? startWeight : 1) * weight
const startWeight = 1.2

// Entries are short and contain each word once, so their length is not relevant.
const bm25 = { k: 1.2, b: 0.2, d: 0.5 }

/** Lists words and their concepts without duplicates. */
const listTerms = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [word, ...listConcepts(word)]))

type Scores = ReadonlyMap<number, number>

/** Scores entries for a word: exact, prefix, with typing errors, or by synonym, which counts less. */
function computeScores(word: string, engine: MiniSearch): Scores {
  const fuzzy = /^\p{L}{5,}$/u.test(word) && typing
  const scores = new Map<number, number>()
  const keepScore = (id: number, score: number) => scores.set(id, Math.max(score, scores.get(id) ?? 0))
  for (const { id, score } of engine.search(word, { prefix: word.length > 2, fuzzy })) keepScore(Number(id), score)
  for (const concept of findConceptsNear(word, fuzzy))
    for (const { id, score } of engine.search(concept)) keepScore(Number(id), score * synonymWeight)
  return scores
}

// Allows one error in five letters.
const typing = 0.2
const synonymWeight = 0.7

/** Ranks entries with several words far above entries with one. */
function sumScores(words: readonly Scores[], id: number): number {
  const scores = words.flatMap((word) => word.get(id) ?? [])
  return scores.reduce((sum, score) => sum + score, 0) * scores.length ** 2
}

// Limits the entries of one page.
function selectBest(entries: readonly Entry[]): readonly Hit[] {
  const counts = new Map<string, number>()
  return entries
    .filter(({ title }) => {
      const count = (counts.get(title) ?? 0) + 1
      counts.set(title, count)
      return count <= mostOfPage
    })
    .slice(0, most)
    .map(({ path, title, heading, lead }) => ({ path, title, heading, lead }))
}
