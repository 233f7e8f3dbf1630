import { hasBrowser, executablePath, launched, served, watched } from '../../../docs/browser.ts'
import { wholeSite } from '../../../docs/build.ts'
import type { Figure } from '../../figure.ts'
import { medianOf } from '../../measure.ts'

const readers = 7
const pages = {
  home: ['index.html', 'h1'],
  guide: ['guides/getting-started.html', 'h1'],
  envelope: ['envelope.html', 'h1'],
  reference: ['reference.html', '#redoc h1'],
} as const

/** Measures the time to readable content, with a browser that has seen nothing, and counts what leaves the machine. */
export async function* readings(): AsyncGenerator<Figure> {
  if (!hasBrowser) throw new Error(`There is no Chromium at ${executablePath}: name one in CHROMIUM.`)
  await using site = await served(await wholeSite())
  const browser = await launched()
  let outside = 0
  try {
    for (const [name, [path, title]] of Object.entries(pages)) {
      const value = await medianOf(readers, async () => {
        const reader = await watched(browser, site.url)
        const start = performance.now()
        await reader.page.goto(site.url + path, { waitUntil: 'commit' })
        await reader.page.locator(title).first().waitFor()
        const milliseconds = performance.now() - start
        await reader.page.waitForLoadState('load')
        outside += reader.outside.length
        await reader.page.context().close()
        return milliseconds
      })
      yield { name: `docs.readable.${name}`, value, unit: 'ms' }
    }
  } finally {
    await browser.close()
  }
  yield { name: 'docs.outside', value: outside, unit: 'requests', goal: { op: '<=', value: 0 } }
}
