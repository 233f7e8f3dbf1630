import { expect, test } from 'vitest'

import { createMock } from '../src/index.ts'
import { ask, ids, mockOperations, origin } from './support.ts'

const html = { headers: { accept: 'text/html,*/*;q=0.8' } }
const { headers, text } = await ask('/_mock', html)

interface ListedOperation {
  readonly examples: readonly { readonly request: RequestInit & { readonly path: string } }[]
}

const signs: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&', '#39': "'" }
const unescape = (escaped: string): string =>
  escaped.replaceAll(/&([#\w]+);/g, (_all, name: string) => signs[name] ?? '')

/** Lists the unescaped texts that a pattern finds. */
const findTexts = (pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => unescape(found))

test('the page allows no inline code and no other origins', () => {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(text).not.toMatch(/<style|<script>| style=| on\w+=/)
  // Without an icon, a browser asks for one and logs the 404.
  expect(text).toContain('<link rel="icon" href="data:,"/>')
})

test.each([
  ['page.css', 'text/css; charset=utf-8', /--d-ground[^]*\.ui-card[^]*\.case/],
  ['page.js', 'text/javascript; charset=utf-8', /data-request/],
  ['pages.js', 'text/javascript; charset=utf-8', /data-copy/],
  ['inter.woff2', 'font/woff2', /^wOF2/],
])('the page loads %s', async (name, type, part) => {
  const file = await ask(`/_mock/${name}`)
  expect([file.headers.get('content-type'), file.headers.get('x-content-type-options')]).toEqual([type, 'nosniff'])
  expect(file.text).toMatch(part)
})

test('each link of the navigation leads to a section, and each call has one', () => {
  const links = findTexts(/<li><a href="#([\w-]+)"/g)
  expect(links.toSorted()).toEqual(['prefer', ...ids].toSorted())
  const sections = findTexts(/<section class="ui-card" id="([\w-]+)">/g)
  expect(sections).toEqual(links)
})

test('calls with the same tag follow each other', () => {
  const labels = findTexts(/<p class="ui-nav-label"[^>]*>([^<]+)/g)
  const tags = mockOperations.map(({ tag }) => tag)
  expect(labels).toEqual([...new Set(tags)].filter((tag) => tags.indexOf(tag) !== tags.lastIndexOf(tag)))
})

test('the cases of a call are tabs with names in words, failures last', () => {
  const [, section = ''] = /<section class="ui-card" id="getAccount">([^]+?)<\/section>/.exec(text) ?? []
  const tabs = [...section.matchAll(/<summary class="ui-tab( stop)?">(?:<svg.*?<\/svg>)?(\w+)/g)]
  expect(tabs.map(([, tone, title]) => [title, tone])).toEqual([
    ['Success', undefined],
    ['Empty', undefined],
    ['Failure', ' stop'],
  ])
})

test('each case shows its documented response from the start', () => {
  const shown = findTexts(/aria-label="Response: [^"]+"><code>([^<]+)/g)
  const documented = mockOperations.flatMap(({ responses }) => responses.map(({ value }) => JSON.stringify(value)))
  expect(shown.map((code) => JSON.stringify(JSON.parse(code))).toSorted()).toEqual(documented.toSorted())
})

test('each case has a button that requests its response', async () => {
  const { operations }: { readonly operations: readonly ListedOperation[] } = JSON.parse((await ask('/_mock')).text)
  const requests = operations.flatMap(({ examples }) => examples.map(({ request }) => JSON.stringify(request)))
  expect(findTexts(/data-request="([^"]+)"/g).toSorted()).toEqual(requests.toSorted())
  const found = operations.flatMap(({ examples }) =>
    examples.map(async ({ request: { path, ...init } }) => JSON.parse((await ask(path, init)).text)),
  )
  const documented = mockOperations.flatMap(({ responses }) => responses.map(({ value }) => value))
  expect(await Promise.all(found)).toEqual(documented)
})

test('curl commands have a line for each part, and indented JSON', () => {
  const commands = findTexts(/aria-label="curl: [^"]+"><code>([^<]+)/g)
  expect(commands).toContain(
    `curl --json '{\n  "symbol": "BTC"\n}' \\\n  -H 'Prefer: example=empty' \\\n  '${origin}/api/v1/withdraw/consume'`,
  )
})

test('a call of another description keeps its path as a name, and needs no examples', async () => {
  const description = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Other', version: '1' },
    paths: { '/a/{b}': { get: { responses: { 200: { description: 'OK' } } } } },
  })
  const response = await createMock({ description }).fetch(new Request(`${origin}/_mock`, html))
  const page = await response.text()
  expect(page).toContain('<li><a href="#GET-a-b-">GET /a/{b}</a></li>')
  expect(page).toMatch(/<section class="ui-card" id="GET-a-b-">.*The description has no example of a response\./)
})
