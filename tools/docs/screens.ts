// Pictures of every page on every screen and on paper, for people to look at: node tools/docs/screens.ts [page...]
import { mkdirSync } from 'node:fs'

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { launched, served } from './browser.ts'
import { wholeSite } from './site.ts'

const folder = new URL('reports/screens/', import.meta.url)
const widths = [390, 1024, 1440] as const
const schemes = ['light', 'dark'] as const

interface Shot {
  readonly name: string
  readonly options: BrowserContextOptions
  readonly media?: 'print'
}

const shots: readonly Shot[] = [
  ...widths.flatMap((width) =>
    schemes.map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      options: {
        viewport: { width, height: 900 },
        colorScheme,
        ...(width === 390 && { hasTouch: true, isMobile: true }),
      },
    })),
  ),
  // A sheet of A4 is this wide between its margins. Its reader has dark colours on the screen.
  { name: 'print', options: { viewport: { width: 720, height: 1020 }, colorScheme: 'dark' }, media: 'print' },
]

async function taken(
  browser: Browser,
  url: string,
  path: string,
  { name, options, media }: Shot,
): Promise<void> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(url + path)
  const isReference = await page.evaluate<boolean>(`document.body.classList.contains('reference')`)
  if (isReference) await drawn(page)
  if (media) await page.emulateMedia({ media })
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
  const file = new URL(`${path.replace('.html', '').replaceAll('/', '-')}-${name}.png`, folder)
  // All of Redoc is longer than a picture can be.
  await page.screenshot({ path: file.pathname, fullPage: !isReference })
  await context.close()
}

async function drawn(page: Page): Promise<void> {
  await page.waitForSelector('#redoc h1, #redoc h2', { state: 'attached' })
  await page.evaluate(`new Promise((done) => requestIdleCallback(done))`)
}

const files = await wholeSite()
const wanted = process.argv.slice(2)
const paths = [...files.keys()].filter(
  (name) => name.endsWith('.html') && (wanted.length === 0 || wanted.includes(name.replace('.html', ''))),
)
mkdirSync(folder, { recursive: true })
const [browser, site] = await Promise.all([launched(), served(files)])
for (const path of paths) for (const shot of shots) await taken(browser, site.url, path, shot)
await browser.close()
await site[Symbol.asyncDispose]()
console.log(`Wrote ${paths.length * shots.length} pictures to tools/docs/reports/screens.`)
