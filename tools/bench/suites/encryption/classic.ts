import type { Figure, Goal } from '../../figure.ts'
import { bareClassic } from './bare.ts'
import { requests } from './envelopes.ts'
import { type MessageSize, sizeNames } from './messages.ts'
import { speed, type Work } from './pace.ts'
import { context, type Keys, type Message, type Sides, sidesOf, suiteOptions } from './sides.ts'

const ofBlocks: Goal = { op: '>=', value: 0.97 }
// What is said about blocks holds for messages of several. One block is opened with a public key in 20 microseconds, of
// which reading its text strictly and a few promises are a tenth.
const goals: { readonly [Size in MessageSize]?: Goal } = { '2KB': ofBlocks, '20KB': ofBlocks }

/** Measures the classic suite against its arithmetic: the blocks of queries and envelopes, and signatures. */
export async function* classicSpeeds(keys: Keys): AsyncGenerator<Figure> {
  const sides = sidesOf('classic', keys, 'inline')
  for (const size of sizeNames) yield* speedsOf(keys, sides, size)
}

async function* speedsOf(keys: Keys, sides: Sides, size: MessageSize): AsyncGenerator<Figure> {
  const message = (await requests(sides, size)).message
  const [works, bare] = [await worksOf(sides, message), bareClassic(keys, message.plaintext)]
  const blocks = [
    ['query.seal', works.querySeal, bare.querySeal],
    ['query.open', works.queryOpen, bare.queryOpen],
    ['envelope.seal', works.envelopeSeal, bare.envelopeSeal],
    ['envelope.open', works.envelopeOpen, bare.envelopeOpen],
  ] as const
  const goal = goals[size]
  for (const [name, own, other] of blocks)
    yield { ...(await figureOf(`${name}.${size}`, own, other)), ...(goal && { goal }) }
  yield figureOf(`sign.${size}`, works.sign, bare.sign)
  yield figureOf(`verify.${size}`, works.verify, bare.verify)
}

async function figureOf(name: string, own: Work, other: Work): Promise<Figure> {
  return { name: `encryption.classic.${name}`, value: await speed(own, other), unit: 'ratio' }
}

async function worksOf({ merchant, platform }: Sides, { plaintext, data, sign }: Message) {
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
