// Pages from docs/. Links to files of the repository become links to their pages.
import { readFileSync } from 'node:fs'

import { root } from '../contract.ts'
import type { Page } from '../page.ts'
import { createChecklist } from './checklist.ts'
import { getSummary, getTitle } from './guides.ts'

const folder = new URL('docs/', root)

const documents = {
  'first-hour': 'Start',
  settings: 'How to',
  'key-services': 'How to',
  'outgoing-proxies': 'How to',
  'typed-clients': 'How to',
  frameworks: 'How to',
  'front-ends': 'How to',
  testing: 'How to',
  'undone-credits': 'How to',
  'going-live': 'How to',
  operating: 'How to',
  scaling: 'How to',
  'where-it-runs': 'How to',
} as const satisfies Readonly<Record<string, Page['section']>>

/** Shorter names in the menu, for titles with the names that readers search for. */
const menus: Readonly<Record<string, string>> = {
  'key-services': 'Key services',
  'outgoing-proxies': 'Outgoing proxies',
  frameworks: 'Frameworks',
  'front-ends': 'Mock servers',
}

export const createDocumentPages = (): readonly Page[] =>
  Object.entries(documents).map(([name, section]) => {
    const text = readFileSync(new URL(`${name}.md`, folder), 'utf8')
    const menu = menus[name]
    const markdown = convertLinks(text).replace(listMark, () => createChecklist())
    return {
      path: name,
      title: getTitle(markdown, `docs/${name}.md`),
      ...(menu !== undefined && { menu }),
      summary: getSummary(markdown),
      section,
      markdown,
    }
  })

/** Placeholder of the generated list. */
const listMark = '_The docs that `npm start` serves have the list here._'

/** Links to files of the repository, with their links on the site. */
const names: readonly (readonly [RegExp, string])[] = [
  [/\(\.\.\/spec\/paths\)/g, '(calls.md)'],
  [/\(\.\.\/spec\/generated\/open-points\.md/g, '(open-points.md'],
  [/\(\.\.\/spec\/guides\//g, '(guides/'],
  [/\(\.\.\/packages\/encryption\/README\.md#sealing\)/g, '(envelope.md)'],
  [/\(\.\.\/packages\/([a-z]+)\/README\.md/g, '(packages/$1.md'],
]

const convertLinks = (markdown: string): string =>
  names.reduce((text, [file, page]) => text.replaceAll(file, page), markdown)
