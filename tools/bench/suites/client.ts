// What a call costs beside the library below it, beside its crypto, in the compiler and to load.
import type { Figure, Suite } from '../figure.ts'

export const client: Suite = {
  measures: {
    'client.call':
      'time of a plain call over a fetch stub, against openapi-fetch with one rewriting middleware',
    'client.call.sealed': 'the same for sealed calls without crypto: one party makes the messages of both',
    'client.sealed.<dialect>.<n>':
      'speed of whole calls over loopback, n in flight, against the same crypto around a bare fetch',
    'client.path.<dialect>.<what>':
      'files and functions that a sealed call runs through, besides those of types',
    'client.types':
      'type instantiations of a resource call, the first of its operation; again: of later ones',
    'client.size.main':
      'zipped main entry as it starts: our own code and openapi-fetch, no encryption, no types; the goal is for this',
    'client.size.plain': 'zipped plain entry as it starts: our own code, no types; the goal is for this',
    'client.size.<entry>.types':
      'what that entry adds of the types package, beyond what encryption has loaded',
    'client.size.words': 'what the first failure loads: meanings of codes, sentences of rules',
    'client.size.comparison':
      'what compares an answer with its call; a plain client loads it with its first answer',
  },
  // Loaded when it is run, as a list of the figures needs no keys.
  figures: async function* (): AsyncGenerator<Figure> {
    const { newKeys } = await import('./encryption/sides.ts')
    const { callTimes } = await import('./client/calls.ts')
    const { sealedSpeeds } = await import('./client/sealed.ts')
    const { pathFigures } = await import('./client/path.ts')
    const { typeCosts } = await import('./client/types.ts')
    const { sizes } = await import('./client/sizes.ts')
    const keys = newKeys()
    yield* callTimes(keys)
    yield* sealedSpeeds(keys)
    yield* pathFigures(keys)
    yield* typeCosts()
    yield* sizes()
  },
}
