import { type Files, type Page, sections } from '../page.ts'
import { createMarkdownTwin } from '../render/markdown.ts'

/** Lists links to the Markdown of all pages and to both documents. */
export function createLlmsText(pages: readonly Page[]): string {
  const [home] = pages
  const groups = sections.map((section) => {
    const own = pages.filter((page) => page.section === section)
    const links = own.map(({ path, title, summary }) => `- [${title}](${path}.md): ${summary}`)
    return `## ${section}\n\n${links.join('\n')}`
  })
  return `# Custody wallet\n\n> ${home?.summary ?? ''}\n\n${groups.join('\n\n')}\n\n${documents}\n`
}

const documents = `## Documents

- [Plain view](openapi/plain.json): the contract as OpenAPI 3.1, with the content of every call opened
- [Wire view](openapi/wire.json): the same calls as HTTP carries them, encrypted and signed
- [Control](openapi/control.json): the control calls of the sandbox
- [All pages in one file](llms-full.txt)`

/** Joins the Markdown of all pages, with links from the root of the site. */
export const createLlmsFullText = (pages: readonly Page[]): string =>
  pages.map((page) => `<!-- ${page.path}.md -->\n\n${convertLinks(createMarkdownTwin(page), page.path)}`).join('\n')

const convertLinks = (markdown: string, path: string): string =>
  markdown.replaceAll(/\]\((?![a-z]+:)([^)\s]+)\)/g, (_link, href: string) => {
    const { pathname, hash } = new URL(href, `http://site/${path}.md`)
    return `](${pathname.slice(1)}${hash})`
  })

/** Lists the files that a browser loads with a page; it loads pictures later. */
export function findRequestedFiles(files: Files, page: string): readonly string[] {
  const text = (files.get(page) ?? '').replaceAll(/<img[^>]* loading="lazy"[^>]*>/g, '')
  const found = text.matchAll(/(?:\ssrc|\srel="(?:icon|stylesheet)" href)="([^"]*)"/g)
  return [...found].map(([, link = '']) => new URL(link, `http://site/${page}`).pathname.slice(1))
}
