import { Marked, type Parser, type Tokens } from 'marked'

import { entities, type Markup, html, createMarkup } from '../html.ts'
import { getRoot, type Page } from '../page.ts'
import { otherPatterns } from './other-languages.ts'
import { renderConsolePicture } from './picture.ts'

export interface Heading {
  readonly depth: number
  readonly id: string
  readonly text: string
  /** Whether it is the label of a tab. */
  readonly tab: boolean
}

export interface RenderedPage {
  readonly body: Markup
  readonly headings: readonly Heading[]
}

/** Renders the Markdown of a page. Links between pages lead to their HTML. */
export function renderMarkdown({
  path,
  markdown,
  figures = {},
  parts = {},
  hasRowIds: isAnchored,
}: Pick<Page, 'path' | 'markdown' | 'figures' | 'parts' | 'hasRowIds'>): RenderedPage {
  const headings: Heading[] = []
  const slugs = new Map<string, number>()
  let tab = false
  let section = ''
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = getText(this.parser.parseInline(tokens, this.parser.textRenderer))
        const id = createUniqueSlug(createSlug(text), slugs)
        if (depth > 1) headings.push({ depth, id, text, tab })
        section = depth > 1 ? id : ''
        const anchor = html`<a class="anchor" href="#${id}" aria-label="${`Link to ${text}`}">#</a>`
        const inner = createMarkup(this.parser.parseInline(tokens))
        return html`<h${depth} id="${id}">${inner}${depth > 1 && anchor}</h${depth}>`.text
      },
      code: ({ text, lang = '' }) => renderCodeBlock(text, lang).text,
      table({ header, rows }: Tokens.Table) {
        const heads = header.map(({ tokens }) => getText(this.parser.parseInline(tokens, this.parser.textRenderer)))
        const cells = rows.map((row) => row.map(({ tokens }) => createMarkup(this.parser.parseInline(tokens))))
        const ids = rows.map(([first]) =>
          isAnchored && section && first ? createRowId(section, first.text) : undefined,
        )
        return renderTable(heads, cells, ids).text
      },
      html: ({ text }) => insertPart(text),
      link: renderLink,
      codespan: renderCodespan,
      image({ href, text }) {
        const [, picture] = /pictures\/(\w+)-light\.webp$/.exec(href) ?? []
        if (picture !== undefined)
          return String(
            html`<figure class="shot">${renderConsolePicture(picture, getText(text), getRoot(path))}</figure>`,
          )
        const figure = figures[href.replace(/^figure:/, '')]
        if (!figure) throw new Error(`${path} has no picture ${href}. Add it to the figures of the page.`)
        return String(html`<figure role="img" aria-label="${getText(text)}">${figure}</figure>`)
      },
    },
  })
  // Comments in the Markdown include parts and tabs.
  function insertPart(comment: string): string {
    const [, kind = '', name = ''] = /^<!-- ([a-z ]+)(?:: ([\w-]+))? -->\s*$/.exec(comment) ?? []
    if (kind === 'tabs') tab = true
    if (kind === 'end of tabs') tab = false
    if (kind === 'tabs') return `<div class="tabs" data-name="${name}">\n`
    if (Object.hasOwn(marks, kind)) return marks[kind] ?? ''
    if (kind !== 'part') return comment
    const part = parts[name]
    if (!part) throw new Error(`${path} has no part ${name}. Add it to the parts of the page.`)
    return part.html.text
  }
  const body = marked.parse(markdown, { async: false }).replaceAll(/<p>(<figure[^]*?<\/figure>)<\/p>/g, '$1')
  return { body: createMarkup(body), headings }
}

/** HTML of the comments that begin and end a part of a page. */
const marks: Readonly<Record<string, string>> = {
  'end of tabs': '</div>\n',
  aside: '<aside class="beside" aria-label="Request and response">\n',
  'end of aside': '</aside>\n',
}

/** Renders inline Markdown, such as code and emphasis. */
export const renderInline = (text: string): Markup => createMarkup(inline.parseInline(text, { async: false }))

// Lets long names break only after a dot, a dash or a slash.
const renderCodespan = ({ text }: Tokens.Codespan): string =>
  html`<code>${createMarkup(String(html`${text}`).replaceAll(/(?<=[\w}][._/])(?=\w{3})/g, '<wbr />'))}</code>`.text

