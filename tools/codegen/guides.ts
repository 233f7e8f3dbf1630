import { readFileSync } from 'node:fs'

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

export const folder: URL = new URL('../../spec/guides/', import.meta.url)

/** The guides as Markdown, for assistants. Links between guides name documents of `custody mcp`. */
export function createGuidesModule(generated: Readonly<Record<string, string>>): string {
  const texts = guides.map((name) => [
    name,
    convertLinks(generated[name] ?? readFileSync(new URL(`${name}.md`, folder), 'utf8')),
  ])
  const table = JSON.stringify(Object.fromEntries(texts), undefined, 2)
  return `/** Markdown of every guide, by its name. */\nexport const guides: Readonly<Record<string, string>> = ${table}\n`
}

// The package has no other files of the repository beside it.
const convertLinks = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\(\.\.\/\.\.\/[^)]*\)/g, '$1')
    .replaceAll(/\]\(\.\/([a-z-]+)\.md(?:#[a-z0-9-]+)?\)/g, '](guides/$1)')
