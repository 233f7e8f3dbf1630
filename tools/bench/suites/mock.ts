// What the mock costs beside bare Prism, and the wire side beside the plain side and the arithmetic of its seals.
import type { Figure, Suite } from '../figure.ts'

export const mock: Suite = {
  measures: {
    'mock.plain.rate':
      'requests in a second of the plain mock, 16 at a time, both sides of the wire on this machine',
    'mock.plain.p99': 'time under which 99 of 100 of them stay',
    'mock.prism.rate': "the same of Prism's own server, which validates requests as well and logs nothing",
    'mock.prism.p99': 'the same',
    'mock.plain.speed': 'rate of the plain mock against that of Prism, in turns',
    'mock.plain.slow': 'p99 of the plain mock against that of Prism',
    'mock.wire.<profile>.<family>.speed':
      'a sealed request against a plain one and the arithmetic of its seals, in one process',
    'mock.wire.<profile>.<family>.time': 'median time of a sealed request over HTTP, one after another',
    'mock.start.cold': 'from the start of the program to its first answer, keys made first',
    'mock.start.warm': 'the same with keys, as at every later start',
    'mock.memory': 'resident memory of the program after that load',
  },
  // Loaded when it is run, as the other suites are.
  figures: async function* (): AsyncGenerator<Figure> {
    const { startTimes } = await import('./mock/starts.ts')
    const { plainSpeeds } = await import('./mock/plain.ts')
    const { wireSpeeds } = await import('./mock/wire.ts')
    yield* startTimes()
    yield* plainSpeeds()
    yield* wireSpeeds()
  },
}
