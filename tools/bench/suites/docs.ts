// What the docs site costs those who build it and those who open it.
import { gzipSync } from 'node:zlib'

import { launched, served, watched } from '../../docs/browser.ts'
import { askedBy } from '../../docs/output/texts.ts'
import { type Files, wholeSite } from '../../docs/site.ts'
import { type Figure, type Goal, type Suite, atMost, below, figure } from '../figure.ts'
import { medianOf, runNode, secondsOf } from '../measure.ts'

export const docs: Suite = {
  measures: {
    'docs.weight.home': 'bytes of the first page with all that it loads',
    'docs.weight.<page>': 'bytes of a page alone; for pages of one kind, of the largest',
    'docs.weight.redoc': "bytes of Redoc's script",
    'docs.search': 'bytes of the search index with its library, gzipped',
    'docs.build': 'time of the program that builds the site',
    'docs.readable.<page>':
      'time until Chromium shows the title of a page, from loopback, with an empty cache',
    'docs.outside': 'requests to other hosts while these pages are read',
  },
  figures: async function* () {
    const files = await wholeSite()
    yield* weights(files)
    const build = () => secondsOf(() => runNode('tools/docs/main.ts'))
    yield figure('docs.build', await medianOf(3, build), 's', below(3))
    yield* readings(files)
  },
}

function* weights(files: Files): Generator<Figure> {
  const bytes = (name: string): number => Buffer.byteLength(files.get(name) ?? '')
  const home = askedBy(files, 'index.html').reduce((sum, name) => sum + bytes(name), bytes('index.html'))
  yield figure('docs.weight.home', home, 'B', below(60_000))
  for (const [kind, names] of Map.groupBy(files.keys(), kindOf))
    if (kind) yield figure(`docs.weight.${kind}`, Math.max(...names.map(bytes)), 'B')
  yield figure('docs.weight.redoc', bytes('assets/redoc.js'), 'B')
  const index = gzipSync(files.get('assets/search-index.js') ?? '', { level: 9 })
  yield figure('docs.search', index.length, 'B', below(64_000))
}

const kindOf = (name: string): string | undefined =>
  /^(guides|calls)\/.*\.html$|^(.+)\.html$/.exec(name)?.filter(Boolean)[1]

interface Reading {
  readonly path: string
  readonly title: string
  readonly goal?: Goal
}

const pages: Readonly<Record<string, Reading>> = {
  home: { path: 'index.html', title: 'h1' },
  guide: { path: 'guides/getting-started.html', title: 'h1' },
  'first-hour': { path: 'first-hour.html', title: 'h1', goal: below(300) },
  envelope: { path: 'envelope.html', title: 'h1' },
  reference: { path: 'reference.html', title: '#redoc h1' },
}

async function* readings(files: Files): AsyncGenerator<Figure> {
  await using site = await served(files)
  const browser = await launched()
  let outside = 0
  try {
    for (const [name, { path, title, goal }] of Object.entries(pages)) {
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
      yield figure(`docs.readable.${name}`, value, 'ms', goal)
    }
  } finally {
    await browser.close()
  }
  yield figure('docs.outside', outside, 'requests', atMost(0))
}
