// What sealing costs beside the arithmetic that cannot be saved, beside another library, under load, and to load.
import type { Figure, Suite } from '../figure.ts'

export const encryption: Suite = {
  measures: {
    'encryption.modern.<work>.<size>': 'speed of seal, open, sign and verify against bare node:crypto',
    'encryption.modern.v1.<work>.<size>': 'the same for whole envelopes, JSON included: seal and open',
    'encryption.modern.answer.<work>':
      'the same for an answer of 2 KB in 20 records, which nothing is asked of',
    'encryption.classic.<form>.<work>.<size>': 'the same for the blocks of queries and envelopes',
    'encryption.classic.<work>.<size>': 'the same for classic signatures: sign and verify',
    'encryption.jose.<work>': 'speed of a modern envelope of 2 KB against jose making the same',
    'encryption.load.<work>.speed': '16 at a time on the thread pool against one after another inline',
    'encryption.load.bare.speed': 'the same for bare signatures: what the machine has to give',
    'encryption.load.<work>.cpu': 'processor time of one of them against one that is alone',
    'encryption.load.<work>.late': 'how late a timer can be meanwhile; blocks: classic queries of 20 KB',
    'encryption.unknown.<suite>.<family>.speed':
      'a gateway with a message for an unknown merchant against a spoilt one for a known one: 1 tells nothing',
    'encryption.size.main': 'zipped bundle of the main entry: strict reader, modern suite, codec, party',
    'encryption.size.classic': 'what the classic entry adds to the main and the modern one',
    'encryption.size.modern': 'what the modern entry adds: profile, key formats, key checks',
    'encryption.size.types': 'what the main entry loads of the types package',
  },
  // Loaded when it is run: making keys and loading suites takes time that a list of the figures does not need.
  figures: async function* (): AsyncGenerator<Figure> {
    const { newKeys } = await import('./encryption/sides.ts')
    const { modernSpeeds } = await import('./encryption/modern.ts')
    const { classicSpeeds } = await import('./encryption/classic.ts')
    const { joseSpeeds } = await import('./encryption/jose.ts')
    const { loads } = await import('./encryption/load.ts')
    const { strangers } = await import('./encryption/strangers.ts')
    const { sizes } = await import('./encryption/sizes.ts')
    const keys = newKeys()
    yield* modernSpeeds(keys)
    yield* classicSpeeds(keys)
    yield* joseSpeeds(keys)
    yield* loads(keys)
    yield* strangers(keys)
    yield* sizes()
  },
}
