// Takes pictures of all pages for a review: `node tools/pictures/main.ts FOLDER`, after `npm start` or a build.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'

import type { RunningServices } from '../serve/banner.ts'
import { serveGallery } from './gallery.ts'
import { callControl, signIn, withServices } from './services.ts'

const scenarios = ['busy-merchant', 'kyt-hold', 'reorg', 'staking-cycle', 'bad-day', 'address-pool-low']
const docsPages = ['index', 'first-hour', 'calls', 'sandbox', 'states', 'packages/client', 'reference']

const views = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    colorScheme,
    viewport: { width, height: width === 390 ? 844 : 900 },
  })),
)

const formatName = (path: string): string => path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '')

const listLinks = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate(
    `[...new Set([...document.querySelectorAll(${JSON.stringify(selector)})].map(({ href }) => href.replace(/[?#].*/, '')))]`,
  )

/** Pages of the navigation, and the first record of each list. */
async function listConsolePages(page: Page): Promise<readonly string[]> {
  const pages = [...(await listLinks(page, 'nav a[href^="/console"]'))]
  const records: string[] = []
  for (const url of pages) {
    await page.goto(url)
    records.push(...(await listLinks(page, 'tbody tr:first-child a[href^="/console"]')).slice(0, 1))
  }
  return [...new Set([...pages, ...records])]
}

async function takePictures(browser: Browser, addresses: RunningServices, gallery: string, folder: string) {
  const { sandbox, docs, mock } = addresses
  for (const view of views) {
    const context = await browser.newContext(view)
    const page = await context.newPage()
    await signIn(page, sandbox)
    const pages: readonly (readonly [area: string, url: string])[] = [
      ['gallery', gallery],
      ['mock', `${mock.plain}/_mock`],
      ...docsPages.map((name) => ['docs', `${docs}/${name}.html`] as const),
      ...(await listConsolePages(page)).map((url) => ['console', url] as const),
    ]
    for (const [area, url] of pages) {
      await page.goto(url)
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      const { pathname } = new URL(url)
      const name = [area, formatName(pathname.replace(/^\/console/, '')), view.viewport.width, view.colorScheme]
      await page.screenshot({ path: join(folder, `${name.filter(Boolean).join('-')}.png`), fullPage: true })
    }
    console.log(`${pages.length} pages, ${view.viewport.width} px, ${view.colorScheme}`)
    await context.close()
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name a folder: node tools/pictures/main.ts FOLDER')
mkdirSync(folder, { recursive: true })

const gallery = await serveGallery()
try {
  await withServices(async (browser, addresses) => {
    for (const name of scenarios) await callControl(addresses.sandbox, 'scenarios/run', { name })
    await takePictures(browser, addresses, gallery.url, folder)
  })
} finally {
  await gallery.close()
}
