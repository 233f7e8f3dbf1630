import { createMarkup, html, type Markup } from '../html.ts'
import type { Page } from '../page.ts'

/** Folds the sections of a long page. They are open, and a script closes them on a phone. */
export function foldSections({ markdown }: Page, body: Markup): Markup {
  if (markdown.length < long) return body
  const [start = '', ...sections] = body.text.split(/(?=<h2 )/)
  return html`${createMarkup(start)}${sections.map(renderFold)}`
}

/** Characters of a page of about 9,000 pixels on a phone. */
const long = 9000

function renderFold(section: string): Markup {
  const end = section.indexOf('</h2>') + '</h2>'.length
  return html`<details class="fold" open>
    <summary>${createMarkup(section.slice(0, end).replace(anchor, ''))}</summary>
    ${createMarkup(section.slice(end))}
  </details> `
}

// A summary must not contain a link. The contents of the page link to the section.
const anchor = /<a class="anchor".*?<\/a>/
