import type { Files } from '../page.ts'

/** Finds dead links in pages and their Markdown. */
export function findDeadLinks(files: Files): readonly string[] {
  const ids = new Map(
    [...files].filter(([file]) => file.endsWith('.html')).map(([file, text]) => [file, listIds(text, file, files)]),
  )
  return [...files].flatMap(([file, text]) =>
    listLinks(file, text)
      .filter((link) => !isLive(link, file))
      .map((link) => `${file} links to ${link}, which is not there.`),
  )

  function isLive(link: string, from: string): boolean {
    const { pathname, hash } = new URL(link, `http://site/${from}`)
    const path = pathname.slice(1) || 'index.html'
    if (!files.has(path)) return false
    return hash === '' || (ids.get(path.replace(/\.md$/, '.html'))?.has(decodeURIComponent(hash.slice(1))) ?? false)
  }
}

const patterns: Readonly<Record<string, RegExp>> = {
  html: /\s(?:href|src|data-json|data-yaml)="([^"]*)"/g,
  md: /\]\(([^)\s]+)\)/g,
  txt: /\]\(([^)\s]+)\)/g,
}

// Skips code and links to other sites.
function listLinks(file: string, text: string): readonly string[] {
  const pattern = patterns[file.split('.').at(-1) ?? '']
  if (!pattern) return []
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
  const found = [...prose.matchAll(pattern)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  return found.filter((link) => !/^(?:https?|mailto|data):/.test(link))
}

// Redoc creates its anchors at run time, one for each operation.
function listIds(text: string, file: string, files: Files): ReadonlySet<string> {
  const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)
  const view = { 'reference.html': 'plain', 'wire.html': 'wire' }[file]
  const description = view ? (files.get(`openapi/${view}.json`) ?? '') : ''
  const operations = [...description.matchAll(/"operationId": "(\w+)"/g)].map(([, id = '']) => `operation/${id}`)
  return new Set([...ids, ...operations])
}
