// Compact search index: a list of words, and entries that refer to words by number.
import type { ResultType } from './types.ts'

/** A search result: a page, a section or a table row. */
export interface Entry {
  /** Path from the root of the site. */
  readonly path: string
  /** Title of the page. */
  readonly title: string
  /** Heading of the section; empty for the start of the page. */
  readonly heading: string
  /** Start of the text, for display. */
  readonly lead: string
  /** Every word of the text. */
  readonly text: string
  readonly type: ResultType
}

/** Words are sorted by frequency, so frequent ones have short numbers. */
export interface PackedIndex {
  readonly words: string
  readonly pages: readonly PackedPage[]
  readonly entries: readonly PackedEntry[]
}

type PackedPage = readonly [path: string, title: string, type: ResultType]
type PackedEntry = readonly [page: number, hash: string, heading: string, lead: string, words: string]

export const word = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu

const joint = /-|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u
// Reduces `pages`, `paging` and `page` to one stem, as well as `retry`, `retries` and `retried`.
const ending = /(?<=^\p{L}{3,})(?:ions?|ing|ed|es|(?<!s)s|e)$/u
// Reduces `cancelled` and `cancel` to one stem.
const doubled = /(?<=\p{L}{2})(\p{L})\1$/u

// These words occur in nearly every text, or ask a question.
const common: ReadonlySet<string> = new Set(
  (
    'a about all also am an and another any are as at be because been before but by can could do does done down each ' +
    'every for from get gets give had happen happens has have how i if in into is it its just know many may me ' +
    'more most much must my need no not now of off on only or other our out over own per see she should show ' +
    'since so some such take than that the their them then there these they this those to too up us use used using ' +
    'very want was way we were what when where which while who why will with without would you your'
  ).split(' '),
)

/**
 * Stems of the words that tell texts apart, in lower case. Names such as `maxUrlLength` and `unknown-path` also count by their parts.
 */
export const listWords = (text: string): readonly string[] =>
  (text.match(word) ?? [])
    .flatMap((name) => (joint.test(name) ? [name, ...name.split(joint)] : [name]))
    .map((each) => each.toLowerCase())
    .filter((each) => !common.has(each))
    .map((each) =>
      each
        .replace(/(?<=^\p{L}{3,})ie[sd]$/u, 'y')
        .replace(ending, '')
        .replace(doubled, '$1'),
    )

const longestWord = 30

/** Packs entries. */
export function packIndex(entries: readonly Entry[]): PackedIndex {
  const rows = entries.map((entry) => ({ entry, own: listOwnWords(entry) }))
  const words = sortByFrequency(rows.flatMap(({ own }) => own))
  const numbers = new Map(words.map((each, index) => [each, index]))
  const pages = new Map(entries.map(({ path, title, type }) => [getPagePath(path), [title, type] as const]))
  const paths = [...pages.keys()]
  return {
    words: words.join(' '),
    pages: [...pages].map(([path, facts]) => [path, ...facts] as const),
    entries: rows.map(({ entry: { path, heading, lead }, own }) => [
      paths.indexOf(getPagePath(path)),
      path.split('#')[1] ?? '',
      heading,
      lead,
      encodeDeltas(own.map((each) => numbers.get(each) ?? 0)),
    ]),
  }
}

const getPagePath = (path: string): string => path.split('#')[0] ?? ''

// Lists words that heading and lead lack. Long ones are keys and ciphertexts.
function listOwnWords({ heading, lead, text }: Entry): readonly string[] {
  const shown = new Set(listWords(`${heading} ${lead}`))
  return [...new Set(listWords(text))].filter((each) => !shown.has(each) && each.length <= longestWord)
}

const sortByFrequency = (all: readonly string[]): readonly string[] =>
  [...Map.groupBy(all, (each) => each)].toSorted(([, a], [, b]) => b.length - a.length).map(([each]) => each)

const base = 36

/** Encodes ascending numbers as differences. */
function encodeDeltas(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted.map((number, index) => (number - (sorted[index - 1] ?? 0)).toString(base)).join(' ')
}

/** Unpacks entries. Their texts are lists of stems without duplicates. */
export function unpackIndex({ words, pages, entries }: PackedIndex): readonly Entry[] {
  const list = words.split(' ')
  return entries.map(([page, hash, heading, lead, steps]) => {
    const [path = '', title = '', type = 'guide'] = pages[page] ?? []
    return {
      path: hash ? `${path}#${hash}` : path,
      title,
      heading,
      lead,
      type,
      text: [...listWords(lead), ...decodeDeltas(steps).map((number) => list[number])].join(' '),
    }
  })
}

function decodeDeltas(steps: string): readonly number[] {
  let number = 0
  return steps === '' ? [] : steps.split(' ').map((step) => (number += Number.parseInt(step, base)))
}
