// Random commands on a sandbox and on the model.
import fc from 'fast-check'

import { isPossible, type Pair, createPair, type ReplayTarget, runStep, formatScript } from './replay.ts'
import { planners, type Step, type StepName } from './steps.ts'

/** Frequencies of commands, in lists for one part of the service and in one for all parts. */
type Theme = { readonly [Name in StepName]?: number }

const chain = { mine: 3, reorg: 1, snapshot: 1, restore: 1 } as const
const deposits = {
  account: 1,
  collection: 1,
  createUser: 1,
  internal: 1,
  notify: 4,
  pay: 3,
  register: 1,
} as const
const withdrawals = { advance: 2, payer: 1, request: 2, withdrawal: 10 } as const
const wallets = {
  advance: 2,
  delegate: 1,
  delegation: 2,
  mpc: 3,
  requestMpc: 2,
  stake: 2,
  stakeStep: 5,
} as const

const themes: readonly Theme[] = [
  { ...chain, ...deposits },
  { ...chain, ...withdrawals },
  { ...chain, ...wallets, mine: 7 },
  { ...chain, ...deposits, ...withdrawals, ...wallets },
]

const isName = (name: string): name is StepName => Object.hasOwn(planners, name)

const number = fc.nat(10_000)

const arbitraryCommands = (name: StepName): fc.Arbitrary<fc.AsyncCommand<Pair['model'], Pair>> =>
  fc.tuple(number, number, number, number, number).map((numbers) => {
    const step: Step = [name, ...numbers]
    return {
      check: (model) => isPossible(model, step),
      run: (_model, pair) => runStep(pair, step),
      toString: () => JSON.stringify(step),
    }
  })

const arbitraryCommandLists = (theme: Theme, maxCommands: number) =>
  fc.commands(
    Object.keys(theme)
      .filter(isName)
      .flatMap((name) => Array.from({ length: theme[name] ?? 0 }, () => arbitraryCommands(name))),
    { maxCommands, size: 'max' },
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

export interface CheckOptions extends ReplayTarget {
  readonly numRuns: number
  readonly maxCommands?: number
  readonly seed?: number
  /** Reports the first failing commands without shrinking them. */
  readonly endOnFailure?: boolean
}

/**
 * Runs many lists of commands, and counts the commands that were compared. An error has the seed, the path, and a
 * program that replays the commands.
 */
export async function check({
  numRuns,
  maxCommands = 30,
  seed,
  endOnFailure = false,
  ...location
}: CheckOptions): Promise<number> {
  let ran = 0
  const lists = fc.oneof(...themes.map((theme) => arbitraryCommandLists(theme, maxCommands)))
  await fc.assert(
    fc.asyncProperty(lists, async (commands) => {
      const pair = await createPair(location)
      try {
        for (const step of opening) await runStep(pair, step, false)
        await fc.asyncModelRun(() => ({ model: pair.model, real: pair }), commands)
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        throw new Error(`${text}\n\nSave this program as replay.mts and run it with node:\n\n${formatScript(pair)}`, {
          cause: error,
        })
      } finally {
        ran += Math.max(0, pair.steps.length - opening.length)
        await pair.real.sandbox.close()
      }
    }),
    { numRuns, endOnFailure, ...(seed !== undefined && { seed }) },
  )
  return ran
}
