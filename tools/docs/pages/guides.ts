import { readFileSync } from 'node:fs'

import { folder, guides } from '../../redocly/views/guides.ts'
import type { Page } from '../page.ts'

/** The unchanged guides of the contract. */
export const guidePages = (place: URL = folder): readonly Page[] =>
  guides.map((name) => guidePage(name, place))

function guidePage(name: string, place: URL): Page {
  const markdown = readFileSync(new URL(`${name}.md`, place), 'utf8')
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new Error(`spec/guides/${name}.md has no title. Start it with "# Title".`)
  const summary = /^# .+\n+([^]+?)\n\n/.exec(markdown)?.[1]?.replaceAll(/\s+/g, ' ') ?? ''
  return { path: `guides/${name}`, title, summary: firstSentence(summary), section: 'Guides', markdown }
}

const firstSentence = (text: string): string => /^.+?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
