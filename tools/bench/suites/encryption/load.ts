import type { Figure } from '../../figure.ts'
import { median, medianOf } from '../../measure.ts'
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
  const alone = await requests(sidesOf('modern', keys, 'inline'), '2KB')
  const pooled = await requests(sidesOf('modern', keys, 'pool'), '2KB')
  for (const name of ['seal', 'open'] as const) yield* loadOf(name, alone[name], pooled[name])
  const sealBlocks = await typeOneSeal(keys)
  const late = await medianOf(rounds, async () => (await together(sealBlocks)).late)
  yield { name: 'encryption.load.blocks.late', value: late, unit: 'ms', goal: lateGoal }
}

async function* loadOf(name: string, alone: Work, pooled: Work): AsyncGenerator<Figure> {
  const pairs: (readonly [Stretch, Stretch])[] = []
  await together(pooled)
  while (pairs.length < rounds) pairs.push([await inTurn(alone), await together(pooled)])
  const over = (of: (one: Stretch, many: Stretch) => number): number =>
    median(pairs.map(([one, many]) => of(one, many)))
  const figure = `encryption.load.${name}`
  yield {
    name: `${figure}.speed`,
    value: over((one, many) => many.rate / one.rate),
    unit: 'ratio',
    goal: { op: '>=', value: 1.6 },
  }
  yield {
    name: `${figure}.cpu`,
    value: over((one, many) => many.cpu / one.cpu),
    unit: 'ratio',
    goal: { op: '<=', value: 1.12 },
  }
  yield { name: `${figure}.late`, value: over((_, many) => many.late), unit: 'ms', goal: lateGoal }
}

const inTurn = (work: Work): Promise<Stretch> => stretch(work, { atOnce: 1, seconds })
const together = (work: Work): Promise<Stretch> => stretch(work, { atOnce, seconds })

// Blocks of type 1 have no asynchronous form: 88 of them are 22 ms in which nothing else would run.
async function typeOneSeal(keys: Keys): Promise<Work> {
  const sides = sidesOf('classic', keys, 'pool')
  const { plaintext } = (await requests(sides, '20KB')).message
  return () => sides.merchant.profile.suite.query.seal(plaintext, context, suiteOptions)
}
