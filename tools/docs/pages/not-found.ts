import { type Markup, html } from '../html.ts'
import { type Page, sections } from '../page.ts'
import { renderInline } from '../render/markdown.ts'

export const createNotFoundPage = (pages: readonly Page[]): Page => ({
  path: '404',
  title: 'Page not found',
  summary: 'This page does not exist. Search the site or choose a page from the list.',
  section: 'Start',
  markdown: '# Page not found\n',
  body: html`<h1>Page not found</h1>
    <p>
      The page may have moved, or the address may contain a mistake. Search the site, choose a page below, or go to
      <a href="index.html">the start</a>.
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
