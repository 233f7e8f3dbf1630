import type { Figure, Goal } from '../../figure.ts'
import { bareModern } from './bare.ts'
import { answers, type Envelopes, requests } from './envelopes.ts'
import { type MessageSize, sizeNames } from './messages.ts'
import { speed } from './pace.ts'
import { context, type Keys, type Message, type Sides, sidesOf, suiteOptions } from './sides.ts'

const goals = {
  seal: { '200B': 0.9, '2KB': 0.9, '20KB': 0.75 },
  open: { '200B': 0.92, '2KB': 0.92, '20KB': 0.85 },
} as const

const goalOf = (work: keyof typeof goals, size: MessageSize): Goal => ({ op: '>=', value: goals[work][size] })

/** Measures the modern suite against its arithmetic: its four works, and whole envelopes. */
export async function* modernSpeeds(keys: Keys): AsyncGenerator<Figure> {
  const sides = sidesOf('modern', keys, 'inline')
  for (const size of sizeNames) {
    const envelopes = await requests(sides, size)
    yield* workSpeeds(keys, sides, { size, message: envelopes.message })
    for await (const { work, value } of wholeSpeeds(keys, envelopes))
      yield { name: `encryption.modern.v1.${work}.${size}`, value, unit: 'ratio', goal: goalOf(work, size) }
  }
  // The platform seals and the merchant opens.
  const turned = { merchant: keys.platform, platform: keys.merchant }
  for await (const { work, value } of wholeSpeeds(turned, await answers(sides)))
    yield { name: `encryption.modern.answer.${work}`, value, unit: 'ratio' }
}

async function* workSpeeds(
  keys: Keys,
  sides: Sides,
  { size, message }: { readonly size: MessageSize; readonly message: Message },
): AsyncGenerator<Figure> {
  const [works, bare] = [worksOf(sides, message), bareModern(keys, message)]
  for (const work of ['seal', 'open', 'sign', 'verify'] as const) {
    const value = await speed(works[work], bare[work])
    yield { name: `encryption.modern.${work}.${size}`, value, unit: 'ratio' }
  }
}

async function* wholeSpeeds(keys: Keys, envelopes: Envelopes) {
  const bare = bareModern(keys, envelopes.message)
  const whole = { seal: () => [bare.seal(), bare.sign()], open: () => [bare.open(), bare.verify()] }
  for (const work of ['seal', 'open'] as const)
    yield { work, value: await speed(envelopes[work], whole[work]) }
}

function worksOf({ merchant, platform }: Sides, { plaintext, data, sign }: Message) {
  const [own, peer] = [merchant.profile.suite.envelope, platform.profile.suite.envelope]
  return {
    seal: () => own.seal(plaintext, suiteOptions),
    sign: () => own.sign(plaintext, context, suiteOptions),
    open: () => peer.open(data, suiteOptions),
    verify: () => peer.verify(plaintext, sign, context, suiteOptions),
  }
}
