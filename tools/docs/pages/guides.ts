import { readFileSync } from 'node:fs'

import { folder, guides } from '../../codegen/guides.ts'
import type { Page } from '../page.ts'

/** Pages from spec/guides/. Links to files of the repository become links to their pages. */
export const createGuidePages = (): readonly Page[] => guides.map(createGuidePage)

function createGuidePage(name: string): Page {
  const markdown = convertLinks(readFileSync(new URL(`${name}.md`, folder), 'utf8'))
  const title = getTitle(markdown, `spec/guides/${name}.md`)
  return { path: `guides/${name}`, title, summary: getSummary(markdown), section: 'Guides', markdown }
}

const convertLinks = (markdown: string): string =>
  markdown
    .replaceAll(/\]\(\.\.\/\.\.\/docs\/([a-z-]+\.md)/g, '](../$1')
    .replaceAll(/\]\(\.\.\/\.\.\/packages\/([a-z]+)\/README\.md/g, '](../packages/$1.md')

export function getTitle(markdown: string, file: string): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new Error(`${file} has no title. Start it with "# Title".`)
  return title
}

/** Returns the first sentence after the title. */
export const getSummary = (markdown: string): string =>
  getFirstSentence(getFirstParagraph(markdown)).replaceAll('`', '')

const getFirstParagraph = (markdown: string): string =>
  /^# .+\n+([^]+?)\n\n/.exec(markdown)?.[1]?.replaceAll(/\s+/g, ' ') ?? ''

// A colon does not end a sentence: "Two things have versions: ...".
const getFirstSentence = (text: string): string => /^.+?[.?](?=\s|$)/.exec(text)?.[0] ?? text
