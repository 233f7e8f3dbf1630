import { readFileSync } from 'node:fs'

import { folder, guides } from '../../codegen/guides.ts'
import type { Page } from '../page.ts'

/** The guides of the contract. Their links to other files of the repository lead to the pages of these files. */
export const guidePages = (): readonly Page[] => guides.map(guidePage)

function guidePage(name: string): Page {
  const markdown = onSite(readFileSync(new URL(`${name}.md`, folder), 'utf8'))
  const title = titleOf(markdown, `spec/guides/${name}.md`)
  return { path: `guides/${name}`, title, summary: summaryOf(markdown), section: 'Guides', markdown }
}

const onSite = (markdown: string): string =>
  markdown
    .replaceAll(/\]\(\.\.\/\.\.\/docs\/([a-z-]+\.md)/g, '](../$1')
    .replaceAll(/\]\(\.\.\/\.\.\/packages\/([a-z]+)\/README\.md/g, '](../packages/$1.md')

/** The title of a page. A file without one is an error. */
export function titleOf(markdown: string, file: string): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new Error(`${file} has no title. Start it with "# Title".`)
  return title
}

/** The first sentence below the title. */
export const summaryOf = (markdown: string): string =>
  firstSentence(firstParagraph(markdown)).replaceAll('`', '')

/** The paragraph below the title, on one line. */
const firstParagraph = (markdown: string): string =>
  /^# .+\n+([^]+?)\n\n/.exec(markdown)?.[1]?.replaceAll(/\s+/g, ' ') ?? ''

// A colon does not end a sentence: "Two things have versions: ...".
const firstSentence = (text: string): string => /^.+?[.?](?=\s|$)/.exec(text)?.[0] ?? text
