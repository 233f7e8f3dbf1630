// What the docs site costs those who build it and those who open it.
import { executablePath, hasBrowser, launched, served, watched } from '../../docs/browser.ts'
import { askedBy } from '../../docs/output/texts.ts'
import { type Files, wholeSite } from '../../docs/site.ts'
import { type Figure, type Suite, atMost, below, figure } from '../figure.ts'
import { medianOf } from '../measure.ts'

export const docs: Suite = {
  measures: {
    'docs.weight.home': 'bytes of the first page with all that it loads',
    'docs.weight.<page>': 'bytes of a page alone; for pages of one kind, of the largest',
    'docs.weight.redoc': "bytes of Redoc's script",
    'docs.readable.<page>':
      'time until Chromium shows the title of a page, from loopback, with an empty cache',
    'docs.outside': 'requests to other hosts while these pages are read',
  },
  figures: async function* () {
    const files = await wholeSite()
    yield* weights(files)
    yield* readings(files)
  },
}

function* weights(files: Files): Generator<Figure> {
  const bytes = (name: string): number => Buffer.byteLength(files.get(name) ?? '')
  const home = askedBy(files, 'index.html').reduce((sum, name) => sum + bytes(name), bytes('index.html'))
  yield figure('docs.weight.home', home, 'B', below(100_000))
  const largest = new Map<string, number>()
  for (const name of files.keys()) {
    const [, kind] = /^(guides|calls)\/.*\.html$|^(.+)\.html$/.exec(name)?.filter(Boolean) ?? []
    if (kind) largest.set(kind, Math.max(largest.get(kind) ?? 0, bytes(name)))
  }
  for (const [kind, value] of largest) yield figure(`docs.weight.${kind}`, value, 'B')
  yield figure('docs.weight.redoc', bytes('assets/redoc.js'), 'B')
}

const pages = {
  home: ['index.html', 'h1'],
  guide: ['guides/getting-started.html', 'h1'],
  envelope: ['envelope.html', 'h1'],
  reference: ['reference.html', '#redoc h1'],
} as const

async function* readings(files: Files): AsyncGenerator<Figure> {
  if (!hasBrowser)
    throw new Error(`Chromium is missing at ${executablePath}: install it, or set CHROMIUM to its path.`)
  await using site = await served(files)
  const browser = await launched()
  let outside = 0
  try {
    for (const [name, [path, title]] of Object.entries(pages)) {
      const value = await medianOf(7, async () => {
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
      yield figure(`docs.readable.${name}`, value, 'ms')
    }
  } finally {
    await browser.close()
  }
  yield figure('docs.outside', outside, 'requests', atMost(0))
}
