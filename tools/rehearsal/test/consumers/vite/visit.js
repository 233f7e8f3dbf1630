// Serves the build of Vite from its own origin, and prints what the pages show in Chromium.
import { chromium } from 'playwright-core'
import { preview } from 'vite'

const server = await preview({ preview: { host: '127.0.0.1', port: 0 }, logLevel: 'error' })
const [origin] = server.resolvedUrls.local
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(600_000)
  page.on('console', (message) => console.log(`console: ${message.text()}`))
  page.on('pageerror', (error) => console.log(`page: ${error.message}`))
  const shown = async (file, ids) => {
    await page.goto(`${origin}${file}?mock=${encodeURIComponent(process.env.MOCK_URL)}`)
    await page.waitForSelector('[data-ready]')
    for (const id of ids) console.log(`${id}: ${await page.textContent(`#${id}`)}`)
  }
  await shown('index.html', ['balance', 'failure'])
  await shown('sealed.html', ['failure'])
} finally {
  await browser.close()
  await server.close()
}
