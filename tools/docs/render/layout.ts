import { type Markup, html, createMarkup } from '../html.ts'
import { type Page, getRoot, sections } from '../page.ts'
import { foldSections } from './folds.ts'
import { type Heading, renderMarkdown } from './markdown.ts'
import { createPolicy } from './policy.ts'

/** Renders a page of the site as HTML. */
export function renderPage(page: Page, pages: readonly Page[]): string {
  const { body, headings } = page.body ? { body: page.body, headings: [] } : renderMarkdown(page)
  const root = getRoot(page.path)
  const isReference = page.layout === 'reference'
  const scripts = ['assets/site.js', 'assets/search.js', ...(page.scripts ?? [])]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${createPolicy(page)}" />
        <meta name="referrer" content="no-referrer" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.path === 'index' ? 'Custody wallet' : `${page.title} · Custody wallet`}</title>
        <meta name="description" content="${page.summary}" />
        <link rel="icon" href="${root}assets/mark.svg" />
        <link rel="stylesheet" href="${root}assets/style.css" />
        ${page.layout === 'home' && html`<link rel="stylesheet" href="${root}assets/home.css" />`}
        <link rel="alternate" type="text/markdown" href="${root}${page.path}.md" />
        <script src="${root}assets/theme.js"></script>
        ${scripts.map((script) => html`<script defer src="${root}${script}"></script> `)}
      </head>
      <body class="${page.layout ?? 'text'}" data-root="${root}">
        <a class="skip" href="#_main">Skip to content</a>
        ${renderHeader(root, page)} ${isReference ? renderRedoc(body) : renderFrame(page, pages, body, headings)}
      </body>
    </html>`.text
}

const renderHeader = (root: string, { layout, path, title }: Page): Markup =>
  html`<header class="top">
    ${layout === 'reference' && html`<h1 class="away">${title}</h1>`}
    <a class="brand" href="${root}index.html"
      ><svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2 4 5.5V11c0 5 3.4 9.3 8 11 4.6-1.7 8-6 8-11V5.5z" />
        <circle cx="12" cy="10" r="2.4" />
        <path d="M12 12v4.5" /></svg
      >Custody wallet</a
    >
    <nav aria-label="Main" class="quick">
      ${quick.map(([to, text]) => html`<a href="${root}${to}.html">${text}</a>`)}
    </nav>
    ${
      layout === 'reference' &&
      html`<nav aria-label="Views" class="views">
        ${views.map(([to, text]) => html`<a href="${to}.html" ${to === path && createMarkup('aria-current="page"')}>${text}</a> `)}
      </nav>`
    }
    <div class="tools">
      <div class="search" role="search" hidden>
        <input
          type="search"
          placeholder="Search  /"
          aria-label="Search these pages"
          aria-keyshortcuts="/ Control+K"
          autocomplete="off"
          spellcheck="false"
        />
        <div id="_found" aria-label="Found" role="region" hidden></div>
      </div>
      <button type="button" class="theme" hidden>Dark</button>
      <button type="button" class="menu" aria-controls="_pages" aria-expanded="false" hidden>Menu</button>
    </div>
  </header>`

const quick = [
  ['first-hour', 'First hour'],
  ['guides/getting-started', 'Guides'],
  ['calls', 'Calls'],
  ['sandbox', 'Sandbox'],
  ['reference', 'Reference'],
] as const

/** Both views of the contract. */
const views = [
  ['reference', 'Plain view'],
  ['wire', 'Wire view'],
] as const

// Redoc has its own landmarks, so the title of the page is in the header.
const renderRedoc = (body: Markup): Markup => html`<div id="_main" tabindex="-1">${body}</div>`

function renderFrame(page: Page, pages: readonly Page[], body: Markup, headings: readonly Heading[]): Markup {
  const root = getRoot(page.path)
  return html`<div class="frame">
    <main id="_main" tabindex="-1">
      <article>${foldSections(page, body)}</article>
      <footer>
        ${renderNeighbours(page, pages)}
        <p>
          <a href="${root}${page.path}.md">This page as Markdown</a> · <a href="${root}downloads.html">Downloads</a> ·
          <a href="${root}llms.txt">llms.txt</a>
        </p>
      </footer>
    </main>
    ${page.layout !== 'call' && renderContents(headings)}
    <nav id="_pages" aria-label="Pages">${sections.map((section) => renderGroup(section, page, pages))}</nav>
  </div>`
}

function renderGroup(section: string, page: Page, pages: readonly Page[]): Markup {
  const own = pages.filter((each) => each.section === section && !each.under)
  return html`<h2>${section}</h2>
    <ul>
      ${own.map((each) => renderEntry(each, page, pages))}
    </ul> `
}

function renderEntry(each: Page, page: Page, pages: readonly Page[]): Markup {
  const below = pages.filter(({ under }) => under === each.path)
  const isOpen = below.length > 0 && (page.path === each.path || page.under === each.path)
  const current = page.path === each.path && createMarkup(' aria-current="page"')
  return html`<li>
    <a href="${getRoot(page.path)}${each.path}.html" ${current}>${each.menu ?? each.title}</a>${
      isOpen &&
      html`<ul>
        ${below.map((one) => renderEntry(one, page, pages))}
      </ul>`
    }
  </li>`
}

function renderContents(headings: readonly Heading[]): Markup | false {
  const deep = headings.filter(({ depth, tab }) => depth <= 3 && !tab)
  const visibleHeadings = deep.length <= 16 ? deep : headings.filter(({ depth }) => depth === 2)
  if (visibleHeadings.length < 2) return false
  return html`<nav class="contents" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${visibleHeadings.map(({ id, text, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`
}

function renderNeighbours(page: Page, pages: readonly Page[]): Markup | false {
  const order = sections.flatMap((section) => pages.filter((each) => each.section === section))
  const index = order.indexOf(page)
  if (index < 0 || page.path === 'index') return false
  const [before, after] = [order[index - 1], order[index + 1]]
  const renderLink = (to: Page | undefined, rel: string): Markup =>
    to
      ? html`<a rel="${rel}" href="${getRoot(page.path)}${to.path}.html"
          ><small>${rel === 'next' ? 'Next' : 'Previous'}</small>${to.title}</a
        >`
      : html`<span></span>`
  return html`<div class="neighbours">${renderLink(before, 'prev')}${renderLink(after, 'next')}</div>`
}
