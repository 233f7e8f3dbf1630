import type { Figure } from '../../figure.ts'
import { median, medianOf } from '../../measure.ts'
import { bareSigning } from './bare.ts'
import { requests } from './envelopes.ts'
import type { Work } from './pace.ts'
import { context, type Keys, sidesOf, suiteOptions } from './sides.ts'
import { type Stretch, stretch } from './stretch.ts'

const rounds = 9
const atOnce = 16
const seconds = 0.5
const lateGoal = { op: '<', value: 10 } as const

/** Measures many operations at once on the thread pool, against one after another, and what they do to timers. */
export async function* loads(keys: Keys): AsyncGenerator<Figure> {
  const bare = await sideBySide(bareSigning(keys))
  // Less than 1.7 says that the machine has no second core to give, and then nothing below says much either.
  yield { name: 'encryption.load.bare.speed', value: bare.speed, unit: 'ratio' }
  const alone = await requests(sidesOf('modern', keys, 'inline'), '2KB')
  const pooled = await requests(sidesOf('modern', keys, 'pool'), '2KB')
  for (const work of ['seal', 'open'] as const)
    yield* loadOf(work, await sideBySide({ alone: alone[work], pooled: pooled[work] }))
  const sealBlocks = await typeOneSeal(keys)
  const late = await medianOf(rounds, async () => (await together(sealBlocks)).late)
  yield { name: 'encryption.load.blocks.late', value: late, unit: 'ms', goal: lateGoal }
}

interface Compared {
  readonly speed: number
  readonly cpu: number
  readonly late: number
}

function* loadOf(work: string, { speed, cpu, late }: Compared): Generator<Figure> {
  const name = `encryption.load.${work}`
  yield { name: `${name}.speed`, value: speed, unit: 'ratio', goal: { op: '>=', value: 1.6 } }
  yield { name: `${name}.cpu`, value: cpu, unit: 'ratio', goal: { op: '<=', value: 1.12 } }
  yield { name: `${name}.late`, value: late, unit: 'ms', goal: lateGoal }
}

async function sideBySide(works: { readonly alone: Work; readonly pooled: Work }): Promise<Compared> {
  // Keys are imported for the pool when they are first used.
  await together(works.pooled)
  const pairs: (readonly [Stretch, Stretch])[] = []
  while (pairs.length < rounds) pairs.push([await inTurn(works.alone), await together(works.pooled)])
  return {
    speed: median(pairs.map(([one, many]) => many.rate / one.rate)),
    cpu: median(pairs.map(([one, many]) => many.cpu / one.cpu)),
    late: median(pairs.map(([, many]) => many.late)),
  }
}

const inTurn = (work: Work): Promise<Stretch> => stretch(work, { atOnce: 1, seconds })
const together = (work: Work): Promise<Stretch> => stretch(work, { atOnce, seconds })

// Blocks of type 1 have no asynchronous form: 88 of them are 22 ms in which nothing else would run.
async function typeOneSeal(keys: Keys): Promise<Work> {
  const sides = sidesOf('classic', keys, 'pool')
  const { plaintext } = (await requests(sides, '20KB')).message
  return () => sides.merchant.profile.suite.query.seal(plaintext, context, suiteOptions)
}
