import { readFileSync } from 'node:fs'

import type { Document } from '../document.ts'

/** Guides in reading order. */
export const guides: readonly string[] = [
  'getting-started',
  'authentication',
  'encodings',
  'third-party-clients',
  'deposits-and-withdrawals',
  'sync-and-paging',
  'notifications',
  'errors',
  'limits',
  'key-rotation',
  'versioning',
]

export const folder: URL = new URL('../../../spec/guides/', import.meta.url)

/** Appends the guides to the description. Links between guides become links to its sections. */
export function withGuides(document: Document): Document {
  const texts = guides.map((name) => readFileSync(new URL(`${name}.md`, folder), 'utf8'))
  const titles = new Map(guides.map((name, index) => [name, titleOf(texts[index] ?? '')]))
  const pages = texts.map((text) =>
    alone(text).replaceAll(/\]\(\.\/([a-z-]+)\.md(?:#[a-z0-9-]+)?\)/g, (link, name) =>
      sectionLink(link, titles.get(name)),
    ),
  )
  const description = [document.info.description.trim(), ...pages.map((page) => page.trim())].join('\n\n')
  return { ...document, info: { ...document.info, description } }
}

// The document has no other files of the repository beside it.
const alone = (text: string): string => text.replaceAll(/\[([^\]]+)\]\(\.\.\/\.\.\/[^)]*\)/g, '$1')

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

const sectionLink = (link: string, title: string | undefined): string =>
  title ? `](#section/${title.replaceAll(' ', '-')})` : link
