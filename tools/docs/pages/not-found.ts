import { type Markup, html } from '../html.ts'
import { type Page, sections } from '../page.ts'
import { renderInline } from '../render/markdown.ts'

/** The page for addresses that have none. It is not part of the navigation. */
export const createNotFoundPage = (pages: readonly Page[]): Page => ({
  path: '404',
  title: 'Page not found',
  summary: 'This address has no page. The list of all pages may have the one that you look for.',
  section: 'Start',
  markdown: '# Page not found\n',
  body: html`<h1>Page not found</h1>
    <p>
      This address has no page. The page may have moved, or the address may have a typing error. Search the
      site, or go to <a href="index.html">the start</a>.
    </p>
    ${sections.map((section) => renderGroup(section, pages))}`,
})

function renderGroup(section: string, pages: readonly Page[]): Markup {
  const own = pages.filter((page) => page.section === section && !page.under)
  return html`<h2>${section}</h2>
    <ul>
      ${own.map(({ path, title, summary }) => html`<li><a href="${path}.html">${title}</a>: ${renderInline(summary)}</li>`)}
    </ul> `
}
