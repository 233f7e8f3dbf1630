import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, expect, test } from 'vitest'

import type { Page } from '../../docs/page.ts'
import { renderPage } from '../../docs/render/layout.ts'
import { usualControl, defaultAddresses, usualSandbox, usualSite } from '../../docs/samples/locations.ts'
import { type Site, convertLinks, moveSite, readSite } from '../site.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-'))
afterAll(() => rmSync(folder, { recursive: true }))

const getFolder = (name: string): URL => pathToFileURL(join(folder, name, '/'))

test('a built site is served by the names of its files, and its first page at the root', () => {
  mkdirSync(join(folder, 'built', 'calls'), { recursive: true })
  for (const name of ['index.html', 'calls/getAccount.html']) writeFileSync(join(folder, 'built', name), name)
  expect([...readSite(getFolder('built')).keys()].toSorted()).toEqual(['/', '/calls/getAccount.html', '/index.html'])
})

test.each(['missing', 'empty'])('a site that is %s is rejected with what to do', (name) => {
  mkdirSync(join(folder, 'empty'), { recursive: true })
  expect(() => readSite(getFolder(name))).toThrow('The docs are not built. Run `npm start`')
})

const usual = { site: usualSite, ...defaultAddresses, sandbox: usualSandbox, control: usualControl }
// Each address is the usual one of another server: what was moved once is not moved again.
const others = {
  site: usual.plain,
  plain: usual.wire,
  wire: 'http://[::1]:4021',
  sandbox: usual.control,
  control: usual.site,
}

const createSite = (text: string): Site => new Map([['/a.html', Buffer.from(text)]])
const getText = (site: Site): string => Buffer.from(site.get('/a.html') ?? []).toString()

test('every address of the site is the one that is served', () => {
  const text = `${usual.site}/a ${usual.plain} '${usual.wire}' ${usual.site} ${usual.sandbox} ${usual.control}`
  expect(getText(moveSite(createSite(text), others))).toBe(
    `${others.site}/a ${others.plain} '${others.wire}' ${others.site} ${others.sandbox} ${others.control}`,
  )
})

test.each(['http://localhost:4000/', `${usual.site}0`, 'http://127.0.0.1:3999', '4000', 'Größe: 余额 🙂'])(
  'the text %s stays as it is',
  (text) => {
    expect(getText(moveSite(createSite(text), others))).toBe(text)
  },
)

test('the bytes of a file without an address stay as they are', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  expect(moveSite(new Map([['/mark.png', bytes]]), others).get('/mark.png')).toEqual(Buffer.from(bytes))
})

const createPagePolicy = (page: Page): string =>
  String(/content-security-policy" content="([^"]*)"/.exec(renderPage(page, []))?.[1])
const page = { path: 'a', title: 'A', summary: 'A page.', section: 'More', markdown: '# A\n' } as const

test('a page with a form may call the plain mock and the plain view of the sandbox, and nothing else', () => {
  const policy = createPagePolicy({ ...page, isLive: true })
  expect(policy).toContain('connect-src &#39;none&#39;')
  const served = getText(moveSite(createSite(`<meta content="${policy}" />`), others))
  expect(served).toContain(`; connect-src ${others.plain} ${others.sandbox}"`)
})

test('a page without a form may call nothing', () => {
  const text = `<meta content="${createPagePolicy(page)}" />`
  expect(getText(moveSite(createSite(text), others))).toBe(text)
  expect(text).not.toContain('connect-src')
})

test('links of a page for any address begin at the root, and others stay', () => {
  const text = '<a href="a.html"><script src="b.js"></script><a href="#c"><a href="https://d.example/"><a data-root="">'
  expect(Buffer.from(convertLinks(Buffer.from(text))).toString()).toBe(
    '<a href="/a.html"><script src="/b.js"></script><a href="#c"><a href="https://d.example/"><a data-root="/">',
  )
})
