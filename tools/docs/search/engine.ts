// Finds entries. It runs in the browser, and in tests.
import MiniSearch from 'minisearch'

import { findConceptsNear, listConcepts } from './concepts.ts'
import { type Entry, type PackedIndex, unpackIndex, listWords } from './packed.ts'

/** What is shown of an entry. */
type Hit = Pick<Entry, 'path' | 'title' | 'heading' | 'lead'>

/** A search in a site: the best entries for a text, best first. */
export type Search = (text: string) => readonly Hit[]

const most = 9
const mostOfPage = 3

/** The search of an index. */
export function searchOf(index: PackedIndex): Search {
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
  // The start of a page has its title as heading.
  engine.addAll(entries.map((entry, id) => ({ ...entry, id, heading: entry.heading || entry.title })))
  return engine
}

// The start of a page counts more than one of its sections.
const getWeight = ({ heading, weight }: Entry): number => (heading === '' ? startWeight : 1) * weight
const startWeight = 1.2

// Entries are short, and have each word once: their length says little.
const bm25 = { k: 1.2, b: 0.2, d: 0.5 }

/** Words and their concepts, each once. */
const listTerms = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => [word, ...listConcepts(word)]))

type Scores = ReadonlyMap<number, number>

/** How well entries fit a word: itself, its beginning, with typing errors, or by a synonym, which counts less. */
function computeScores(word: string, engine: MiniSearch): Scores {
  const fuzzy = /^\p{L}{5,}$/u.test(word) && typing
  const scores = new Map<number, number>()
  const keepScore = (id: number, score: number) => scores.set(id, Math.max(score, scores.get(id) ?? 0))
  for (const { id, score } of engine.search(word, { prefix: word.length > 2, fuzzy }))
    keepScore(Number(id), score)
  for (const concept of findConceptsNear(word, fuzzy))
    for (const { id, score } of engine.search(concept)) keepScore(Number(id), score * synonymWeight)
  return scores
}

// One error in five letters.
const typing = 0.2
const synonymWeight = 0.7

/** An entry with two of the words counts much more than one with a single word. */
function sumScores(words: readonly Scores[], id: number): number {
  const scores = words.flatMap((word) => word.get(id) ?? [])
  return scores.reduce((sum, score) => sum + score, 0) * scores.length ** 2
}

// No page fills the list.
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
