// The README of each package. It contains only links to its own headings, because a registry shows it alone. The site adds
// links to other packages and pages.
import { readFileSync } from 'node:fs'

import { root } from '../contract.ts'
import type { Page } from '../page.ts'
import { getSummary, getTitle } from './guides.ts'

/** Packages in the order in which merchants need them. */
export const packageNames = [
  'client',
  'receiver',
  'store',
  'telemetry',
  'cli',
  'sandbox',
  'mock',
  'encryption',
  'types',
  'server',
  'pages',
  'demo',
] as const

export const createPackagePages = (): readonly Page[] =>
  packageNames.map((name) => {
    const text = readFileSync(new URL(`packages/${name}/README.md`, root), 'utf8')
    return {
      path: `packages/${name}`,
      title: getTitle(text, `packages/${name}/README.md`),
      menu: name,
      summary: getSummary(text),
      section: 'Packages',
      markdown: convertLinks(text, name),
    }
  })

/** Adds links to names of packages and pages, outside of code blocks, headings and links. */
export const convertLinks = (markdown: string, own: string): string =>
  markdown
    .split(/(^```[^]*?^```$|^#.*$)/m)
    .map((part, index) => (index % 2 === 1 ? part : addLinks(part, own)))
    .join('')

const known: ReadonlySet<string> = new Set(packageNames)

const addLinks = (text: string, own: string): string =>
  text
    .replaceAll(/(?<!\[)`@custody-wallet\/([a-z]+)`/g, (code, name: string) =>
      known.has(name) && name !== own ? `[${code}](${name}.md)` : code,
    )
    .replaceAll(/`docs\/([a-z-]+\.md)`/g, '[$&](../$1)')
