// Pages that are written by hand, in docs/. Their links are relative to the site.
import { readFileSync } from 'node:fs'

import { root } from '../contract.ts'
import type { Page } from '../page.ts'
import { checklist } from './checklist.ts'
import { summaryOf, titleOf } from './guides.ts'

const folder = new URL('docs/', root)

/** Pages in the order of the navigation, each with its section. */
const documents = {
  'first-hour': 'Start',
  settings: 'How to',
  testing: 'How to',
  'going-live': 'How to',
} as const satisfies Readonly<Record<string, Page['section']>>

export const documentPages = (): readonly Page[] =>
  Object.entries(documents).map(([name, section]) => {
    const text = readFileSync(new URL(`${name}.md`, folder), 'utf8')
    const markdown = text.replace('<!-- checklist -->', () => checklist())
    return {
      path: name,
      title: titleOf(markdown, `docs/${name}.md`),
      summary: summaryOf(markdown),
      section,
      markdown,
    }
  })
