import { createHash } from 'node:crypto'

import type { Catalogue, ListedExample, ListedOperation } from './catalogue.ts'

const style = `
:root { color-scheme: light dark }
body { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif }
h2 { margin: 2rem 0 .25rem; font-size: 1.1rem; overflow-wrap: anywhere }
p, dd { margin: 0 0 .5rem }
pre { margin: 0 0 1rem; padding: .5rem; border: 1px solid #8886; white-space: pre-wrap; overflow-wrap: anywhere }
`

/** Allows only the page's own style and an empty icon. */
export const pagePolicy: string = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:`

/** The list of calls as a page without scripts or external resources. */
export const page = ({ operations, prefer }: Catalogue): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calls of the mock</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<h1>Calls of the mock</h1>
<p>${operations.length} calls. Programs get this list as JSON. The header <code>Prefer</code> of a request chooses its answer:</p>
<dl>${Object.entries(prefer).map(preferred).join('\n')}</dl>
${operations.map(section).join('\n')}
</html>
`

const preferred = ([name, what]: readonly [string, string]): string =>
  `<dt><code>Prefer: ${safe(name)}</code></dt><dd>${safe(what)}</dd>`

const section = ({ id, method, path, summary, examples }: ListedOperation): string =>
  `<section id="${safe(id)}"><h2>${safe(summary)} <code>${method} ${safe(path)}</code></h2>
<p>Operation <code>${safe(id)}</code></p>
${examples.map(shown).join('\n')}</section>`

const shown = ({ name, summary, curl }: ListedExample): string =>
  `<p><b>${safe(name)}</b> ${safe(summary)}</p><pre>${safe(curl)}</pre>`

// Escapes every character that could end a text or an attribute.
const safe = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
