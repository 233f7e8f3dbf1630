// Cost of a call compared with the library below it and with its encryption, in the compiler, and at load time.
import { fileURLToPath } from 'node:url'

import { atMost, lessThan, type Figure, createFigure, type Suite } from '../figure.ts'
import { measureZippedSize } from '../measure.ts'
import { measureCallTimes, measureSealedSpeeds, measureTracedCalls } from './client/calls.ts'
import { measurePath } from './client/path.ts'
import { everyCall, countInstantiations, createModule } from './client/types.ts'
import { createKeys } from './encryption/messages.ts'

export const client: Suite = {
  measures: {
    'client.call': 'time of a plain call over a fetch stub, against openapi-fetch with one rewriting middleware',
    'client.call.sealed': 'the same for sealed calls without encryption: one party makes the messages of both',
    'client.call.traced': 'the same sealed calls with a subscriber of their tracing channels, against those without',
    'client.sealed.<dialect>.<n>':
      'speed of whole calls over loopback, n at once, against the same encryption around a bare fetch',
    'client.path.<dialect>.<what>': 'files and functions that a sealed call runs through, besides those of types',
    'client.types': 'type instantiations of the first call of an operation; again: of later ones',
    'client.size.main':
      'zipped main entry as it starts: our own code and openapi-fetch, no encryption, no types; the goal is for this',
    'client.size.plain': 'zipped plain entry as it starts: our own code, no types; the goal is for this',
    'client.size.<entry>.types': 'what that entry adds of the types package, beyond what encryption has loaded',
    'client.size.words': 'what the first failure loads: meanings of codes, sentences of rules',
    'client.size.requests':
      'what the first request to the fetch of a client loads: the table of operations, and errors',
    'client.size.comparison': 'what compares a response with its call; a plain client loads it with its first response',
  },
  figures: async function* () {
    const keys = createKeys()
    yield* measureCallTimes(keys)
    yield* measureTracedCalls(keys)
    yield* measureSealedSpeeds(keys)
    yield* measurePath(keys)
    yield* measureTypeCosts()
    yield* measureSizes()
  },
}

async function* measureTypeCosts(): AsyncGenerator<Figure> {
  const first = everyCall.length
  const none = await countInstantiations(createModule(0))
  const some = await countInstantiations(createModule(first))
  const more = await countInstantiations(createModule(first + 20))
  yield createFigure('client.types', (some - none) / first, 'instantiations', atMost(200))
  yield createFigure('client.types.again', (more - some) / 20, 'instantiations', atMost(200))
}

const types = /^@custody-wallet\/types/
const encryption = /^@custody-wallet\/encryption/
// What errors say: the first error loads it.
const explanations = /errors\/explain\.js$/
// The first request to the fetch of a client loads it.
const requests = /calls\/requests\.js$/
// A plain client loads it with the first response.
const comparison = /types\/mismatches$/

const entries = [
  { name: 'main', code: `export * from '@custody-wallet/client'`, later: [explanations, requests], most: 10 },
  {
    name: 'plain',
    code: `export * from '@custody-wallet/client/plain'`,
    later: [explanations, requests, comparison],
    most: 6.25,
  },
] as const

async function* measureSizes(): AsyncGenerator<Figure> {
  for (const { name, code, later, most } of entries) {
    const own = await measureZippedSize(code, { apart: [encryption, ...later, types] })
    const whole = await measureZippedSize(code, { apart: [encryption, ...later] })
    yield createFigure(`client.size.${name}`, own, 'B', lessThan(most * 1024))
    yield createFigure(`client.size.${name}.types`, whole - own, 'B')
  }
  // These modules are not entries of the package.
  for (const [name, module] of Object.entries({ words: 'errors/explain.js', requests: 'calls/requests.js' })) {
    const file = fileURLToPath(new URL(module, import.meta.resolve('@custody-wallet/client')))
    yield createFigure(`client.size.${name}`, await measureZippedSize(`export * from ${JSON.stringify(file)}`), 'B')
  }
  const comparing = `export * from '@custody-wallet/types/mismatches'`
  yield createFigure('client.size.comparison', await measureZippedSize(comparing), 'B')
}
