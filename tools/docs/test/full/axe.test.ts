// The rules of accessibility that a program can check, on every page and in both themes.
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hasBrowser, launched, patience, served } from '../../browser.ts'
import { allowing } from '../../render/policy.ts'
import { files } from '../site.ts'

// Redoc makes this markup, and has no option to change it: heads of tables without a text, code that the keyboard cannot
// scroll, and parts outside of landmarks.
const redocs = new Set(['empty-table-header', 'region', 'scrollable-region-focusable'])
const isRedocs = (path: string, rule: string): boolean =>
  /^(?:reference|wire)\./.test(path) && redocs.has(rule)

interface Finding {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

async function findingsOn(page: Page): Promise<readonly Finding[]> {
  await page.evaluate(axe.source)
  return page.evaluate<readonly Finding[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  )
}

// With an address that it may call, each form is there.
const shown = new Map(
  [...files].map(([name, text]) => [
    name,
    name.endsWith('.html') ? allowing(text, ['http://127.0.0.1:1']) : text,
  ]),
)
const paths = [...files.keys()].filter((name) => name.endsWith('.html'))

describe.runIf(hasBrowser)('axe', () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof served>>
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launched(), served(shown)])
  })
  afterAll(async () => {
    await browser.close()
    await site[Symbol.asyncDispose]()
  })

  async function opened(path: string, colorScheme: 'light' | 'dark'): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme })
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    await page.goto(site.url + path)
    if (/^(?:reference|wire)\./.test(path)) await page.waitForSelector('#redoc h1, #redoc h2')
    return page
  }

  test.each(paths)('finds nothing on %s, by day and by night', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await opened(path, colorScheme)
      const found = (await findingsOn(page)).filter(({ id }) => !isRedocs(path, id))
      expect({ colorScheme, found }).toEqual({ colorScheme, found: [] })
      await page.context().close()
    }
  })

  test('finds a button without a name', async () => {
    const page = await opened('limits.html', 'light')
    await page.evaluate(`document.querySelector('article').append(document.createElement('button'))`)
    expect((await findingsOn(page)).map(({ id }) => id)).toEqual(['button-name'])
  })
})
