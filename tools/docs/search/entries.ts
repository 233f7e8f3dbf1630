// Search entries: sections of pages, and table rows with an id.
import { marked, type Token, type Tokens } from 'marked'

import type { Page } from '../page.ts'
import { renderMarkdown, createRowId, convertHref, createMarkdownTwin } from '../render/markdown.ts'
import type { Entry } from './packed.ts'
import { getResultType } from './types.ts'

/** Lists all entries of the site, except the first page, which lists the others. */
export const createEntries = (pages: readonly Page[]): readonly Entry[] =>
  pages.slice(1).flatMap((page) => removeDuplicates(listSearchedSections(page).flatMap(createSectionEntries(page))))

function listSearchedSections(page: Page): readonly Section[] {
  const all = listSections(page)
  // The changelog and the schemas grow, so only their start is indexed.
  if (page.path === 'changelog' || page.layout === 'reference') return all.slice(0, 1)
  // The other sections repeat samples, codes and open points.
  if (page.under === 'calls') return all.filter(({ id }) => ownOfCalls.has(id))
  // Readers search for a language, not for a part of its page.
  if (page.under === 'languages')
    return all.slice(0, 1).map((start) => ({ ...start, tokens: all.flatMap(({ tokens }) => tokens) }))
  return page.path === 'first-hour' ? all.filter(({ depth }) => depth < 3) : all
}

const ownOfCalls: ReadonlySet<string> = new Set(['', 'headers', 'parameters', 'fields-of-the-response'])

interface Section {
  readonly depth: number
  readonly heading: string
  readonly id: string
  readonly tokens: Token[]
}

const maxDepth = 3

/** Splits a page at its headings. */
function listSections(page: Page): readonly Section[] {
  // The headings of parts are deeper, and have no ids.
  const headings = page.body ? [] : renderMarkdown(page).headings
  const ids = headings.filter(({ depth }) => depth <= maxDepth).map(({ id }) => id)
  const sections: Section[] = []
  for (const token of marked.lexer(createMarkdownTwin(page))) {
    if (!isHeading(token)) sections.at(-1)?.tokens.push(token)
    else if (token.depth === 1) sections.push({ depth: 1, heading: getText(token.text), id: '', tokens: [] })
    else if (token.depth > maxDepth) sections.at(-1)?.tokens.push(token)
    else sections.push({ depth: token.depth, heading: getText(token.text), id: ids.shift() ?? '', tokens: [] })
  }
  return sections
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isTable = (token: Token): token is Tokens.Table => token.type === 'table'
const isCode = (token: Token): token is Tokens.Code => token.type === 'code'

/** Creates entries for a section and for its rows with ids. */
const createSectionEntries =
  (page: Page) =>
  ({ depth, heading, id, tokens }: Section): readonly Entry[] => {
    const apart = page.hasRowIds && id ? tokens.filter(isTable) : []
    const rest = tokens.filter((token) => !apart.some((table) => table === token))
    const prose = rest.map(getProse).filter(Boolean).join(' ')
    const code = rest.filter(isCode).map(listCodeWords).join(' ')
    const heads = apart.flatMap(({ header }) => listCells(header)).join(' ')
    const own = {
      ...locateEntry(page, id),
      heading: heading === page.title ? '' : heading,
      lead: getLead(prose || code),
      text: `${depth === 1 ? page.summary : ''} ${prose} ${code} ${heads}`,
    }
    return [
      own,
      ...apart.flatMap(({ rows }) => rows.map((row) => createRowEntry(page, { heading, id }, listCells(row)))),
    ]
  }

// Heads repeat in many tables, so they count only where rows are entries of their own.
function getProse(token: Token): string {
  if (isCode(token)) return ''
  return isTable(token) ? token.rows.flatMap(listCells).join(' ') : getText(token.raw)
}

const listCells = (row: readonly Tokens.TableCell[]): readonly string[] => row.map(({ text }) => getText(text))

function createRowEntry(page: Page, { heading, id }: Pick<Section, 'heading' | 'id'>, cells: readonly string[]): Entry {
  const [first = '', second = '', ...rest] = cells
  const sentences = rest.filter((cell) => cell.endsWith('.'))
  return {
    ...locateEntry(page, createRowId(id, first)),
    heading: `${heading} ${first}: ${second}`,
    lead: getLead((sentences.length > 0 ? sentences : rest).join(' ')),
    text: rest.join(' '),
  }
}

const locateEntry = (page: Page, id: string): Pick<Entry, 'path' | 'title' | 'type'> => ({
  path: convertHref(`${page.path}.md${id && !page.body ? `#${id}` : ''}`),
  title: page.title,
  type: getResultType(page),
})

// Readers search for commands and for names of functions, but not for example data or whole source files.
const longestSample = 4000
const functionName = /[a-z]+(?:[A-Z]\w*|_\w+)/g
function listCodeWords({ lang, text }: Tokens.Code): string {
  if (text.length > longestSample) return ''
  if (lang === 'sh') return text
  return lang === 'ts' ? (text.match(functionName) ?? []).join(' ').toLowerCase() : ''
}

// Some tables repeat rows of others, so only the first one is indexed.
function removeDuplicates(all: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>()
  return all.filter(({ heading, text }) => {
    const key = `${heading.replace(/^.*? (?=\d+:)/, '')}\n${text}`
    return !seen.has(key) && seen.add(key)
  })
}

const longestLead = 72
const getLead = (text: string): string =>
  text.length <= longestLead ? text : text.slice(0, text.lastIndexOf(' ', longestLead))

/** Removes Markdown syntax and URLs. */
const getText = (markdown: string): string =>
  markdown
    .replaceAll(/^#+ .*$|^ *- /gm, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/[`*|>[\]\\]|---+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
