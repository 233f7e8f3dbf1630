import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { operationsOf } from '../../redocly/document.ts'
import { page, pagePolicy } from '../page.ts'
import { documentWith, plain } from './views.ts'

const html = page(plain)

test('all 17 operations are listed, each once, with method, path and summary', () => {
  const lines = operationsOf(plain).map(
    ({ method, path, operation }) => `<code>${method.toUpperCase()} ${path}</code><br>${operation.summary}`,
  )
  expect(lines).toHaveLength(17)
  expect(lines.map((line) => html.split(line).length - 1)).toEqual(lines.map(() => 1))
})

test('operations stand under the heading of their tag', () => {
  const section = html.split('<section>').find((part) => part.includes('<h2>Withdrawals</h2>'))
  expect(section?.match(/<code>.*<\/code>/g)).toEqual([
    '<code>GET /api/v2/billing/withdrawList</code>',
    '<code>POST /api/v1/withdraw/consume</code>',
    '<code>POST /api/v1/withdraw/cancel</code>',
  ])
})

test('both views are linked', () => {
  expect(html.match(/href="\/[^"]*"/g)).toEqual(['href="/plain.json"', 'href="/wire.json"'])
})

test('no address of another site is in the page', () => {
  expect(html).not.toMatch(/https?:|src=|url\(|@import/)
})

test('no script is in the page', () => {
  expect(html).not.toMatch(/<script|javascript:|\son\w+=/i)
})

test('the policy allows the style that the page has, and no other source', () => {
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(pagePolicy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; img-src data:`)
})

test('dark colours follow the preference of the reader', () => {
  expect(html).toContain('color-scheme: light dark')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
})

test('the page says what is not there yet', () => {
  expect(html).toContain('The docs site is not there yet.')
})

test.each([
  ['summary', documentWith({ summary: '<b>&"' })],
  ['tag', documentWith({ tags: ['<b>&"'] })],
  ['path', documentWith({}, '/<b>&"')],
])('markup in a %s is shown, not obeyed', (_where, document) => {
  expect(page(document)).toContain('&lt;b&gt;&amp;&quot;')
  expect(page(document)).not.toContain('<b>')
})

test('an operation without a tag is not lost', () => {
  expect(page(documentWith({ tags: [] }))).toContain('<h2>Others</h2>')
})
