// What the docs site costs those who build it and those who open it.
import type { Figure, Suite } from '../figure.ts'

export const docs: Suite = {
  measures: {
    'docs.build': 'build of the whole site, in a process of its own',
    'docs.weight.home': 'bytes of the first page with all that it loads',
    'docs.weight.<page>': 'bytes of a page alone, pages of one kind by the heaviest of them',
    'docs.weight.redoc': "bytes of Redoc's script",
    'docs.readable.<page>':
      'time until Chromium shows the title of a page, from loopback, nothing kept from before',
    'docs.outside': 'requests to anybody else while these pages are read',
  },
  // Loaded when it is run, as the other suites are.
  figures: async function* (): AsyncGenerator<Figure> {
    const { buildTime } = await import('./docs/build.ts')
    const { weights } = await import('./docs/weights.ts')
    const { readings } = await import('./docs/readings.ts')
    yield await buildTime()
    yield* weights()
    yield* readings()
  },
}
