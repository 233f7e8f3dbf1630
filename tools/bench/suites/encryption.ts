// What sealing costs beside its bare arithmetic, beside another library, under load, and to load.
import { speed } from '../compare.ts'
import { atLeast, below, type Figure, figure, type Suite } from '../figure.ts'
import { zippedSize } from '../measure.ts'
import { bareClassic, bareModern } from './encryption/bare.ts'
import { joseSpeeds } from './encryption/jose.ts'
import { loads } from './encryption/load.ts'
import {
  context,
  type Keys,
  type Message,
  newKeys,
  requestEnvelopes,
  type Sides,
  sidesOf,
  sizeNames,
  suiteOptions,
} from './encryption/messages.ts'
import { unknownMerchants } from './encryption/unknown.ts'

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
    const keys = newKeys()
    yield* modernSpeeds(keys)
    yield* classicSpeeds(keys)
    yield* joseSpeeds(keys)
    yield* loads(keys)
    yield* unknownMerchants(keys)
    yield* sizes()
  },
}

const goals = {
  seal: { '200B': 0.9, '2KB': 0.9, '20KB': 0.75 },
  open: { '200B': 0.92, '2KB': 0.92, '20KB': 0.85 },
} as const

async function* modernSpeeds(keys: Keys): AsyncGenerator<Figure> {
  const sides = sidesOf('modern', keys, 'inline')
  for (const size of sizeNames) {
    const envelopes = await requestEnvelopes(sides, size)
    const whole = wholeBare(keys, envelopes.message)
    for (const work of ['seal', 'open'] as const) {
      const value = await speed(envelopes[work], whole[work])
      yield figure(`encryption.modern.v1.${work}.${size}`, value, 'ratio', atLeast(goals[work][size]))
    }
  }
}

function wholeBare(keys: Keys, message: Message) {
  const bare = bareModern(keys, message)
  return { seal: () => [bare.seal(), bare.sign()], open: () => [bare.open(), bare.verify()] }
}

const blockWorks = {
  querySeal: 'query.seal',
  queryOpen: 'query.open',
  envelopeSeal: 'envelope.seal',
  envelopeOpen: 'envelope.open',
} as const

async function* classicSpeeds(keys: Keys): AsyncGenerator<Figure> {
  const sides = sidesOf('classic', keys, 'inline')
  for (const size of sizeNames) {
    const { message } = await requestEnvelopes(sides, size)
    const [own, bare] = [await classicWorks(sides, message), bareClassic(keys, message.plaintext)]
    // A single block opens in 20 microseconds; strict reading of its text takes a tenth of that.
    const goal = size === '200B' ? undefined : atLeast(0.97)
    for (const work of ['querySeal', 'queryOpen', 'envelopeSeal', 'envelopeOpen'] as const)
      yield figure(
        `encryption.classic.${blockWorks[work]}.${size}`,
        await speed(own[work], bare[work]),
        'ratio',
        goal,
      )
  }
}

async function classicWorks({ merchant, platform }: Sides, { plaintext, data }: Message) {
  const [own, peer] = [merchant.profile.suite, platform.profile.suite]
  const query = await own.query.seal(plaintext, context, suiteOptions)
  return {
    querySeal: () => own.query.seal(plaintext, context, suiteOptions),
    queryOpen: () => peer.query.open(query, context, suiteOptions),
    envelopeSeal: () => own.envelope.seal(plaintext, suiteOptions),
    envelopeOpen: () => peer.envelope.open(data, suiteOptions),
  }
}

const entry = (name: string): string => `export * from '@custody-wallet/encryption${name}'\n`

async function* sizes(): AsyncGenerator<Figure> {
  const apart = [/^@custody-wallet\/types/]
  const main = await zippedSize(entry(''), { apart })
  // A program with keys in files.
  const modern = await zippedSize(entry('') + entry('/modern'), { apart })
  const classic = await zippedSize(entry('') + entry('/modern') + entry('/classic'), { apart })
  yield figure('encryption.size.main', main, 'B', below(8 * 1024))
  yield figure('encryption.size.classic', classic - modern, 'B', below(4 * 1024))
  yield figure('encryption.size.modern', modern - main, 'B')
  yield figure('encryption.size.types', (await zippedSize(entry(''))) - main, 'B')
}
