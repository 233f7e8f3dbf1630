// Random commands on a sandbox and on the model.
import fc from 'fast-check'

import { isPossible, type Pair, pairOf, type Place, runStep, scriptOf } from './replay.ts'
import { planners, type Step, type StepName } from './steps.ts'

const isName = (name: string): name is StepName => Object.hasOwn(planners, name)
const names: readonly StepName[] = Object.keys(planners).filter(isName)

// A merchant has users with addresses and payments before it has anything else.
const weights: { readonly [Name in StepName]?: number } = {
  account: 3,
  mine: 4,
  notify: 4,
  pay: 4,
  request: 3,
  withdrawal: 8,
}

const number = fc.nat(10_000)

const commandsOf = (name: StepName): fc.Arbitrary<fc.AsyncCommand<Pair['model'], Pair>> =>
  fc.tuple(number, number, number, number, number).map((numbers) => {
    const step: Step = [name, ...numbers]
    return {
      check: (model) => isPossible(model, step),
      run: (_model, pair) => runStep(pair, step),
      toString: () => JSON.stringify(step),
    }
  })

const arbitraries = names.flatMap((name) =>
  Array.from({ length: weights[name] ?? 1 }, () => commandsOf(name)),
)

/** Every run begins with these commands, so that a user has coins. */
const opening: readonly Step[] = [
  ['createUser', 0, 0, 0, 0, 0],
  ...[0, 1, 2].flatMap((coin): readonly Step[] => [
    ['register', coin, 0, 0, 0, 0],
    ['account', 1, coin, 0, 0, 0],
    ['register', coin, 1, 0, 0, 0],
    ['pay', 1, coin, 3, coin, 0],
  ]),
  ['mine', 2, 0, 1, 0, 0],
]

export interface CheckOptions extends Place {
  readonly numRuns: number
  readonly maxCommands?: number
  readonly seed?: number
}

/** Runs many lists of commands. An error has the seed, the path, and a program that replays the commands. */
export async function check({ numRuns, maxCommands = 30, seed, ...place }: CheckOptions): Promise<number> {
  let ran = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(arbitraries, { maxCommands, size: 'max' }), async (commands) => {
      const pair = await pairOf(place)
      try {
        for (const step of opening) await runStep(pair, step, false)
        await fc.asyncModelRun(() => ({ model: pair.model, real: pair }), commands)
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        throw new Error(
          `${text}\n\nSave this program as replay.mts and run it with node:\n\n${scriptOf(pair)}`,
          {
            cause: error,
          },
        )
      } finally {
        ran += pair.steps.length
        await pair.real.sandbox.close()
      }
    }),
    { numRuns, ...(seed !== undefined && { seed }) },
  )
  return ran
}
