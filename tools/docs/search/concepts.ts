// Maps synonyms to concepts: `webhooks` and `notifications` share one.
import MiniSearch from 'minisearch'

import { listWords } from './packed.ts'
import { synonyms } from './synonyms.ts'

const groups = synonyms.map((group) => new Set(group.flatMap(listWords)))

/** The prefix separates concepts from words. */
const formatConceptName = (group: number): string => `~${group}`

/** Lists the concepts of a correctly spelled word. */
export const listConcepts = (word: string): readonly string[] =>
  groups.flatMap((group, index) => (group.has(word) ? [formatConceptName(index)] : []))

const thesaurus = new MiniSearch<{ readonly id: number; readonly words: string }>({
  fields: ['words'],
  tokenize: (text) => text.split(' '),
})
thesaurus.addAll(groups.map((words, id) => ({ id, words: [...words].join(' ') })))

/** Finds the concepts of a word that may have typing errors. */
export function findConceptsNear(word: string, fuzzy: number | false): readonly string[] {
  const own = listConcepts(word)
  return own.length > 0 ? own : thesaurus.search(word, { fuzzy }).map(({ id }) => formatConceptName(Number(id)))
}
