// Takes the pictures of the console that the docs show, in both themes: `node tools/pictures/docs.ts`, after a build.
import { mkdirSync, writeFileSync } from 'node:fs'

import type { Page } from 'playwright-core'

import { callControl, signIn, withServices } from './services.ts'

/** Paths of the console by the name of their picture. */
const pages = {
  overview: '/console/',
  deposit: '/console/records/deposit/42',
  request: '/console/requests/1',
} as const

const folder = new URL('../docs/pictures/', import.meta.url)
const viewport = { width: 1280, height: 800 }

/** Takes a picture as WebP, which Playwright does not offer. */
async function takePicture(page: Page, file: URL): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  writeFileSync(file, Buffer.from(data, 'base64'))
}

await withServices(async (browser, { sandbox }) => {
  mkdirSync(folder, { recursive: true })
  for (const name of ['busy-merchant', 'kyt-hold', 'reorg']) await callControl(sandbox, 'scenarios/run', { name })
  await fetch(`${sandbox.plain}/api/v2/user/info?email=unknown@shop.example`, { headers: { 'app-id': 'demo-modern' } })
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport, colorScheme })
    const page = await context.newPage()
    await signIn(page, sandbox)
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(sandbox.control.url + path)
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      await takePicture(page, new URL(`${name}-${colorScheme}.webp`, folder))
    }
    await context.close()
  }
})
