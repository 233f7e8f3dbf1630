import type { Markup } from './html.ts'

/** Groups of pages, in the order of the navigation. */
export const sections = ['Start', 'How to', 'Guides', 'Packages', 'Reference', 'Details', 'More'] as const
type Section = (typeof sections)[number]

/** A part of a page that needs HTML: a tree, a form, a folded step. */
export interface Part {
  readonly html: Markup
  /** The part as Markdown; may be empty. */
  readonly markdown: string
}

/** A page of the site, published as HTML and Markdown. */
export interface Page {
  /** Path from the root of the site without an extension, such as `guides/errors`. */
  readonly path: string
  readonly title: string
  /** Name in the menu; the title unless given. */
  readonly menu?: string
  /** One sentence about the content. */
  readonly summary: string
  readonly section: Section
  /** The whole page including its title. Links are relative and lead to the Markdown of other pages. */
  readonly markdown: string
  /** Diagrams by name. The Markdown includes one with `![description](figure:name)`. */
  readonly figures?: Readonly<Record<string, Markup>>
  /** Parts by name. The Markdown includes one with the paragraph `<!-- part: name -->`. */
  readonly parts?: Readonly<Record<string, Part>>
  /** Whether the page calls the servers that `npm start` runs beside it. */
  readonly isLive?: boolean
  /** Whether table rows are search entries, with an id from their heading and first cell: `v2-100005`. */
  readonly hasRowIds?: true
  /** HTML of the page, if it is not rendered from the Markdown. */
  readonly body?: Markup
  /** Additional scripts, by path from the root of the site. */
  readonly scripts?: readonly string[]
  /** Path of the parent page in the navigation. */
  readonly under?: string
  /** Layout of the page, as a class of its body. */
  readonly layout?: 'call' | 'home' | 'reference'
}

/** Returns the prefix of links from a page to the root of the site. */
export const getRoot = (path: string): string => '../'.repeat(path.split('/').length - 1)

/** Formats a table, and escapes bars and line breaks in cells. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatLine = (cells: readonly string[]): string => `| ${cells.map(formatCell).join(' | ')} |`
  return [formatLine(heads), formatLine(heads.map(() => '---')), ...rows.map(formatLine)].join('\n')
}

const formatCell = (text: string): string =>
  text
    .trim()
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s*\n\s*/g, ' ')

/** Formats the mark that includes a part. */
export const formatPartMark = (name: string): string => `<!-- part: ${name} -->`

/** Formats headings with content as tabs. */
export const formatTabs = (name: string, ...content: readonly string[]): string =>
  [`<!-- tabs: ${name} -->`, ...content, '<!-- end of tabs -->'].join('\n\n')

/** Formats content that a wide screen shows beside the rest of the page. */
export const formatAside = (...content: readonly (string | false | undefined)[]): string =>
  joinParagraphs('<!-- aside -->', ...content, '<!-- end of aside -->').trimEnd()

export const formatCodeBlock = (language: string, code: string): string =>
  `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``

/** Joins the parts of a page, and skips missing ones. */
export const joinParagraphs = (...parts: readonly (string | false | undefined)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`

/** Files of the site by path. */
export type Files = ReadonlyMap<string, string>
