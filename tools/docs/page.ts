import type { Markup } from './html.ts'

/** Groups of pages, in the order of the navigation. */
export const sections = [
  'Start',
  'How to',
  'Guides',
  'Packages',
  'Reference',
  'What is known',
  'More',
] as const
type Section = (typeof sections)[number]

/** A part of a page that is more than Markdown: a tree, a form, a folded step. */
export interface Part {
  readonly html: Markup
  /** The same for readers of the Markdown; empty if it is of no use to them. */
  readonly markdown: string
}

/** One page of the site: Markdown, published as HTML and as it is. */
export interface Page {
  /** Path from the root of the site, without an ending: `guides/errors`. */
  readonly path: string
  readonly title: string
  /** What the menu calls it; its title unless given. */
  readonly menu?: string
  /** One sentence about the content. */
  readonly summary: string
  readonly section: Section
  /** The whole page with its title. Links are relative, to the Markdown of other pages. */
  readonly markdown: string
  /** Pictures by name. The Markdown refers to one with `![description](figure:name)`. */
  readonly figures?: Readonly<Record<string, Markup>>
  /** Parts by name. The Markdown places one with `<!-- part: name -->`, as a paragraph of its own. */
  readonly parts?: Readonly<Record<string, Part>>
  /** Whether the page calls the servers that `npm start` runs beside it. */
  readonly isLive?: boolean
  /** Rows of tables are entries of their own, with an id of their heading and first cell: `v2-100005`. */
  readonly hasRowIds?: true
  /** HTML of the page, if it does not come from its Markdown. */
  readonly body?: Markup
  /** Additional scripts, by path from the root of the site. */
  readonly scripts?: readonly string[]
  /** Path of the page below which the navigation shows this one. */
  readonly under?: string
  /** Layout of the page, as a class of its body. */
  readonly layout?: 'home' | 'reference'
}

/** Beginning of a relative link from a page to the root of the site. */
export const getRoot = (path: string): string => '../'.repeat(path.split('/').length - 1)

/** A table in Markdown. Bars and line breaks in cells are escaped. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatLine = (cells: readonly string[]): string => `| ${cells.map(formatCell).join(' | ')} |`
  return [formatLine(heads), formatLine(heads.map(() => '---')), ...rows.map(formatLine)].join('\n')
}

const formatCell = (text: string): string =>
  text
    .trim()
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s*\n\s*/g, ' ')

/** The place of a part in the Markdown of its page. */
export const formatPartMark = (name: string): string => `<!-- part: ${name} -->`

/** Headings of one level, each with its content, of which a browser shows one at a time. */
export const formatTabs = (name: string, ...content: readonly string[]): string =>
  [`<!-- tabs: ${name} -->`, ...content, '<!-- end of tabs -->'].join('\n\n')

/** A block of code in Markdown. */
export const formatCodeBlock = (language: string, code: string): string =>
  `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``

/** Parts of a page, with a blank line between them. */
export const joinParagraphs = (...parts: readonly (string | false | undefined)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`
