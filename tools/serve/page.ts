import { createHash } from 'node:crypto'

import { type Document, operationsOf } from '../redocly/document.ts'

type Placed = ReturnType<typeof operationsOf>[number]

const style = `
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #57606a; --ground: #fff; --line: #d0d7de; --link: #0550ae }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --quiet: #9aa4af; --ground: #0d1117; --line: #30363d; --link: #79c0ff }
}
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; color: var(--text); background: var(--ground);
  font: 1rem/1.5 system-ui, sans-serif }
h1 { margin: 0 }
h2 { margin: 2rem 0 0; border-bottom: 1px solid var(--line); font-size: 1.1rem }
ul { margin: 0; padding: 0; list-style: none }
li { padding: .5rem 0 }
code { overflow-wrap: anywhere }
a { color: var(--link) }
.quiet { color: var(--quiet) }
`

/** Lets the page use its own style and an empty icon, and nothing else. */
export const pagePolicy: string = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
].join('; ')

/** Lists every operation of the plain view by its tag. It asks for nothing from elsewhere and runs no script. */
export function page(plain: Document): string {
  const { title, version } = plain.info
  const operations = operationsOf(plain)
  const tags = [...new Set(operations.map(tagOf))]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<p>Contract ${escaped(version)} with ${operations.length} operations. It has two views:</p>
<ul>
<li><a href="/plain.json">plain.json</a> <span class="quiet">for people and types: every call opened</span></li>
<li><a href="/wire.json">wire.json</a> <span class="quiet">what HTTP carries: every call sealed</span></li>
</ul>
<p class="quiet">The terminal says where the mocks are. The docs site is not there yet.</p>
</header>
<main>
${tags.map((tag) => section(tag, operations)).join('\n')}
</main>
</body>
</html>
`
}

function section(tag: string, operations: readonly Placed[]): string {
  const items = operations.filter((placed) => tagOf(placed) === tag).map(item)
  return `<section>\n<h2>${escaped(tag)}</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</section>`
}

const item = ({ method, path, operation }: Placed): string =>
  `<li><code>${method.toUpperCase()} ${escaped(path)}</code><br>${escaped(operation.summary)}</li>`

const tagOf = ({ operation }: Placed): string => operation.tags[0] ?? 'Others'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
