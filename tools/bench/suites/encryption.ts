// Cost of sealing compared with its arithmetic and with another library, under load, and at load time.
import { compareSpeed } from '../compare.ts'
import { atLeast, lessThan, type Figure, createFigure, type Suite } from '../figure.ts'
import { measureZippedSize } from '../measure.ts'
import { createBareClassic, createBareModern } from './encryption/bare.ts'
import { measureJoseSpeeds } from './encryption/jose.ts'
import { measureLoads } from './encryption/load.ts'
import {
  context,
  type Keys,
  type Message,
  createKeys,
  createRequestEnvelopes,
  type Sides,
  createSides,
  sizeNames,
  suiteOptions,
} from './encryption/messages.ts'
import { measureUnknownMerchants } from './encryption/unknown.ts'

export const encryption: Suite = {
  measures: {
    'encryption.modern.v1.<work>.<size>':
      'speed of whole envelopes, JSON included, against bare node:crypto: seal and open',
    'encryption.classic.<form>.<work>.<size>': 'the same for the blocks of queries and envelopes',
    'encryption.jose.<work>': 'speed of a modern envelope of 2 KB against the same envelope with jose',
    'encryption.load.<work>.speed': '16 at a time on the thread pool against one after another inline',
    'encryption.load.bare.speed': 'the same for bare signatures: the limit of this machine',
    'encryption.load.<work>.cpu': 'processor time of one of them against one that is alone',
    'encryption.load.<work>.late': 'how late a timer can be meanwhile; blocks: classic queries of 20 KB',
    'encryption.unknown.<suite>.<family>':
      'a gateway with a message for an unknown merchant against an invalid one for a known one, the faster against the slower: 1 reveals nothing',
    'encryption.size.main': 'zipped bundle of the main entry: strict reader, codec, party',
    'encryption.size.classic': 'what the classic entry adds to the main and the modern one',
    'encryption.size.modern': 'what the modern entry adds: suite, profile, key formats, key checks',
    'encryption.size.types': 'what the main entry loads of the types package',
  },
  figures: async function* () {
    const keys = createKeys()
    yield* measureModernSpeeds(keys)
    yield* measureClassicSpeeds(keys)
    yield* measureJoseSpeeds(keys)
    yield* measureLoads(keys)
    yield* measureUnknownMerchants(keys)
    yield* measureSizes()
  },
}

const goals = {
  seal: { '200B': 0.9, '2KB': 0.9, '20KB': 0.75 },
  open: { '200B': 0.92, '2KB': 0.92, '20KB': 0.85 },
} as const

async function* measureModernSpeeds(keys: Keys): AsyncGenerator<Figure> {
  const sides = createSides('modern', keys, 'inline')
  for (const size of sizeNames) {
    const envelopes = await createRequestEnvelopes(sides, size)
    const whole = createWholeBare(keys, envelopes.message)
    for (const work of ['seal', 'open'] as const) {
      const value = await compareSpeed(envelopes[work], whole[work])
      yield createFigure(`encryption.modern.v1.${work}.${size}`, value, 'ratio', atLeast(goals[work][size]))
    }
  }
}

function createWholeBare(keys: Keys, message: Message) {
  const bare = createBareModern(keys, message)
  return { seal: () => [bare.seal(), bare.sign()], open: () => [bare.open(), bare.verify()] }
}

const blockWorks = {
  querySeal: 'query.seal',
  queryOpen: 'query.open',
  envelopeSeal: 'envelope.seal',
  envelopeOpen: 'envelope.open',
} as const

async function* measureClassicSpeeds(keys: Keys): AsyncGenerator<Figure> {
  const sides = createSides('classic', keys, 'inline')
  for (const size of sizeNames) {
    const { message } = await createRequestEnvelopes(sides, size)
    const [own, bare] = [await createClassicWorks(sides, message), createBareClassic(keys, message.plaintext)]
    // A single block opens in 20 microseconds; strict reading of its text takes a tenth of that.
    const goal = size === '200B' ? undefined : atLeast(0.97)
    for (const work of ['querySeal', 'queryOpen', 'envelopeSeal', 'envelopeOpen'] as const)
      yield createFigure(
        `encryption.classic.${blockWorks[work]}.${size}`,
        await compareSpeed(own[work], bare[work]),
        'ratio',
        goal,
      )
  }
}

async function createClassicWorks({ merchant, platform }: Sides, { plaintext, data }: Message) {
  const [own, peer] = [merchant.profile.suite, platform.profile.suite]
  const query = await own.query.seal(plaintext, context, suiteOptions)
  return {
    querySeal: () => own.query.seal(plaintext, context, suiteOptions),
    queryOpen: () => peer.query.open(query, context, suiteOptions),
    envelopeSeal: () => own.envelope.seal(plaintext, suiteOptions),
    envelopeOpen: () => peer.envelope.open(data, suiteOptions),
  }
}

const createEntry = (name: string): string => `export * from '@custody-wallet/encryption${name}'\n`

async function* measureSizes(): AsyncGenerator<Figure> {
  const apart = [/^@custody-wallet\/types/]
  const main = await measureZippedSize(createEntry(''), { apart })
  // A program with keys in files.
  const modern = await measureZippedSize(createEntry('') + createEntry('/modern'), { apart })
  const classic = await measureZippedSize(createEntry('') + createEntry('/modern') + createEntry('/classic'), { apart })
  yield createFigure('encryption.size.main', main, 'B', lessThan(8 * 1024))
  yield createFigure('encryption.size.classic', classic - modern, 'B', lessThan(4 * 1024))
  yield createFigure('encryption.size.modern', modern - main, 'B')
  yield createFigure('encryption.size.types', (await measureZippedSize(createEntry(''))) - main, 'B')
}
