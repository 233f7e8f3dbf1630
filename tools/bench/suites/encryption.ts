// What sealing costs beside its bare arithmetic, beside another library, under load, and to load.
import type { Party, SealedRequest } from '@custody-wallet/encryption'
import { gateway } from '@custody-wallet/encryption/gateway'

import { speed, steady, wallClock } from '../compare.ts'
import { atLeast, below, type Figure, figure, type Suite } from '../figure.ts'
import { zippedSize } from '../measure.ts'
import { bareClassic, bareModern } from './encryption/bare.ts'
import { joseSpeeds } from './encryption/jose.ts'
import { loads } from './encryption/load.ts'
import {
  answerEnvelopes,
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

export const encryption: Suite = {
  measures: {
    'encryption.modern.<work>.<size>': 'speed of seal, open, sign and verify against bare node:crypto',
    'encryption.modern.v1.<work>.<size>': 'the same for whole envelopes, JSON included: seal and open',
    'encryption.modern.answer.<work>': 'the same for an answer of 2 KB in 20 records; it has no goal',
    'encryption.classic.<form>.<work>.<size>': 'the same for the blocks of queries and envelopes',
    'encryption.classic.<work>.<size>': 'the same for classic signatures: sign and verify',
    'encryption.jose.<work>': 'speed of a modern envelope of 2 KB against the same envelope with jose',
    'encryption.load.<work>.speed': '16 at a time on the thread pool against one after another inline',
    'encryption.load.bare.speed': 'the same for bare signatures: the limit of this machine',
    'encryption.load.<work>.cpu': 'processor time of one of them against one that is alone',
    'encryption.load.<work>.late': 'how late a timer can be meanwhile; blocks: classic queries of 20 KB',
    'encryption.unknown.<suite>.<family>.speed':
      'a gateway with a message for an unknown merchant against a corrupted one for a known one: 1 reveals nothing',
    'encryption.size.main': 'zipped bundle of the main entry: strict reader, codec, party, exchange',
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
    const [own, bare] = [modernWorks(sides, envelopes.message), bareModern(keys, envelopes.message)]
    for (const work of ['seal', 'open', 'sign', 'verify'] as const)
      yield figure(`encryption.modern.${work}.${size}`, await speed(own[work], bare[work]), 'ratio')
    const whole = wholeBare(keys, envelopes.message)
    for (const work of ['seal', 'open'] as const) {
      const value = await speed(envelopes[work], whole[work])
      yield figure(`encryption.modern.v1.${work}.${size}`, value, 'ratio', atLeast(goals[work][size]))
    }
  }
  // The platform seals answers and the merchant opens them.
  const envelopes = await answerEnvelopes(sides)
  const whole = wholeBare({ merchant: keys.platform, platform: keys.merchant }, envelopes.message)
  for (const work of ['seal', 'open'] as const)
    yield figure(`encryption.modern.answer.${work}`, await speed(envelopes[work], whole[work]), 'ratio')
}

function wholeBare(keys: Keys, message: Message) {
  const bare = bareModern(keys, message)
  return { seal: () => [bare.seal(), bare.sign()], open: () => [bare.open(), bare.verify()] }
}

function modernWorks({ merchant, platform }: Sides, { plaintext, data, sign }: Message) {
  const [own, peer] = [merchant.profile.suite.envelope, platform.profile.suite.envelope]
  return {
    seal: () => own.seal(plaintext, suiteOptions),
    sign: () => own.sign(plaintext, context, suiteOptions),
    open: () => peer.open(data, suiteOptions),
    verify: () => peer.verify(plaintext, sign, context, suiteOptions),
  }
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
    for (const work of ['sign', 'verify'] as const)
      yield figure(`encryption.classic.${work}.${size}`, await speed(own[work], bare[work]), 'ratio')
  }
}

async function classicWorks({ merchant, platform }: Sides, { plaintext, data, sign }: Message) {
  const [own, peer] = [merchant.profile.suite, platform.profile.suite]
  const query = await own.query.seal(plaintext, context, suiteOptions)
  return {
    querySeal: () => own.query.seal(plaintext, context, suiteOptions),
    queryOpen: () => peer.query.open(query, context, suiteOptions),
    envelopeSeal: () => own.envelope.seal(plaintext, suiteOptions),
    envelopeOpen: () => peer.envelope.open(data, suiteOptions),
    sign: () => own.envelope.sign(plaintext, context, suiteOptions),
    verify: () => peer.envelope.verify(plaintext, sign, context, suiteOptions),
  }
}

// Whether the time of an answer reveals which merchants exist.
async function* unknownMerchants(keys: Keys): AsyncGenerator<Figure> {
  for (const profile of ['modern', 'classic'] as const) {
    const { merchant, platform } = sidesOf(profile, keys, 'pool')
    const messages = {
      v1: await merchant.sealRequest('pullWithdrawals', { symbol: 'BTC' }),
      v2: await merchant.sealRequest('getAccount', { uid: 10_042, symbol: 'BTC' }),
    }
    const answer = gatewayOf(platform)
    // The gateway learns how long an answer takes from the first valid message.
    await answer(messages.v1, 'demo-bench', (text) => text)
    for (const [family, message] of Object.entries(messages)) {
      const unknown = () => answer(message, 'demo-other', corrupted)
      const known = () => answer(message, 'demo-bench', corrupted)
      const value = await speed(unknown, known, { ...steady, clock: wallClock })
      yield figure(`encryption.unknown.${profile}.${family}.speed`, value, 'ratio')
    }
  }
}

function gatewayOf(platform: Party) {
  const origin = 'http://service.example'
  const listen = gateway({
    partyFor: (appId) => (appId === 'demo-bench' ? platform : undefined),
    handler: () => Response.json({ code: 0, msg: 'success', data: [] }),
  })
  return async (message: SealedRequest, appId: string, change: (text: string) => string): Promise<string> => {
    const { method, path, query, body } = message
    const text = change(body ?? query).replace('demo-bench', appId)
    const request =
      body === undefined
        ? new Request(`${origin}${path}?${text}`)
        : new Request(origin + path, { method, body: text })
    return (await listen(request)).text()
  }
}

// Replaces the last characters of `data`, which is last in queries and envelopes. It stays valid base64url.
const corrupted = (text: string): string => text.replace(/.{8}(?="}$|$)/, 'AAAAAAAA')

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
