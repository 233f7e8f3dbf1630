// The words of all entries: finds the forms under which a word of a query occurs.
import { listWords } from './packed.ts'
import { synonyms } from './synonyms.ts'

/** Words with a rank up to 1. */
type Forms = ReadonlyMap<string, number>

export interface Vocabulary {
  /** Returns the word and its synonyms, or similar words if it is unknown. */
  readonly expand: (word: string) => Forms
  /** Ranks rare words above frequent ones. */
  readonly weigh: (word: string) => number
}

const groups = synonyms.map((group) => group.flatMap(listWords))

/** Creates the vocabulary of texts. */
export function createVocabulary(texts: readonly (readonly string[])[]): Vocabulary {
  const counts = new Map<string, number>()
  for (const word of texts.flatMap((words) => words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const known = new Set([...counts.keys(), ...groups.flat()])

  const listSpellings = (word: string): readonly string[] => {
    if (known.has(word)) return [word]
    const related = [...known].filter(
      (each) => isStartOf(word, each, shortestStart) || isStartOf(each, word, shortestMisspelt),
    )
    return related.length > 0 ? related : [...known].filter((each) => isMisspelt(word, each))
  }
  const listForms = (word: string): readonly string[] => [
    word,
    ...groups.filter((group) => group.includes(word)).flat(),
  ]
  return {
    expand: (word) => {
      const spellings = listSpellings(word)
      const forms = spellings.flatMap(listForms).filter((form) => counts.has(form))
      return new Map(forms.map((form) => [form, spellings.includes(form) ? 1 : synonymRank]))
    },
    weigh: (word) => Math.log(1 + texts.length / (counts.get(word) ?? 1)),
  }
}

const shortestStart = 3
const synonymRank = 0.6

const isStartOf = (start: string, word: string, shortest: number): boolean =>
  start.length >= shortest && word.startsWith(start)

// Short words are near many others.
const shortestMisspelt = 6

/** Whether one letter is missing, added or wrong, or two are swapped. The first letter is right. */
function isMisspelt(word: string, known: string): boolean {
  if (word.length < shortestMisspelt || !/^\p{L}+$/u.test(word)) return false
  const most = Math.min(word.length, known.length)
  let [start, end] = [0, 0]
  while (start < most && word[start] === known[start]) start += 1
  while (end < most - start && word.at(-1 - end) === known.at(-1 - end)) end += 1
  const [own, other] = [word.slice(start, word.length - end), known.slice(start, known.length - end)]
  const isSwapped = own.length === 2 && own === `${other[1]}${other[0]}`
  return start > 0 && (isSwapped || Math.max(own.length, other.length) <= 1)
}
