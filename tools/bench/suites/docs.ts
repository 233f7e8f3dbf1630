// Cost of building and opening the docs site.
import { gzipSync } from 'node:zlib'

import { launchBrowser, serveSite, openWatchedPage } from '../../docs/browser.ts'
import { findRequestedFiles } from '../../docs/output/texts.ts'
import type { Files } from '../../docs/page.ts'
import { createSite } from '../../docs/site.ts'
import { type Figure, type Goal, type Suite, atMost, lessThan, createFigure } from '../figure.ts'
import { measureMedian, runNode, measureSeconds } from '../measure.ts'
import { measureReadingEase } from './docs/reading.ts'

export const docs: Suite = {
  measures: {
    'docs.weight.home': 'bytes of the first page with all that it loads',
    'docs.weight.<page>': 'bytes of a page alone; for pages of one kind, of the largest',
    'docs.weight.redoc': "bytes of Redoc's script",
    'docs.search': 'bytes of the search index with its engine, gzipped',
    'docs.reading.<page>': 'Flesch reading ease of the prose of a guide or a page of docs/',
    'docs.build': 'time of the program that builds the site',
    'docs.readable.<page>': 'time until Chromium shows the title of a page, from loopback, with an empty cache',
    'docs.outside': 'requests to other hosts while these pages are read',
  },
  figures: async function* () {
    const files = await createSite()
    yield* measureWeights(files)
    yield* measureReadingEase()
    const measureBuild = () => measureSeconds(() => runNode('tools/docs/main.ts'))
    yield createFigure('docs.build', await measureMedian(3, measureBuild), 's', lessThan(3))
    yield* measureReadings(files)
  },
}

function* measureWeights(files: Files): Generator<Figure> {
  const countBytes = (name: string): number => Buffer.byteLength(files.get(name) ?? '')
  const home = findRequestedFiles(files, 'index.html').reduce(
    (sum, name) => sum + countBytes(name),
    countBytes('index.html'),
  )
  yield createFigure('docs.weight.home', home, 'B', lessThan(60_000))
  for (const [kind, names] of Map.groupBy(files.keys(), getPageKind))
    if (kind) yield createFigure(`docs.weight.${kind}`, Math.max(...names.map(countBytes)), 'B')
  yield createFigure('docs.weight.redoc', countBytes('assets/redoc.js'), 'B')
  const index = gzipSync(files.get('assets/search-index.js') ?? '', { level: 9 })
  yield createFigure('docs.search', index.length, 'B', lessThan(64 * 1024))
}

const getPageKind = (name: string): string | undefined =>
  /^(guides|calls)\/.*\.html$|^(.+)\.html$/.exec(name)?.filter(Boolean)[1]

interface Reading {
  readonly path: string
  readonly title: string
  readonly goal?: Goal
}

const pages: Readonly<Record<string, Reading>> = {
  home: { path: 'index.html', title: 'h1' },
  guide: { path: 'guides/getting-started.html', title: 'h1' },
  'first-hour': { path: 'first-hour.html', title: 'h1', goal: lessThan(300) },
  envelope: { path: 'envelope.html', title: 'h1' },
  reference: { path: 'reference.html', title: '#redoc h1' },
}

async function* measureReadings(files: Files): AsyncGenerator<Figure> {
  await using site = await serveSite(files)
  const browser = await launchBrowser()
  let outside = 0
  try {
    for (const [name, { path, title, goal }] of Object.entries(pages)) {
      const value = await measureMedian(7, async () => {
        const reader = await openWatchedPage(browser, site.url)
        const start = performance.now()
        await reader.page.goto(site.url + path, { waitUntil: 'commit' })
        await reader.page.locator(title).first().waitFor()
        const milliseconds = performance.now() - start
        await reader.page.waitForLoadState('load')
        outside += reader.outside.length
        await reader.page.context().close()
        return milliseconds
      })
      yield createFigure(`docs.readable.${name}`, value, 'ms', goal)
    }
  } finally {
    await browser.close()
  }
  yield createFigure('docs.outside', outside, 'requests', atMost(0))
}
