// The list of pages for machines, and the search index.
import { type Page, sections } from '../page.ts'
import { shownHref, slugOf, twinOf } from '../render/markdown.ts'
import type { Files } from '../site.ts'

/** All pages as a list of links to their Markdown. */
export function llmsText(pages: readonly Page[]): string {
  const [home] = pages
  const groups = sections.map((section) => {
    const own = pages.filter((page) => page.section === section)
    const links = own.map(({ path, title, summary }) => `- [${title}](${path}.md): ${summary}`)
    return `## ${section}\n\n${links.join('\n')}`
  })
  return `# Custody wallet\n\n> ${home?.summary ?? ''}\n\n${groups.join('\n\n')}\n`
}

interface Entry {
  readonly path: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

/** Script with the search index: an entry for every heading. */
export const searchScript = (pages: readonly Page[]): string =>
  `globalThis.searchIndex = ${JSON.stringify(pages.slice(1).flatMap((page) => searched(page, entriesOf(page))))}\n`

// The changelog keeps growing, and all pages of languages have the same headings, so only their start is in the index.
const searched = ({ path, under }: Page, entries: readonly Entry[]): readonly Entry[] =>
  path === 'changelog' || under === 'languages' ? entries.slice(0, 1) : entries

function entriesOf(page: Page): readonly Entry[] {
  const parts = twinOf(page).split(/^(?=#{1,3} )/m)
  return parts.filter(Boolean).map((part) => {
    const [first = '', ...rest] = part.split('\n')
    const heading = first.replace(/^#+ /, '').replaceAll('`', '')
    const top = first.startsWith('# ')
    const place = `${page.path}${top || page.body ? '' : `.md#${slugOf(heading)}`}`
    return {
      path: shownHref(place.includes('.md') ? place : `${page.path}.md`),
      title: page.title,
      heading: heading === page.title ? '' : heading,
      text: wordsOf(top ? part.slice(2) : rest.join('\n')),
    }
  })
}

const longest = 280
// The index has no code: it would be large, and the text beside it has the same names.
const wordsOf = (markdown: string): string =>
  markdown
    .replaceAll(/^```[^]*?^```$/gm, ' ')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/[`*|>[\]]|---+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longest)

/** Files that a browser loads with a page. */
export function askedBy(files: Files, page: string): readonly string[] {
  const text = files.get(page) ?? ''
  const found = text.matchAll(/(?:\ssrc|\srel="(?:icon|stylesheet)" href)="([^"]*)"/g)
  return [...found].map(([, link = '']) => new URL(link, `http://site/${page}`).pathname.slice(1))
}