const inline = new Marked({ renderer: { link: renderLink, codespan: renderCodespan } })

function renderLink(this: { readonly parser: Parser }, { href, tokens }: Tokens.Link): string {
  return String(html`<a href="${convertHref(href)}">${createMarkup(this.parser.parseInline(tokens))}</a>`)
}

// Small screens show rows as blocks, so each cell needs the name of its column.
export const renderTable = (
  heads: readonly string[],
  rows: readonly (readonly Markup[])[],
  ids: readonly (string | undefined)[] = [],
): Markup =>
  html`<div class="table">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells, row) =>
            html`<tr${ids[row] !== undefined && html` id="${ids[row]}"`}>
            ${cells.map((cell, column) => html`<td data-head="${heads[column]}"><div>${cell}</div></td>`)}
          </tr> `,
        )}
      </tbody>
    </table>
  </div>`

/** Renders a code block that the keyboard can scroll. */
export const renderCodeBlock = (code: string, language: string): Markup =>
  html`<pre tabindex="0" class="${language || 'text'}"><code>${highlightCode(code, language)}</code></pre>`

/** Converts a link to Markdown into a link to HTML. */
export const convertHref = (href: string): string =>
  /^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, '.html')

/** Creates the id of a heading as GitHub does. */
export const createSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Creates the id of a row from its heading and first cell. */
export const createRowId = (section: string, cell: string): string => `${section}-${createSlug(cell)}`

function createUniqueSlug(slug: string, slugs: Map<string, number>): string {
  const count = slugs.get(slug) ?? 0
  slugs.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}

const signs: ReadonlyMap<string, string> = new Map(Object.entries(entities).map(([sign, entity]) => [entity, sign]))
const getText = (text: string): string => text.replaceAll(/&\w+;|&#39;/g, (entity) => signs.get(entity) ?? entity)

/** Formats the published Markdown of a page, with descriptions instead of diagrams. */
export const createMarkdownTwin = ({ markdown, parts = {} }: Pick<Page, 'markdown' | 'parts'>): string =>
  markdown
    .replaceAll(/^<!-- part: ([\w-]+) -->(\n*)/gm, (_comment, name: string, rest: string) => {
      const own = parts[name]?.markdown ?? ''
      return own && `${own}${rest}`
    })
    .replaceAll(/^<!-- (?:tabs: .*|end of tabs|aside|end of aside) -->\n\n?/gm, '')
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '*Picture: $1*')

// Minimal syntax highlighting: strings, keywords, comments.

type Kind = 'text' | 'word' | 'remark' | 'name'

// Each group of a pattern is one kind, in this order.
const kinds: readonly Kind[] = ['remark', 'text', 'name', 'word']

const typescript =
  /(\/\/.*)|('(?:[^'\\\n]|\\.)*'|`[^`]*`)|(?:(?!))()|\b(import|from|const|await|export|type|new|return|true|false|if|for|async)\b/g

const patterns: Readonly<Record<string, RegExp>> = {
  ...otherPatterns,
  ts: typescript,
  tsx: typescript,
  sh: /((?<=^|\s)#.*)|('[^']*'|"[^"]*")|(?:(?!))()|(?<=^|\|\s*|^\s+)(npx @custody-wallet\/mock|npx|curl|npm|sh)(?=\s|$)/gm,
  json: /(?:(?!))()|("(?:[^"\\]|\\.)*")(?!\s*:)|("(?:[^"\\]|\\.)*")(?=\s*:)|\b(true|false|null)\b/g,
}

// Code in an unknown language stays plain.
export function highlightCode(code: string, language: string): Markup {
  const pattern = patterns[language]
  if (!pattern) return html`${code}`
  let rest = 0
  const parts: Markup[] = []
  for (const { 0: found, index, ...groups } of code.matchAll(pattern)) {
    const kind = kinds[[1, 2, 3, 4].findIndex((group) => groups[group])]
    parts.push(html`${code.slice(rest, index)}`, kind ? html`<i class="${kind}">${found}</i>` : html`${found}`)
    rest = index + found.length
  }
  return createMarkup([...parts, html`${code.slice(rest)}`].join(''))
}
