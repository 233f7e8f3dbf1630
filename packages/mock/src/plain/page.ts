import { readFile } from 'node:fs/promises'

import { tokenStyle } from '@custody-wallet/pages/tokens'

import type { Catalogue, ListedExample, ListedOperation } from './catalogue.ts'

export const pagePath = '/_mock'

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

/** Files that the page loads, by their extension. */
export type AssetKind = keyof typeof types

export const getAssetPath = (kind: AssetKind): string => `${pagePath}/page.${kind}`

export async function serveAsset(kind: AssetKind): Promise<Response> {
  const text = await readFile(new URL(`../../assets/page.${kind}`, import.meta.url), 'utf8')
  return new Response(kind === 'css' ? tokenStyle + text : text, { headers: buildHeaders(types[kind]) })
}

/** Allows only files of this origin, and an empty icon. */
const policy = [
  "default-src 'none'",
  ...['script', 'style', 'connect'].map((kind) => `${kind}-src 'self'`),
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const buildHeaders = (type: string): Readonly<Record<string, string>> => ({
  'content-type': type,
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
})

export const servePage = (catalogue: Catalogue): Response =>
  new Response(renderPage(catalogue), { headers: buildHeaders('text/html; charset=utf-8') })

const renderPage = ({ operations, prefer }: Catalogue): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calls of the mock</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${getAssetPath('css')}">
<script type="module" src="${getAssetPath('js')}"></script>
<h1>Calls of the mock</h1>
<p>${operations.length} calls. Press Run to see the response. Programs get this list as JSON.</p>
<div class="columns">
<nav aria-label="Calls">
${renderIndex(operations)}
</nav>
<main>
<section id="prefer"><h2>Choose a response</h2>
<p>Set the request header <code>Prefer</code> to choose the response:</p>
<dl>${Object.entries(prefer).map(renderPreference).join('\n')}</dl></section>
${operations.map(renderOperation).join('\n')}
</main>
</div>
</html>
`

function renderIndex(operations: readonly ListedOperation[]): string {
  const tags = new Set(operations.map(({ tag }) => tag))
  const lists = [...tags].map((tag) => {
    const links = operations.filter((operation) => operation.tag === tag).map(renderLink)
    return `<p>${escapeHtml(tag)}</p><ul>${links.join('')}</ul>`
  })
  return ['<ul><li><a href="#prefer">Choose a response</a></li></ul>', ...lists].join('\n')
}

const renderLink = ({ id }: ListedOperation): string => `<li><a href="#${escapeHtml(id)}">${escapeHtml(id)}</a></li>`

const renderPreference = ([name, what]: readonly [string, string]): string =>
  `<dt><code>Prefer: ${escapeHtml(name)}</code></dt><dd>${escapeHtml(what)}</dd>`

const renderOperation = ({ id, method, path, summary, examples }: ListedOperation): string =>
  `<section id="${escapeHtml(id)}"><h2>${escapeHtml(summary)}</h2>
<p class="quiet"><code>${escapeHtml(id)}</code> <code>${method} ${escapeHtml(path)}</code></p>
${examples.map((example) => renderExample(id, example)).join('\n')}</section>`

const renderExample = (id: string, { name, summary, request, curl }: ListedExample): string =>
  `<div><h3>${escapeHtml(name)}: ${escapeHtml(summary)}</h3><pre>${escapeHtml(curl)}</pre>
<button type="button" hidden data-request="${escapeHtml(JSON.stringify(request))}" aria-label="Run ${escapeHtml(`${id}, ${name}`)}">Run</button>
<output></output></div>`

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
